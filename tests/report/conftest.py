"""The report that tests of the explorer's pages look at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import browsing
from tests.report.explorer import Exploring, exploring, write_jobs, write_report


@pytest.fixture(scope="session")
def explorer_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a report on four small evaluations; not to be changed."""
    folder = tmp_path_factory.mktemp("explorer")
    return write_report(folder / "site", write_jobs(folder))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for all tests of a file; longer, and its event loop would be in the way of other tests."""
    with browsing() as running:
        yield running


@pytest.fixture
def tab(browser: Browser, explorer_site: Path) -> Iterator[Exploring]:
    """A fresh tab on that report; whatever the test did, nothing but the report was asked for."""
    with exploring(browser, explorer_site) as opened:
        yield opened
