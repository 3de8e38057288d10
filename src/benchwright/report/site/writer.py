"""Writes the explorer as a folder of files that opens from disk."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec

from benchwright.report.site.encode import data_file
from benchwright.report.site.explorer import Explorer
from benchwright.report.site.folder import replacement_folder
from benchwright.report.site.page import built_assets, index_html

DATA_FOLDER = "data"


class WrittenSite(msgspec.Struct, frozen=True, kw_only=True):
    """What was written."""

    page: Path
    """What to open."""
    files: int
    """How many files."""
    size_bytes: int
    """All of them together."""
    models: int
    """In the leaderboard."""
    problems: int
    """With a page."""
    notes: tuple[str, ...]
    """What must be known to read the numbers."""


def write_site(
    explorer: Explorer, folder: Path, *, watch: Callable[[str], None] = lambda _: None, assets: Path | None = None
) -> WrittenSite:
    """Write all files, in place of an older report; `watch` hears of each problem. `assets` is where the built page
    lies, if not in the package."""
    assets = built_assets(assets)
    with replacement_folder(folder) as made:
        writing = _Writing(made)
        for key, record in explorer.problem_pages():
            writing.data(key, record)
            watch(record.id)
        for key in explorer.common_keys():
            writing.data(key, explorer.data(key))
        site = explorer.site()
        writing.file("index.html", index_html(site).encode(errors="replace"))
        shutil.copytree(assets, made / "assets", copy_function=shutil.copyfile)
        copied = [file.stat().st_size for file in (made / "assets").rglob("*") if file.is_file()]
    return WrittenSite(
        page=folder / "index.html",
        files=writing.files + len(copied),
        size_bytes=writing.size_bytes + sum(copied),
        models=len(site.models),
        problems=len(site.problems.ids),
        notes=site.notes,
    )


class _Writing:
    """Counts what it writes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.files, self.size_bytes = 0, 0
        for part in ("models", "problems", "runs"):
            (folder / DATA_FOLDER / part).mkdir(parents=True)

    def data(self, key: str, record: msgspec.Struct) -> None:
        self.file(f"{DATA_FOLDER}/{key}.js", data_file(key, record))

    def file(self, name: str, data: bytes) -> None:
        (self._folder / name).write_bytes(data)
        self.files += 1
        self.size_bytes += len(data)
