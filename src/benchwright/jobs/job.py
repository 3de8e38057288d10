"""Create, resume, read and lock job directories. Only one process at a time can work on a job."""

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
    """Hold the job's lock. Raises UsageError if another process holds it."""
    descriptor = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        try:
            _lock(descriptor)
        except BlockingIOError:
            holder = os.pread(descriptor, 20, 0).decode(errors="replace").strip() or "unknown"
            hint = "wait until it has finished, or stop it"
            raise UsageError(f"{folder} is in use by process {holder}", hint) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    """Retry a few times: a process that only checks whether the job is held, such as a live report, also holds the lock
    for a moment."""
    for pause_s in (0.01, 0.02, 0.05, 0.1):
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        time.sleep(pause_s)
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_held(folder: Path) -> bool:
    """Whether a process is working on the job."""
    return is_locked(folder / LOCK_FILE)


def is_locked(path: Path) -> bool:
    """Whether a running process holds an exclusive lock on this file or folder. The kernel releases it on exit."""
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
_HINT = f"a job directory contains {MANIFEST_FILE} and job.sqlite"


def check_directory(path: Path) -> None:
    """Raise UsageError if the path does not exist or is a file. A folder may be a job or contain jobs."""
    if not path.exists():
        raise UsageError(f"{path} does not exist", "`benchwright jobs FOLDER` lists the jobs in a folder")
    if not path.is_dir():
        raise UsageError(f"{path} is a file, not a job directory", _HINT)


def check_job(path: Path) -> None:
    """Raise UsageError if the path is not a job directory. For a folder of jobs, the message lists them."""
    check_directory(path)
    if (path / MANIFEST_FILE).is_file():
        return
    inside = jobs_inside(path)
    if not inside:
        raise UsageError(f"{path} is not a job", _HINT)
    more = ", …" if len(inside) > _MOST_TOLD else ""
    message = f"{path} is not a job, but contains these jobs: {', '.join(inside[:_MOST_TOLD])}{more}"
    raise UsageError(message, f"choose one of them, such as {path / inside[0]}")


def jobs_inside(folder: Path) -> list[str]:
    """Return the names of the jobs directly in a folder."""
    return sorted(path.name for path in folder.iterdir() if (path / MANIFEST_FILE).is_file())


STORE_FILE = "job.sqlite"


class Job:
    """A job directory: its manifest and its store."""

    def __init__(self, folder: Path, manifest: Manifest, store: Store, *, resumed: bool = False) -> None:
        self.folder = folder
        """The job directory."""
        self.manifest = manifest
        """The job's settings and origin."""
        self.store = store
        """The job's progress and results."""
        self.resumed = resumed
        """Whether the job existed before."""
        self.discarded = False
        """Whether to delete the job when it is closed. Only a job that was created now can be deleted."""


@contextlib.contextmanager
def open_job(folder: Path, manifest: Manifest) -> Iterator[Job]:
    """Create the job, or resume it if the folder contains the same one. Holds the job's lock."""
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
    """Discard a new job if a UsageError stops it before any item of the step is done, so that the corrected command can
    use the same folder."""
    try:
        yield
    except UsageError:
        job.discarded = not job.store.count(step).get(State.DONE)
        raise


@contextlib.contextmanager
def reopen_job(folder: Path) -> Iterator[Job]:
    """Resume an existing job with the settings in its manifest. Holds the job's lock."""
    manifest = read_manifest(folder)
    with hold(folder), Store(folder / STORE_FILE) as store:
        yield Job(folder, manifest, store, resumed=True)


@contextlib.contextmanager
def read_job(folder: Path) -> Iterator[Job]:
    """Open a job for reading, even while another process works on it."""
    manifest = read_manifest(folder)
    with Store(folder / STORE_FILE, writable=False) as store:
        yield Job(folder, manifest, store, resumed=True)


def find_jobs(folder: Path, unreadable: Callable[[Path], object] = lambda _: None) -> Iterator[Path]:
    """Find the job directories at or below a folder, sorted by name. Jobs do not contain jobs. `unreadable` is called
    for each folder that cannot be read."""
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
    """Remove folders that are the same after resolving, keeping the first spelling of each."""
    found: dict[Path, Path] = {}
    for folder in folders:
        found.setdefault(folder.resolve(), folder)
    return tuple(found.values())


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot create {folder}: {error.strerror}", "check the path") from None


def _remove(folder: Path, *, whole: bool) -> None:
    """Delete everything in the job directory, which contains nothing else, and the directory if `whole`."""
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    if whole:
        folder.rmdir()


def _refuse_foreign(folder: Path) -> None:
    """Refuse a folder that contains other files, except those left by a job that was killed while being created."""
    others = [path.name for path in folder.iterdir() if path.name not in ("lock", f".{MANIFEST_FILE}.new")]
    if others:
        raise UsageError(f"{folder} contains other files ({min(others)} …)", "choose a new or empty folder")


def _continued(folder: Path, manifest: Manifest) -> Manifest:
    old = read_manifest(folder)
    if old.kind != manifest.kind:
        raise UsageError(f"{folder} is a job of another kind ({old.kind})", "choose another folder")
    if found := differences(old.pinned, manifest.pinned):
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        raise UsageError(f"{folder} was started with other settings ({found[0]}{more})", "choose another folder")
    return old
