"""Write the explorer as a folder that opens from disk, and replace an older one at the end."""

from __future__ import annotations

import contextlib
import fcntl
import glob
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.jobs.job import is_locked
from benchwright.report.site.explorer import Explorer
from benchwright.report.site.page import built_assets, data_file, index_html

MARKER = ".benchwright-report"
"""File that marks a report: only such a folder is replaced."""
OURS = frozenset((MARKER, "index.html", "assets", "data"))
"""Everything that a report has at its top level. Other files, such as .git or CNAME of a hosted site, belong to the
user."""


@contextlib.contextmanager
def replacement_folder(folder: Path) -> Iterator[Path]:
    """Yield a folder that replaces `folder` at the end, on success. Until then the old one stays, even if the process
    is killed; the next writer removes what a killed one left. The user's own files are moved from the old folder to the
    new one."""
    target = folder.resolve() if folder.is_symlink() else folder.absolute()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _alone_in(target.parent):
            _refuse_foreign(folder)
            _clear(target)
            made = Path(tempfile.mkdtemp(prefix=_prefix(target), dir=target.parent))
            holder = _locked(made)
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror}", "check the path") from None
    try:
        (made / MARKER).write_text("Written by benchwright report, which may replace this folder.\n", encoding="utf-8")
        yield made
        made.chmod(0o777 & ~_mask())
        with _alone_in(target.parent):
            _swap(made, target)
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror}", "check the path and the disk") from None
    finally:
        _remove(made)
        os.close(holder)


@contextlib.contextmanager
def _alone_in(parent: Path) -> Iterator[None]:
    """Lock out other writers in the same parent: none removes a folder that is not locked yet, or swaps in between."""
    holder = _locked(parent)
    try:
        yield
    finally:
        os.close(holder)


def _locked(folder: Path) -> int:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    return descriptor


def _refuse_foreign(folder: Path) -> None:
    if not os.path.lexists(folder):
        return
    if not folder.is_dir():
        raise UsageError(f"{folder} is not a folder", "pass a folder with --out; it is created if missing")
    if not (folder / MARKER).exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} contains other files", "pass a new or empty folder, or a report to replace")


def _swap(made: Path, target: Path) -> None:
    """Rename twice; in between there is briefly no report, but never half of one."""
    old = made.with_name(f"{made.name}.old")
    if target.exists():
        target.rename(old)
    made.rename(target)
    _carry_over(old, target)
    _remove(old)


def _carry_over(old: Path, target: Path) -> None:
    """Move the user's files after the swap: before it, a killed writer would leave them in a folder to be removed."""
    if not old.is_dir():
        return
    for path in old.iterdir():
        if path.name not in OURS and not os.path.lexists(target / path.name):
            path.rename(target / path.name)


def _remove(folder: Path) -> None:
    """Remove the report's files, and the folder if nothing else is in it."""
    for name in OURS:
        path = folder / name
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with contextlib.suppress(OSError):
                path.unlink()
    with contextlib.suppress(OSError):
        folder.rmdir()


def _clear(target: Path) -> None:
    """Clean up after killed writers. If one was killed between its two renames, restore the old report first."""
    for left in sorted(target.parent.glob(f"{glob.escape(_prefix(target))}*")):
        if left.name.endswith(".old") and not target.exists():
            left.rename(target)
        elif not is_locked(left):
            if target.is_dir():
                _carry_over(left, target)
            _remove(left)


def _prefix(target: Path) -> str:
    return f".{target.name}.new-"


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


DATA_FOLDER = "data"


class WrittenSite(msgspec.Struct, frozen=True, kw_only=True):
    """Summary of a written report."""

    page: Path
    """Path of the page to open."""
    files: int
    """Number of files written."""
    size_bytes: int
    """Total size of the files."""
    models: int
    """Models in the leaderboard."""
    problems: int
    """Problems with a page."""
    notes: tuple[str, ...]
    """Caveats for reading the numbers."""


def write_site(
    explorer: Explorer, folder: Path, *, watch: Callable[[str], None] = lambda _: None, assets: Path | None = None
) -> WrittenSite:
    """Write all files, replacing an older report; `watch` is called with each problem. `assets` is the folder of the
    built page, if not in the package."""
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
    """Writes files and counts them."""

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
