"""The leaderboard and the list of problems in a browser, checked against numbers counted by hand or by metrics."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from benchwright.metrics.compare import compare, mcnemar
from benchwright.metrics.outcome import Options
from benchwright.metrics.pass_at_k import pass_at_k
from benchwright.report.site.explorer import Explorer
from benchwright.report.site.page import data_file
from benchwright.report.site.records import Site
from tests.report.explorer import PROBLEMS, Exploring, exploring, outcomes_of, write_jobs

pytestmark = pytest.mark.browser


def passes(tab: Exploring, name: str, percent: str) -> None:
    """Assert the model's pass rate."""
    expect(tab.row(name).locator(".pass b")).to_have_text(percent)


def names(tab: Exploring) -> list[str]:
    """Names of the models, from the top."""
    return tab.page.locator(".board tbody .name a").all_inner_texts()


def choose(tab: Exploring, kind: str, name: str) -> None:
    """Set a filter as a user does."""
    tab.page.locator(".choice", has_text=kind).locator("summary").click()
    tab.page.get_by_role("checkbox", name=name).check()
    tab.page.keyboard.press("Escape")


def test_neighbours_are_those_of_the_search(tab: Exploring) -> None:
    tab.open("#/problems?search=part+1")
    expect(tab.page.locator(".problem-list tbody tr")).to_have_count(3)
    tab.page.get_by_role("link", name="python/01").click()
    expect(tab.page.locator(".problem-steps")).to_contain_text("1 of 3 selected")
    tab.page.get_by_role("link", name="Next problem").click()
    expect(tab.page.get_by_role("heading", level=1)).to_have_text("go/10")
    expect(tab.page.locator(".problem-steps")).to_contain_text("2 of 3 selected")


def test_filters_change_the_numbers(tab: Exploring) -> None:
    tab.open()
    passes(tab, "alpha", "66.7")
    passes(tab, "beta", "50.0")
    assert names(tab) == ["alpha", "beta", "twice", "gamma"]
    choose(tab, "Language", "go")
    passes(tab, "alpha", "25.0")
    passes(tab, "beta", "100.0")
    assert names(tab)[:2] == ["beta", "alpha"]
    expect(tab.page.locator("thead .language")).to_have_text(["go"])
    # Ten tokens for each of four answers.
    expect(tab.row("alpha").locator("td").filter(has_text="40")).to_have_count(1)
    # Four of four, by Wilson: 1 − z² / (n + z²) = 1 − 3.8416 / 7.8416.
    expect(tab.row("beta").locator(".pass small")).to_have_text("51.0–100.0")
    expect(tab.page.locator(".board-notes")).to_contain_text("Wilson")
    choose(tab, "Difficulty", "easy")
    passes(tab, "alpha", "50.0")
    expect(tab.page.locator(".filters-count")).to_have_text("2 of 12 problems")


def test_a_url_restores_the_same_view(tab: Exploring) -> None:
    tab.open()
    choose(tab, "Difficulty", "easy")
    choose(tab, "Tag", "dates, times")
    tab.page.get_by_label("k of pass@k").select_option("2")
    tab.page.get_by_role("button", name="Model").click()
    expect(tab.page.get_by_role("columnheader", name="Model")).to_have_attribute("aria-sort", "ascending")
    seen = tab.page.locator(".board").inner_text()
    tab.open("#" + tab.page.url.partition("#")[2])
    # Tokens load slightly later than the rest.
    expect(tab.row("alpha")).to_contain_text("40")
    assert tab.page.locator(".board").inner_text() == seen
    # Four easy problems have this tag: two in Python, which its second answer solves, and two in Go.
    passes(tab, "twice", "50.0")


def test_incomplete_results_are_not_ranked(tab: Exploring) -> None:
    tab.open()
    expect(tab.row("gamma").locator(".rank")).to_have_text("–")
    expect(tab.row("gamma").locator(".coverage")).to_contain_text("2 of 12")
    passes(tab, "gamma", "100.0")
    expect(tab.row("beta").locator(".rank")).to_have_text("2")
    # Only ranked neighbours are compared.
    expect(tab.page.locator(".neighbours")).to_have_count(2)


def test_sorting_by_keyboard(tab: Exploring) -> None:
    tab.open()
    head = tab.page.get_by_role("columnheader", name="go")
    head.get_by_role("button").focus()
    tab.page.keyboard.press("Enter")
    expect(head).to_have_attribute("aria-sort", "descending")
    assert names(tab)[:2] == ["beta", "alpha"]
    tab.page.keyboard.press("Space")
    expect(head).to_have_attribute("aria-sort", "ascending")
    assert names(tab)[:2] == ["twice", "alpha"]


def test_neighbours_are_compared_as_in_metrics(tab: Exploring) -> None:
    tab.open()
    expected = compare(outcomes_of("alpha"), outcomes_of("beta"), Options(resamples=0)).mcnemar
    said = tab.row("alpha").locator(".neighbours")
    expect(said).to_contain_text(f"≈ p = {expected.p_mid:.2f}")
    expect(said).to_contain_text(f"solved {expected.only_first}, only the lower one {expected.only_second} of 12")
    expect(said).to_have_attribute("href", "#/compare?a=alpha&b=beta")


def test_the_list_of_problems(tab: Exploring) -> None:
    tab.open("#/problems")
    ids = tab.page.locator(".problem-list tbody .id a")
    expect(ids).to_have_count(12)
    tab.page.get_by_label("Solved by").select_option("nobody")
    expect(ids).to_have_count(0)
    tab.page.get_by_label("Solved by").select_option("some")
    tab.page.get_by_label("Search ids and titles").fill("PYTHON part 3")
    expect(ids).to_have_text(["python/03"])
    expect(ids.first).to_have_attribute("href", "#/problem/python%2F03?solved=some&search=PYTHON+part+3")
    # alpha ✓, beta ✗, gamma not scored, twice one of two: (1 + 0 + 1/2) / 3.
    expect(tab.row("python/03").locator(".share")).to_have_text("50")
    # The symbol, then the text for screen readers; models are in data order, ranked ones first.
    marks = ["✓passed", "✗failed", "1/21 of 2 passed", "· not scored"]
    expect(tab.row("python/03").locator(".mark")).to_have_text(marks)
    tab.open("#" + tab.page.url.partition("#")[2])
    expect(ids).to_have_text(["python/03"])


# Problems that only the upper of two neighbours solves, and those that only the lower one solves.
SPLITS = [(0, 0), (1, 0), (6, 0), (7, 2), (30, 12), (3, 9), (300, 250)]


def test_the_frontends_arithmetic_matches_the_metrics(browser: Browser, explorer_site: Path, tmp_path: Path) -> None:
    """Tables of cases: mid-p of neighbours, and pass@k of problems with many samples, as the page shows them."""
    site = shutil.copytree(explorer_site, tmp_path / "site")
    record = Explorer(write_jobs(tmp_path)).site()
    samples = [(10, c) for c in range(11)] + [(50, 3)]
    with exploring(browser, site) as tab:
        for only_upper, only_lower in SPLITS:
            _write(site, _with_split(record, only_upper, only_lower))
            p = mcnemar(only_upper, only_lower).p_mid
            text = "p < 0.001" if p < 0.001 else f"p = {p:.3f}" if p < 0.1 else f"p = {p:.2f}"
            tab.open("#/?order=model")
            expect(tab.row("alpha").locator(".neighbours [aria-hidden]")).to_contain_text(text)
        _write(site, _with_samples(record, samples))
        for k in (2, 5, 10):
            tab.open(f"#/?k={k}")
            mean = sum(pass_at_k(n, c, k) for n, c in samples) / len(samples)
            passes(tab, "alpha", f"{100 * mean:.1f}")


def _write(folder: Path, record: Site) -> None:
    (folder / "data/site.js").write_bytes(data_file("site", record))


def _with_split(site: Site, only_upper: int, only_lower: int) -> Site:
    """Two models on as many problems as the case needs, plus one that both solve."""
    count = only_upper + only_lower + 1
    problems = msgspec.structs.replace(
        site.problems,
        ids=tuple(f"p{number}" for number in range(count)),
        language=(0,) * count,
        difficulty=(0,) * count,
        tagged=((),) * count,
        length=(0,) * count,
    )
    upper = (1,) * only_upper + (0,) * only_lower + (1,)
    lower = (0,) * only_upper + (1,) * only_lower + (1,)
    pair = [
        msgspec.structs.replace(model, scored=(1,) * count, passed=first, first=first, pass_at_k={})
        for model, first in zip(sorted(site.models, key=lambda each: each.name), (upper, lower), strict=False)
    ]
    return msgspec.structs.replace(site, problems=problems, models=tuple(pair))


def _with_samples(site: Site, samples: list[tuple[int, int]]) -> Site:
    """One model with these numbers of answers and passes."""
    assert len(samples) == len(PROBLEMS)
    alpha = next(each for each in site.models if each.name == "alpha")
    scored, passed = zip(*samples, strict=True)
    return msgspec.structs.replace(
        site, models=(msgspec.structs.replace(alpha, samples=50, scored=scored, passed=passed),)
    )
