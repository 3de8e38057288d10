"""The comparison of two models in a browser, checked against the numbers of `benchwright compare`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from benchwright.metrics.compare import compare
from benchwright.metrics.outcome import Options
from tests.report.explorer import Exploring, exploring, outcomes_of, write_jobs, write_report

pytestmark = pytest.mark.browser


def quarters(tab: Exploring) -> Locator:
    """Problems that both, only A, only B, and neither solved."""
    return tab.page.locator(".quarter b")


def test_numbers_are_those_of_the_command(tab: Exploring) -> None:
    for first, second in (("alpha", "beta"), ("twice", "alpha"), ("gamma", "beta")):
        tab.open(f"#/compare?a={first}&b={second}")
        found = compare(outcomes_of(first), outcomes_of(second), Options(resamples=0))
        assert found.first
        assert found.second
        assert found.difference
        numbers = tab.page.locator(".compare-numbers td.number")
        expect(numbers.nth(0)).to_have_text(f"{found.first.value:.1%}".replace("%", " %"))
        expect(numbers.nth(1)).to_have_text(f"{found.second.value:.1%}".replace("%", " %"))
        shown = f"{100 * found.difference.value:+.1f}".replace("-", "−").replace("+0.0", "0.0")
        expect(numbers.nth(2)).to_have_text(shown)
        expect(numbers.nth(3)).to_have_text(f"{found.wins} / {found.ties} / {found.losses}")
        expect(numbers.nth(4)).to_have_text(re.compile(f"p = {found.mcnemar.p_mid:.2f}"))
        counts = [int(text) for text in quarters(tab).all_inner_texts()]
        assert counts[1:3] == [found.mcnemar.only_first, found.mcnemar.only_second]
        assert sum(counts) == found.problems


def test_intervals_are_labelled_as_wilsons(tab: Exploring) -> None:
    """Computed by hand: 8 of 12 gives 39.1 to 86.2 percent; 2 of 2 gives 34.2 to 100, not 100 to 100."""
    tab.open("#/compare?a=alpha&b=gamma")
    ranges = tab.page.locator(".compare-numbers td.quiet")
    expect(ranges.nth(0)).to_have_text("34.2 to 100.0 (95 %)")
    # Both solve both: the normal approximation cannot describe such a difference.
    expect(ranges.nth(2)).to_have_text("")
    tab.open("#/compare?a=alpha&b=beta")
    expect(ranges.nth(0)).to_have_text("39.1 to 86.2 (95 %)")
    expect(tab.page.locator(".intervals")).to_contain_text("Wilson")


def test_the_tab_title_names_its_content(tab: Exploring) -> None:
    for address, name in (
        ("compare?a=beta&b=twice", "beta and twice"),
        ("model/alpha", "alpha"),
        ("problem/go%2F09", "go/09 · Sort the letters, part 9."),
        ("run/gamma", "gamma"),
        ("problem/none", "Problem · "),
    ):
        tab.open(f"#/{address}")
        expect(tab.page).to_have_title(re.compile(f"^{re.escape(name)}{'' if name.endswith(' ') else '$'}"))


def test_a_missing_model_is_named_and_can_be_replaced(tab: Exploring) -> None:
    tab.open("#/compare?a=gone&b=beta")
    expect(tab.page.get_by_text("There is no model gone in this report.")).to_be_visible()
    expect(quarters(tab)).to_have_count(0)
    tab.page.get_by_label("First model").select_option("alpha")
    expect(quarters(tab)).to_have_text(["3", "5", "3", "1"])


def test_important_notes_are_above_the_numbers(tab: Exploring) -> None:
    for address in ("", "#/compare", "#/model/alpha"):
        tab.open(address)
        expect(tab.page.locator("main .notice", has_text="evaluations are unfinished")).to_be_visible()


def test_swapping_and_filters_are_in_the_url(tab: Exploring) -> None:
    tab.open("#/compare")
    expect(quarters(tab)).to_have_text(["3", "5", "3", "1"])
    expect(tab.page.locator(".sentence")).to_contain_text("A alpha solves 16.7 percentage points more than B beta")
    tab.page.get_by_role("button", name="Swap").click()
    expect(quarters(tab)).to_have_text(["3", "3", "5", "1"])
    assert tab.page.url.endswith("#/compare?a=beta&b=alpha")
    tab.open("#/compare?a=beta&b=alpha&language=go")
    expect(tab.page.locator(".sentence")).to_contain_text("A beta solves 75.0 percentage points more than B alpha")
    expect(quarters(tab)).to_have_text(["1", "3", "0", "0"])
    tab.page.get_by_label("First model").select_option("alpha")
    expect(tab.page.locator(".empty")).to_contain_text("the same model")


def test_flips_are_listed_with_both_verdicts(tab: Exploring) -> None:
    tab.open("#/compare?a=alpha&b=beta")
    lists = tab.page.locator(".flips .card")
    expect(lists.nth(0).locator("tbody th a")).to_have_text([f"python/{number:02}" for number in range(3, 8)])
    expect(lists.nth(1).locator("tbody th a")).to_have_text(["go/09", "go/10", "go/11"])
    expect(lists.nth(1).locator("tbody tr").first.locator("td")).to_have_text(["✗wrong answer", "✓passed"])
    link = lists.nth(1).locator("tbody th a").first.get_attribute("href")
    assert link == "#/problem/go%2F09?a=alpha&b=beta"


def test_one_model_alone_shows_how_to_add_another(browser: Browser, tmp_path: Path) -> None:
    site = write_report(tmp_path / "site", write_jobs(tmp_path)[:1])
    with exploring(browser, site) as tab:
        tab.open("#/compare")
        expect(tab.page.locator(".command").first).to_contain_text("benchwright evaluate BENCH --model")


def test_a_phone_needs_no_sideways_scrolling(browser: Browser, explorer_site: Path) -> None:
    with exploring(browser, explorer_site, viewport={"width": 390, "height": 800}) as tab:
        tab.open("#/compare?a=twice&b=alpha")
        expect(tab.page.locator(".chart svg").first).to_be_visible()
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= 390
