"""The page of a model in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from benchwright.judging.verdict import Verdict
from benchwright.metrics.outcome import Options
from benchwright.metrics.pass_at_k import measure
from tests.report.explorer import PROBLEMS, Exploring, exploring, outcomes_of, write_report
from tests.report.small_jobs import job_of

pytestmark = pytest.mark.browser


def fact(tab: Exploring, name: str) -> Locator:
    """Find the value of a key fact."""
    return tab.page.locator(".key-facts > div", has=tab.page.get_by_text(name, exact=True)).locator("dd").first


def chart(tab: Exploring, title: str) -> Locator:
    """Find a chart by its title."""
    return tab.page.locator("figure.chart", has=tab.page.locator("figcaption", has_text=title))


def test_numbers_follow_the_filters(tab: Exploring) -> None:
    tab.open("#/model/alpha")
    expect(fact(tab, "pass@1")).to_have_text("66.7 %")
    expect(fact(tab, "Problems scored")).to_have_text("12")
    expect(tab.page.locator(".mix button")).to_have_text(["✓passed866.7 %", "✗wrong answer433.3 %"])
    rows = chart(tab, "pass@1 by language").locator(".numbers tbody tr")
    expect(rows).to_contain_text(["python87.5", "go25.0"])
    tab.open("#/model/alpha?language=go")
    expect(fact(tab, "pass@1")).to_have_text("25.0 %")
    expect(tab.page.locator(".mix button")).to_have_text(["✗wrong answer375.0 %", "✓passed125.0 %"][::-1])
    expect(chart(tab, "pass@1 by language")).to_have_count(0)


def test_problems_are_chosen_by_verdict(tab: Exploring) -> None:
    tab.open("#/model/alpha")
    tab.page.locator(".mix button", has_text="wrong answer").click()
    names = tab.page.locator(".answer-list tbody th a")
    expect(names).to_have_text(["python/01", "go/09", "go/10", "go/11"])
    assert tab.page.url.endswith("?verdict=wrong_answer")
    assert names.first.get_attribute("href") == "#/problem/python%2F01?model=alpha"
    tab.open("#/model/alpha?verdict=wrong_answer&language=go&sort=-problem")
    expect(names).to_have_text(["go/11", "go/10", "go/09"])


def test_several_samples_have_a_curve(tab: Exploring) -> None:
    tab.open("#/model/twice")
    expected = measure(outcomes_of("twice"), Options(k=(1, 2), resamples=0))
    rows = chart(tab, "pass@k").locator(".numbers tbody tr")
    expect(rows).to_contain_text([f"{k}{100 * expected[f'pass@{k}'].value:.1f}" for k in (1, 2)])
    expect(tab.row("python/01").locator("td.number")).to_have_text("1/2")
    tab.open("#/model/alpha")
    expect(tab.page.locator(".mix")).to_be_visible()
    expect(chart(tab, "pass@k")).to_have_count(0)
    expect(chart(tab, "Gain per feedback turn")).to_have_count(0)


def test_turns_report_the_gain_of_feedback(browser: Browser, tmp_path: Path) -> None:
    wrong, right = ("x = 0\n", Verdict.WRONG_ANSWER), ("x = 1\n", Verdict.PASSED)
    given = {
        each.id: [[right] if i < 3 else [wrong, right] if i < 6 else [wrong] * 2] for i, each in enumerate(PROBLEMS)
    }
    job = job_of(tmp_path / "turns", PROBLEMS, given, answers="openai:turns", turns=2)
    with exploring(browser, write_report(tmp_path / "site", [job])) as tab:
        tab.open("#/model/turns")
        expect(fact(tab, "after 2 turns")).to_have_text("50.0 %")
        rows = chart(tab, "Gain per feedback turn").locator(".numbers tbody tr")
        expect(rows).to_contain_text(["125.0", "250.0"])
        expect(tab.page.locator(".sentences li").first).to_contain_text("Turn 2: +25.0 points")
        expect(chart(tab, "Failures fixed by the next turn").locator(".numbers tbody tr")).to_contain_text(
            ["wrong answer33.3"]
        )


def test_an_unknown_model_lists_the_known_ones(tab: Exploring) -> None:
    tab.open("#/model/nobody")
    expect(tab.page.locator("main li a")).to_have_count(4)
    tab.page.locator("main li a", has_text="beta").click()
    expect(tab.page.locator("h1")).to_have_text("beta")
