"""A real browser without a window, and what the page is asked to do in it."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
# A busy machine needs longer than five seconds for what takes a tenth of one.
expect.set_options(timeout=60_000)


@contextlib.contextmanager
def browsing() -> Iterator[Browser]:
    """Debian's Chromium; the test skips where there is none."""
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("browser missing: no chromium on PATH")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Visit:
    """One tab on the page, and everything that must not happen in it."""

    page: Page
    url: str
    requests: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def open(self, view: str = "") -> Visit:
        """Load the page, and wait until it has its languages."""
        self.page.goto(f"{self.url}/{view}")
        expect(self.page.locator("body")).to_have_attribute("data-started", "yes")
        return self

    def write(self, code: str, tests: str = "") -> None:
        """Put a program, and tests where there are any, into the editors."""
        self.page.locator("#code").fill(code)
        panel = self.page.locator("#tests-panel")
        if tests and panel.get_attribute("open") is None:
            panel.locator("summary").click()
        if panel.get_attribute("open") is not None:
            self.page.locator("#tests").fill(tests)

    def run(self, code: str, tests: str = "") -> None:
        """Run it to its verdict."""
        self.write(code, tests)
        self.page.locator("#run").click()
        self.finish()

    def finish(self) -> None:
        """Wait for the verdict."""
        expect(self.page.locator("#cancel")).to_be_disabled()

    def says(self, word: str) -> None:
        """The verdict is this word."""
        expect(self.page.locator("#verdict .word")).to_have_text(word)

    def limit_wall(self, wall_s: float) -> None:
        """Allow so many seconds."""
        self.page.locator("#input-panel summary").click()
        self.page.locator("#wall").fill(str(wall_s))

    def assert_quiet(self) -> None:
        """Nothing but the server was asked, nothing popped up, no script failed."""
        assert [url for url in self.requests if not url.startswith(f"{self.url}/")] == []
        assert self.dialogs == []
        assert self.errors == []


@contextlib.contextmanager
def visiting(browser: Browser, url: str, **options: Any) -> Iterator[Visit]:
    """A tab of its own, with its own storage."""
    context = browser.new_context(**options)
    visit = Visit(page=context.new_page(), url=url)
    context.set_default_timeout(60_000)
    context.on("request", lambda request: visit.requests.append(request.url))
    visit.page.on("pageerror", lambda error: visit.errors.append(str(error)))

    def dismiss(dialog: Any) -> None:
        visit.dialogs.append(dialog.message)
        dialog.dismiss()

    visit.page.on("dialog", dismiss)
    try:
        yield visit
    finally:
        context.close()
