"""The report that the explorer's page tests use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import browsing
from tests.report.explorer import Exploring, exploring, write_jobs, write_report


@pytest.fixture(scope="session")
def explorer_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a report on four small evaluations; tests must not change it."""
    folder = tmp_path_factory.mktemp("explorer")
    return write_report(folder / "site", write_jobs(folder))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser per file; any longer, its event loop would interfere with other tests."""
    with browsing() as running:
        yield running


@pytest.fixture
def tab(browser: Browser, explorer_site: Path) -> Iterator[Exploring]:
    """A fresh tab on that report; afterwards, check that it requested nothing but the report."""
    with exploring(browser, explorer_site) as opened:
        yield opened
