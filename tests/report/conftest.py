"""The report that tests of the explorer's pages look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.report.explorer import write_jobs, write_report


@pytest.fixture(scope="session")
def explorer_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a report on four small evaluations; not to be changed."""
    folder = tmp_path_factory.mktemp("explorer")
    return write_report(folder / "site", write_jobs(folder))
