"""The pages of the benchmark and of its runs, in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.report.explorer import Exploring, exploring, write_jobs, write_report

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of alpha, beta and gamma, which has only started."""
    folder = tmp_path_factory.mktemp("benchmark")
    return write_report(folder / "site", write_jobs(folder)[:3])


@pytest.fixture
def tab(browser: Browser, site: Path) -> Iterator[Exploring]:
    """A fresh tab; afterwards, check that it requested nothing but the report."""
    with exploring(browser, site) as opened:
        yield opened


def test_a_bar_links_to_the_problems_it_counts(tab: Exploring) -> None:
    page = tab.open("#/benchmark").page
    languages = page.get_by_role("list", name="Languages")
    expect(languages.get_by_role("listitem").first).to_contain_text("python8 · 67 %")
    languages.get_by_role("link", name="go").click()
    expect(page).to_have_url(f"{tab.url}/index.html#/problems?language=go")
    expect(page.get_by_text("4 of 12 problems", exact=True)).to_be_visible()


def test_distributions_follow_the_filters(tab: Exploring) -> None:
    page = tab.open("#/benchmark?language=go").page
    expect(page.get_by_role("list", name="Difficulty").get_by_role("listitem")).to_have_text(
        ["easy2 · 50 %", "hard2 · 50 %"]
    )


def test_problems_that_separate_no_models_are_listed(tab: Exploring) -> None:
    page = tab.open("#/benchmark").page
    nobody = page.locator("details", has_text="Solved by no model")
    expect(nobody.locator("summary")).to_contain_text("1 of 12")
    nobody.locator("summary").click()
    expect(nobody.get_by_role("link")).to_have_text(["python/01"])
    everybody = page.locator("details", has_text="Solved by all models")
    everybody.locator("summary").click()
    expect(everybody.get_by_role("link")).to_have_text(["python/00", "python/02", "go/08"])


def test_missing_data_explains_how_to_get_it(tab: Exploring) -> None:
    page = tab.open("#/benchmark").page
    expect(page.get_by_text("The origin of the problems is not recorded.")).to_be_visible()
    expect(page.get_by_text("No dataset card.")).to_be_visible()


def test_runs_show_their_progress(tab: Exploring) -> None:
    page = tab.open("#/runs").page
    expect(tab.row("gamma")).to_contain_text("unfinished")
    expect(tab.row("gamma")).to_contain_text("2 of 12")
    tab.row("gamma").get_by_role("link").click()
    expect(page.locator(".run-state")).to_contain_text("unfinished")
    expect(page.locator("code", has_text="benchwright rejudge")).to_be_visible()
    expect(page.get_by_role("heading", name="Manifest")).to_be_visible()


def test_the_pages_fit_a_phone(browser: Browser, site: Path) -> None:
    with exploring(browser, site, viewport={"width": 390, "height": 800}) as tab:
        for view in ("#/benchmark", "#/runs", "#/run/gamma"):
            page = tab.open(view).page
            expect(page.locator(".card").first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), view
