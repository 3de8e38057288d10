"""The files of the page: its HTML lies here, scripts and styles are built from the front end."""

from __future__ import annotations

from pathlib import Path

from benchwright.errors import UsageError
from benchwright.report import site
from benchwright.server.apis.page import HEADERS, MEDIA_TYPES, PLAIN
from benchwright.server.call import Call
from benchwright.server.reply import Reply

_INDEX = Path(__file__).parent / "index.html"
_ASSETS = Path(site.__file__).parent / "assets"
_FILES = {
    "index.html": _INDEX,
    "review.js": _ASSETS / "review.js",
    "explorer.css": _ASSETS / "explorer.css",
    "icon.svg": Path(__file__).parents[1] / "page" / "icon.svg",
}
"""These are served, and nothing else."""


def require_page() -> None:
    """Refuse where the front end was not built."""
    for file in _FILES.values():
        if not file.is_file():
            raise UsageError(f"the page of reviews is not built ({file.name} is missing)", "run `make frontend`")


def page_file(name: str, call: Call) -> Reply:
    """One file of the page."""
    file = _FILES.get(name)
    if file is None:
        return Reply(status=404, text="the page has no such file\n", media_type=PLAIN, headers=HEADERS)
    headers = {**HEADERS, "Cache-Control": "no-cache"}
    return Reply(text=file.read_text(encoding="utf-8"), media_type=MEDIA_TYPES[file.suffix], headers=headers)
