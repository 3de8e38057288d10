"""Opens job directories: a new one, the same one again, or one only to read."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.jobs.lock import hold
from benchwright.jobs.manifest import MANIFEST_FILE, Manifest, differences, read_manifest, write_manifest
from benchwright.jobs.store import State, Store

STORE_FILE = "job.sqlite"


class Job:
    """A job directory: its manifest and its store."""

    def __init__(self, folder: Path, manifest: Manifest, store: Store, *, resumed: bool = False) -> None:
        self.folder = folder
        """Where it lies."""
        self.manifest = manifest
        """What it is about."""
        self.store = store
        """How far it has come."""
        self.resumed = resumed
        """Whether it existed before."""
        self.discarded = False
        """Whether it is to be taken away when it is closed; only one that was begun now can be."""


@contextlib.contextmanager
def open_job(folder: Path, manifest: Manifest) -> Iterator[Job]:
    """Work on the job of this manifest, alone: begin it, or go on with it if it is the same."""
    existed = folder.exists()
    _make(folder)
    if not (folder / MANIFEST_FILE).exists():
        _refuse_foreign(folder)
    with hold(folder):
        resumed = (folder / MANIFEST_FILE).exists()
        if resumed:
            manifest = _continued(folder, manifest)
        else:
            write_manifest(folder, manifest)
        with Store(folder / STORE_FILE) as store:
            job = Job(folder, manifest, store, resumed=resumed)
            try:
                yield job
            finally:
                if job.discarded and not resumed:
                    _remove(folder, whole=not existed)


@contextlib.contextmanager
def worth_keeping(job: Job, step: str) -> Iterator[None]:
    """A job that wrong use ended before anything of the step was done must not stand in the way of the right one."""
    try:
        yield
    except UsageError:
        job.discarded = not job.store.count(step).get(State.DONE)
        raise


@contextlib.contextmanager
def reopen_job(folder: Path) -> Iterator[Job]:
    """Work on a job that exists, alone, as its manifest says."""
    manifest = read_manifest(folder)
    with hold(folder), Store(folder / STORE_FILE) as store:
        yield Job(folder, manifest, store, resumed=True)


@contextlib.contextmanager
def read_job(folder: Path) -> Iterator[Job]:
    """A job to look at, also while another process works on it."""
    manifest = read_manifest(folder)
    with Store(folder / STORE_FILE, writable=False) as store:
        yield Job(folder, manifest, store, resumed=True)


def find_jobs(folder: Path, unreadable: Callable[[Path], object] = lambda _: None) -> Iterator[Path]:
    """The job directories at or below a folder, by name; jobs have no jobs inside. `unreadable` is told of folders that
    cannot be looked into."""
    try:
        if (folder / MANIFEST_FILE).is_file() and (folder / STORE_FILE).is_file():
            yield folder
            return
        inside = [path for path in sorted(folder.iterdir()) if path.is_dir() and not path.is_symlink()]
    except OSError:
        unreadable(folder)
        return
    for path in inside:
        if not path.name.startswith("."):
            yield from find_jobs(path, unreadable)


def distinct_folders(folders: Iterable[Path]) -> tuple[Path, ...]:
    """Each folder once, in the first of the spellings that name it."""
    found: dict[Path, Path] = {}
    for folder in folders:
        found.setdefault(folder.resolve(), folder)
    return tuple(found.values())


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot make {folder}: {error.strerror}", "check the path") from None


def _remove(folder: Path, *, whole: bool) -> None:
    """All that a job made in its folder, which had nothing else in it, and the folder if it was made too."""
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    if whole:
        folder.rmdir()


def _refuse_foreign(folder: Path) -> None:
    """A folder with other things in it is nobody's job; only what a killed beginning leaves may be there."""
    others = [path.name for path in folder.iterdir() if path.name not in ("lock", f".{MANIFEST_FILE}.new")]
    if others:
        raise UsageError(f"{folder} has other files in it ({min(others)} …)", "name a new or empty folder")


def _continued(folder: Path, manifest: Manifest) -> Manifest:
    old = read_manifest(folder)
    if old.kind != manifest.kind:
        raise UsageError(f"{folder} is a job of another kind ({old.kind})", "name another folder")
    if found := differences(old.decides, manifest.decides):
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        raise UsageError(f"{folder} was begun with other settings ({found[0]}{more})", "name another folder")
    return old
