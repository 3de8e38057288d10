"""Appearance: light and dark, wide and narrow, readable, and no polling while hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import browsing
from tests.server.browser import visiting
from tests.server.process import Server

pytestmark = pytest.mark.browser

Scheme = Literal["light", "dark"]

WEAK_TEXTS = """() => {
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (color) => {
    const linear = (part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    const [red, green, blue] = color.slice(0, 3).map((part) => linear(part / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = rgb(getComputedStyle(at).backgroundColor);
      if (color.length < 4 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const weak = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !element.checkVisibility() || element.closest(":disabled, option, noscript, script")) continue;
    const [one, two] = [light(rgb(getComputedStyle(element).color)), light(ground(element))].sort((a, b) => b - a);
    const contrast = (one + 0.05) / (two + 0.05);
    const name = `${element.tagName}.${element.className} ${element.textContent.slice(0, 30)}`;
    if (contrast < 4.5) weak.push(`${name}: ${contrast.toFixed(2)}`);
  }
  return weak;
}"""

UNNAMED = """() => [...document.querySelectorAll("input, select, textarea, button")]
  .filter((item) => !item.labels?.length && !item.getAttribute("aria-label") && !item.textContent.trim())
  .map((item) => item.id)"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests in this file."""
    with browsing() as running:
        yield running


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read(browser: Browser, server: Server, scheme: Scheme) -> None:
    with visiting(browser, server.url, color_scheme=scheme) as tab:
        page = tab.open().page
        seen = {}
        for code, word in (("print(1)", "Finished"), ("raise ValueError", "Runtime error")):
            tab.run(code)
            tab.says(word)
            page.locator("#details details summary").click()
            assert page.evaluate(WEAK_TEXTS) == []
            seen[word] = page.locator("#verdict").evaluate("element => getComputedStyle(element).backgroundColor")
        assert len(set(seen.values())) == 2
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
        assert (sum(ground) / 3 < 60) if scheme == "dark" else (sum(ground) / 3 > 200)
        for view in ("server", "languages"):
            page.locator(f"nav a[href='#{view}']").click()
            expect(page.locator(f"#view-{view}")).to_be_visible()
            assert page.evaluate(WEAK_TEXTS) == []


@pytest.mark.parametrize("width", [360, 390, 768, 1280])
def test_nothing_is_wider_than_the_window(browser: Browser, server: Server, width: int) -> None:
    with visiting(browser, server.url, viewport={"width": width, "height": 800}) as tab:
        page = tab.open().page
        tab.run("print('x' * 5000)\nraise ValueError('y' * 500)")
        tab.says("Runtime error")
        expect(page.locator("#verdict")).to_be_in_viewport()
        for view in ("try", "server", "languages"):
            page.locator(f"nav a[href='#{view}']").click()
            expect(page.locator(f"#view-{view}")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_controls_are_labelled_and_the_verdict_is_announced(browser: Browser, server: Server) -> None:
    with visiting(browser, server.url) as tab:
        page = tab.open().page
        assert page.evaluate(UNNAMED) == []
        expect(page.get_by_role("status").first).to_have_attribute("aria-live", "polite")
        expect(page.get_by_role("combobox", name="Language")).to_be_visible()
        expect(page.get_by_role("textbox", name="Program")).to_be_visible()
        expect(page.get_by_role("button", name="Run")).to_be_visible()


def test_languages_and_state_of_the_server(browser: Browser, server: Server) -> None:
    with visiting(browser, server.url) as tab:
        page = tab.open("#languages").page
        page.locator("#language-filter").fill("python")
        expect(page.locator("#languages-rows tr", has_text="Python 3.")).to_contain_text("judged")
        page.locator("#pill").click()
        expect(page.locator("#server-state .tile", has_text="Ready for work")).to_contain_text("yes")
        expect(page.locator("#server-state .tile", has_text="Programs waiting")).to_contain_text("0")
        expect(page.locator("#server-facts")).to_contain_text("benchwright")
        tab.assert_quiet()


def test_hidden_tabs_send_no_requests(browser: Browser, server: Server) -> None:
    with visiting(browser, server.url) as tab:
        page = tab.page
        page.clock.install()
        # A headless page is never hidden, so simulate it.
        page.add_init_script("Object.defineProperty(document, 'hidden', { get: () => window.away === true })")
        tab.open()
        expect(page.locator("#pill")).to_have_attribute("data-state", "ready")
        with page.expect_request("**/v1/health/ready"):
            page.clock.run_for(5_100)
        page.evaluate("window.away = true; document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for_load_state("networkidle")
        before = len(tab.requests)
        page.clock.run_for(60_000)
        assert len(tab.requests) == before
        with page.expect_request("**/v1/health/ready"):
            page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
