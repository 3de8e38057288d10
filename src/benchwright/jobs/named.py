"""Paths that a user named as jobs: what is wrong with one that is none."""

from __future__ import annotations

from pathlib import Path

from benchwright.errors import UsageError
from benchwright.jobs.manifest import MANIFEST_FILE

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
