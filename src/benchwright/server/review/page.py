"""The files of the page: its HTML lies here, scripts and styles are built from the front end."""

from __future__ import annotations

from pathlib import Path

from benchwright.errors import UsageError
from benchwright.report import site
from benchwright.server.reply import Reply
from benchwright.server.static import HEADERS, MEDIA_TYPES, PLAIN

_INDEX = Path(__file__).parent / "index.html"
_ASSETS = Path(site.__file__).parent / "assets"
_NEEDED = ("review.js", "explorer.css")


def require_page() -> None:
    """Refuse where the front end was not built."""
    for name in _NEEDED:
        if not (_ASSETS / name).is_file():
            raise UsageError(f"the page of reviews is not built ({name} is missing)", "run `make frontend`")


def page_file(name: str) -> Reply:
    """One file of the page: the index, or one that was built, and nothing else."""
    file = _INDEX if name == _INDEX.name else _built().get(name)
    if file is None:
        return Reply(status=404, text="the page has no such file\n", media_type=PLAIN, headers=HEADERS)
    headers = {**HEADERS, "Cache-Control": "no-cache"}
    return Reply(text=file.read_text(encoding="utf-8"), media_type=MEDIA_TYPES[file.suffix], headers=headers)


def _built() -> dict[str, Path]:
    return {file.name: file for file in _ASSETS.iterdir() if file.suffix in MEDIA_TYPES}
