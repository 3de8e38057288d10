"""The files of the page: its HTML lies here, scripts and styles are built from the front end."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.report.site.page import ASSETS
from benchwright.server.static import StaticFile, read_files

_NEEDED = ("review.js", "explorer.css")


def require_page() -> None:
    """Refuse where the front end was not built."""
    for name in _NEEDED:
        if not (ASSETS / name).is_file():
            raise UsageError(f"the page of reviews is not built ({name} is missing)", "run `make frontend`")


@cache
def page_files() -> dict[str, StaticFile]:
    """Name → file: the index, and what was built; nothing else is served."""
    return read_files(ASSETS) | read_files(Path(__file__).parent)
