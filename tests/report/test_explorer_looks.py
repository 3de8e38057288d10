"""Appearance of every page: light and dark, laptop and phone, print, names of any length."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from benchwright.judging.verdict import Verdict
from tests.report.explorer import Exploring, exploring, write_report
from tests.report.small_jobs import job_of, problem

pytestmark = pytest.mark.browser

WIDTHS = (1366, 390)
VIEWS = (
    "leaderboard",
    "leaderboard?language=go&k=2",
    "model/twice",
    "compare?a=alpha&b=beta",
    "problems",
    "problem/python%2F01?a=twice.0.1&b=alpha",
    "benchmark",
    "runs",
    "run/gamma",
    "nowhere",
)

# The canvas resolves mixed colours; text in charts is coloured by `fill`.
WEAK_TEXTS = """() => {
  const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const seen = new Map();
  const rgba = (color) => {
    if (!seen.has(color)) {
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = color;
      brush.fillRect(0, 0, 1, 1);
      seen.set(color, [...brush.getImageData(0, 0, 1, 1).data]);
    }
    return seen.get(color);
  };
  const light = (color) => {
    const linear = (part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    const [red, green, blue] = color.slice(0, 3).map((part) => linear(part / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = rgba(getComputedStyle(at).backgroundColor);
      if (color[3] === 255) return color;
    }
    return [255, 255, 255];
  };
  const weak = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !element.checkVisibility()) continue;
    if (element.closest(":disabled, [aria-disabled], option, noscript, script, title")) continue;
    const style = getComputedStyle(element);
    const ink = element instanceof SVGElement ? style.fill : style.color;
    const [one, two] = [light(rgba(ink)), light(ground(element))].sort((a, b) => b - a);
    const contrast = (one + 0.05) / (two + 0.05);
    const name = `${element.tagName}.${element.getAttribute("class")} ${element.textContent.slice(0, 30)}`;
    if (contrast < 4.5) weak.push(`${name}: ${contrast.toFixed(2)}`);
  }
  return weak;
}"""

UNNAMED = """() => [...document.querySelectorAll("a[href], button, input, select, summary, textarea, [tabindex='0']")]
  .filter((item) => !item.labels?.length && !item.getAttribute("aria-label") && !item.textContent.trim())
  .map((item) => item.outerHTML.slice(0, 80))"""

DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture
def tab(browser: Browser, explorer_site: Path) -> Iterator[Exploring]:
    """A tab on the report of four small evaluations that must not log any error."""
    with exploring(browser, explorer_site) as opened:
        opened.page.on("console", lambda said: opened.errors.append(said.text) if said.type == "error" else None)
        yield opened


def _loaded(page: Page) -> None:
    expect(page.locator("main h1, main .notice").first).to_be_visible()
    expect(page.locator(".waiting")).to_have_count(0)


def _width(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


def _go(page: Page, view: str) -> None:
    """Navigate by address, as a link does."""
    page.evaluate("view => { location.hash = `#/${view}`; }", view)
    page.evaluate(DRAWN)
    _loaded(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_fits_and_can_be_read(tab: Exploring, scheme: Literal["light", "dark"]) -> None:
    page = tab.open().page
    page.emulate_media(color_scheme=scheme)
    for view in VIEWS:
        _go(page, view)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            page.evaluate(DRAWN)
            assert (view, _width(page)) == (view, width)
            assert (view, page.evaluate(WEAK_TEXTS)) == (view, [])
        assert (view, page.evaluate(UNNAMED)) == (view, [])


def test_the_chosen_theme_wins_over_that_of_the_system(tab: Exploring) -> None:
    page = tab.open().page
    ground = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    light = page.evaluate(ground)
    switch = page.get_by_role("button", name="Theme")
    switch.click()
    switch.click()
    expect(switch).to_contain_text("dark")
    dark = page.evaluate(ground)
    assert light != dark
    tab.open()
    assert page.evaluate(ground) == dark
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(26, 34, 48)"
    expect(page.locator(".top nav")).to_be_hidden()
    expect(page.locator(".filters")).to_be_hidden()


def test_chart_columns_are_aligned(tab: Exploring) -> None:
    tab.page.set_viewport_size({"width": 1366, "height": 800})
    page = tab.open("#/benchmark").page
    _loaded(page)
    ends = """async () => {
      const ends = {};
      for (const card of document.querySelector(".balanced").children) {
        const { left, bottom } = card.getBoundingClientRect();
        ends[left] = Math.max(ends[left] ?? 0, bottom);
      }
      return Object.values(ends);
    }"""
    page.evaluate(DRAWN)
    found = page.evaluate(ends)
    assert len(found) > 1
    assert max(found) - min(found) < 250


def test_long_names_fit_a_phone(browser: Browser, tmp_path: Path) -> None:
    long = "very-long-name-without-an-end" * 6
    problems = [problem(long, tags=[long]), problem(f"{long} with spaces " * 2, tags=["short"])]
    jobs = [
        job_of(
            tmp_path / name,
            problems,
            {each.id: [[("x = 1\n", verdict)]] for each in problems},
            answers=f"openai:{name}-{long}",
        )
        for name, verdict in (("one", Verdict.PASSED), ("two", Verdict.RUNTIME_ERROR))
    ]
    size = {"width": 390, "height": 800}
    with exploring(browser, write_report(tmp_path / "site", jobs), viewport=size) as tab:
        views = ["leaderboard", "compare", "problems", "benchmark", "runs"]
        tab.open()
        views += [f"model/{tab.page.evaluate(MODEL)}", f"problem/{long}", f"run/{tab.page.evaluate(MODEL)}"]
        for view in views:
            _go(tab.page, view)
            assert (view, _width(tab.page)) == (view, 390)
        _go(tab.page, "problems")
        tab.page.locator(".choice", has_text="Tag").locator("summary").click()
        expect(tab.page.get_by_role("checkbox", name="short")).to_be_visible()
        assert _width(tab.page) == 390


MODEL = "document.querySelector('.board tbody .name a').hash.split('/').at(-1)"


def test_a_report_of_one_model_omits_comparisons(browser: Browser, tmp_path: Path) -> None:
    only = problem("only")
    job = job_of(tmp_path / "job", [only], {"only": [[("x = 1\n", Verdict.PASSED)]]}, answers="openai:lone")
    with exploring(browser, write_report(tmp_path / "site", [job])) as tab:
        page = tab.open().page
        expect(tab.row("lone").locator(".rank")).to_have_text("1")
        expect(page.get_by_role("columnheader", name="vs next")).to_have_count(0)
        _loaded(tab.open("#/compare").page)
        expect(page.locator("main")).to_contain_text("evaluat")
