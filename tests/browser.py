"""A real browser without a window, and what must not happen in its tabs."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

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
    """Debian's Chromium; skips the test if it is not installed."""
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
class Tab:
    """One tab, and everything that must not happen in it."""

    page: Page
    url: str
    """URL prefix of the site; nothing else may be requested."""
    requests: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def assert_quiet(self) -> None:
        """Check that only the site was requested, nothing popped up, and no script failed."""
        assert [url for url in self.requests if not url.startswith(f"{self.url}/")] == []
        assert self.dialogs == []
        assert self.errors == []


AnyTab = TypeVar("AnyTab", bound=Tab)


@contextlib.contextmanager
def tab(browser: Browser, url: str, kind: type[AnyTab], **options: Any) -> Iterator[AnyTab]:
    """A separate tab with its own storage."""
    context = browser.new_context(**options)
    opened = kind(page=context.new_page(), url=url)
    context.set_default_timeout(60_000)
    context.on("request", lambda request: opened.requests.append(request.url))
    opened.page.on("pageerror", lambda error: opened.errors.append(str(error)))

    def dismiss(dialog: Any) -> None:
        opened.dialogs.append(dialog.message)
        dialog.dismiss()

    opened.page.on("dialog", dismiss)
    try:
        yield opened
    finally:
        context.close()
