"""One process at a time works on a job. The kernel gives the lock back when its holder dies, however it dies."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

from benchwright.errors import UsageError

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
