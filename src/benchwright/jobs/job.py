"""Job directories: create, reopen, read, and lock them. One process at a time works on a job."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.jobs.manifest import MANIFEST_FILE, Manifest, differences, read_manifest, write_manifest
from benchwright.jobs.store import State, Store

LOCK_FILE = "lock"


@contextlib.contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Be the one that works on the job, or be refused."""
    descriptor = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        try:
            _lock(descriptor)
        except BlockingIOError:
            holder = os.pread(descriptor, 20, 0).decode(errors="replace").strip() or "unknown"
            raise UsageError(f"{folder} is in use by process {holder}", "wait for it, or end it") from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    """Tried a few times: who only looks whether the job is held, as a live report does often, holds it a moment."""
    for pause_s in (0.01, 0.02, 0.05, 0.1):
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        time.sleep(pause_s)
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_held(folder: Path) -> bool:
    """Whether somebody works on the job now."""
    return is_locked(folder / LOCK_FILE)


def is_locked(path: Path) -> bool:
    """Whether a living process has this file or folder for itself: the kernel gives the lock back when it dies."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


_MOST_TOLD = 6
_HINT = f"a job directory has a {MANIFEST_FILE} and a job.sqlite"


def check_directory(path: Path) -> None:
    """Refuse what is not there or is a file; a folder may be a job or hold some."""
    if not path.exists():
        raise UsageError(f"{path} does not exist", "`benchwright jobs FOLDER` lists the jobs in a folder")
    if not path.is_dir():
        raise UsageError(f"{path} is a file, not a job directory", _HINT)


def check_job(path: Path) -> None:
    """Refuse what is no job directory; of a folder of jobs it is said which are in it."""
    check_directory(path)
    if (path / MANIFEST_FILE).is_file():
        return
    inside = jobs_inside(path)
    if not inside:
        raise UsageError(f"{path} is no job", _HINT)
    more = ", …" if len(inside) > _MOST_TOLD else ""
    told = f"{path} is no job, but has these jobs in it: {', '.join(inside[:_MOST_TOLD])}{more}"
    raise UsageError(told, f"name one of them, as in {path / inside[0]}")


def jobs_inside(folder: Path) -> list[str]:
    """Names of the jobs right in a folder."""
    return sorted(path.name for path in folder.iterdir() if (path / MANIFEST_FILE).is_file())


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
    if found := differences(old.pinned, manifest.pinned):
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        raise UsageError(f"{folder} was begun with other settings ({found[0]}{more})", "name another folder")
    return old
