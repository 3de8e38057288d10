"""The part of the demo that keeps its jobs and shows them as a report."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchwright.errors import UsageError

_MARKER = ".benchwright-demo"
"""File by which the folder of a demo is known: only in such a one jobs are replaced."""


class Kept:
    """Where the demo's jobs lie, and what is to be said about them at the end."""

    def __init__(self, folder: Path, jobs: Sequence[str] = (), *, asked_for: bool) -> None:
        self.folder = folder
        """Its jobs are folders in it."""
        self.told = ""
        """Where the report is, or why there is none."""
        self._jobs = tuple(jobs)
        self._asked_for = asked_for

    def write_report(self) -> None:
        """A site of all jobs, where somebody wants to keep them."""
        from benchwright.jobs import find_jobs
        from benchwright.report.site import Explorer, write_site
        from benchwright.report.site.page import built_assets

        if not self._asked_for:
            return
        try:
            built_assets()
            jobs = [job for name in self._jobs for job in find_jobs(self.folder / name)]
            written = write_site(Explorer(jobs), self.folder / "report")
        except UsageError as error:
            self.told = f"No report: {error.sentence}"
        else:
            self.told = f"All of this to look at, down to every verdict: open {written.page}"


@contextlib.contextmanager
def kept_jobs(out: Path | None, jobs: Sequence[str]) -> Iterator[Kept]:
    """The folder asked for, without these jobs of an older demo; or one that is gone in the end."""
    if out is None:
        with tempfile.TemporaryDirectory(prefix="benchwright-demo-") as folder:
            yield Kept(Path(folder), asked_for=False)
        return
    try:
        _empty(out, jobs)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}", "check the path") from None
    yield Kept(out, jobs, asked_for=True)


def _empty(folder: Path, jobs: Sequence[str]) -> None:
    """Of the demo's own jobs: what else somebody keeps there stays. The older report stands until the new one."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / _MARKER).exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} has other files in it", "name a new or empty folder, or that of an older demo")
    (folder / _MARKER).touch()
    for path in (folder / name for name in jobs):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
