"""Whether a job is being worked on, and whether its files changed since they were read."""

from __future__ import annotations

from pathlib import Path

from benchwright.evaluate.benchmark import BENCHMARK_FILE
from benchwright.jobs.lock import is_held

Signature = tuple[object, ...]

_WATCHED = (
    "manifest.json",
    "job.sqlite",
    "job.sqlite-wal",
    "score.json",
    "funnel.json",
    "problems.jsonl",
    BENCHMARK_FILE,
)


def signature(folder: Path) -> Signature:
    """Another one as soon as anything that is shown of the job may be another."""
    return (is_held(folder), *(_stamp(folder / name) for name in _WATCHED))


def state_of(folder: Path, *, finished: bool) -> str:
    """running, done or unfinished."""
    return "running" if is_held(folder) else "done" if finished else "unfinished"


def _stamp(file: Path) -> tuple[int, int] | None:
    """None also of an empty one: a reader leaves such a log behind, and no job is another by being read. Also another
    one when the file may be read now and could not before."""
    try:
        found = file.stat()
    except OSError:
        return None
    return (found.st_ctime_ns, found.st_size) if found.st_size else None
