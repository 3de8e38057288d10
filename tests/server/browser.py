"""Drive the web page in a browser."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser import Tab, tab


class Visit(Tab):
    """One browser tab on the page."""

    def open(self, view: str = "") -> Visit:
        """Load the page and wait until its languages are loaded."""
        self.page.goto(f"{self.url}/{view}")
        expect(self.page.locator("body")).to_have_attribute("data-started", "yes")
        return self

    def write(self, code: str, tests: str = "") -> None:
        """Fill in the program, and the tests if there are any."""
        self.page.locator("#code").fill(code)
        panel = self.page.locator("#tests-panel")
        if tests and panel.get_attribute("open") is None:
            panel.locator("summary").click()
        if panel.get_attribute("open") is not None:
            self.page.locator("#tests").fill(tests)

    def run(self, code: str, tests: str = "") -> None:
        """Run the program and wait for its verdict."""
        self.write(code, tests)
        self.page.locator("#run").click()
        self.finish()

    def finish(self) -> None:
        """Wait for the verdict."""
        expect(self.page.locator("#cancel")).to_be_disabled()

    def says(self, word: str) -> None:
        """Assert the verdict's title."""
        expect(self.page.locator("#verdict .word")).to_have_text(word)

    def limit_wall(self, wall_s: float) -> None:
        """Set the time limit in seconds."""
        self.page.locator("#input-panel summary").click()
        self.page.locator("#wall").fill(str(wall_s))


def visiting(browser: Browser, url: str, **options: Any) -> AbstractContextManager[Visit]:
    """Open a tab with its own storage."""
    return tab(browser, url, Visit, **options)
