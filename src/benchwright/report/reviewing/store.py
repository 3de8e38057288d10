"""Find the problems under review and store reviews: each change is saved immediately, and reviewers never overwrite
each other."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluation.benchmark import load_problems
from benchwright.evaluation.rejudge import settings_of
from benchwright.generate.finish import FINAL_STEP
from benchwright.generate.publish import PROBLEMS_FILE
from benchwright.jobs import Job, State, Store, read_job
from benchwright.jobs.job import check_job, jobs_inside
from benchwright.jobs.manifest import MANIFEST_FILE
from benchwright.problems import Problem, read_problems
from benchwright.problems.formats.benchwright import Row, read
from benchwright.report.reviewing import REVIEW_SCHEMA, Review

REVIEWS_FILE = "reviews.sqlite"
REVIEW_STEP = "review"
_LONGEST_NAME = 64


class Reviews:
    """The reviews in one folder. Several processes may write: each change is one transaction."""

    def __init__(self, folder: Path) -> None:
        _require_writable(folder)
        self._file = folder / REVIEWS_FILE
        self._store = Store(self._file)

    def get(self, problem: str, reviewer: str) -> Review:
        """Return the reviewer's review of the problem; an empty one if there is none."""
        data = self._store.done(REVIEW_STEP, _key(problem, reviewer))
        return _decode(data, self._file) if data else Review(problem=problem, reviewer=reviewer)

    def all(self) -> list[Review]:
        """Return the reviews of all reviewers."""
        return list(_reviews(self._store, self._file))

    def change(self, problem: str, reviewer: str, change: Callable[[Review], Review]) -> Review:
        """Change a review; it is on disk when this returns."""
        with self._store.transaction():
            changed = msgspec.structs.replace(change(self.get(problem, reviewer)), at=now())
            self._store.put(REVIEW_STEP, _key(problem, reviewer), msgspec.json.encode(changed))
        return changed

    def close(self) -> None:
        """Close the file."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read_reviews(folder: Path) -> list[Review]:
    """Read the reviews in a folder, which may be read-only; empty if there are none."""
    file = folder / REVIEWS_FILE
    if not file.exists():
        return []
    with Store(file, writable=False) as store:
        return list(_reviews(store, file))


def checked_name(reviewer: str) -> str:
    """Validate the name of a reviewer."""
    name = reviewer.strip()
    if not name or len(name) > _LONGEST_NAME or not name.isprintable() or "#" in name:
        hint = f"use at most {_LONGEST_NAME} printable characters without #"
        raise UsageError(f"{reviewer!r} is not a valid reviewer name", hint)
    return name


def now() -> str:
    """Return the current time in UTC with microseconds, which decide the order of corrections."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _key(problem: str, reviewer: str) -> str:
    return f"{problem}#{reviewer}"


def _reviews(store: Store, file: Path) -> Iterator[Review]:
    for item in store.items(REVIEW_STEP):
        yield _decode(item.data, file)


def _decode(data: bytes, file: Path) -> Review:
    try:
        review = msgspec.json.decode(data, type=Review)
    except msgspec.DecodeError as error:
        raise UsageError(f"{file}: {error}", "check that the file contains reviews") from None
    if review.schema != REVIEW_SCHEMA:
        raise UsageError(f"{file} has version {review.schema}, not {REVIEW_SCHEMA}", "use the release that made it")
    return review


def _require_writable(folder: Path) -> None:
    """Check this before the reviewer starts to work."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        hint = "choose another folder: --out FOLDER"
        raise UsageError(f"cannot keep reviews in {folder}: {error.strerror}", hint) from None


class Reviewed(msgspec.Struct, frozen=True, kw_only=True):
    """Problems, and where their reviews are kept."""

    name: str
    """The job or benchmark as the user named it."""
    kind: str
    """Either generation, evaluation or benchmark."""
    folder: Path
    """Folder that keeps the reviews."""
    problems: Mapping[str, Problem]
    """Problems by id, in order."""


def find_reviewed(name: str, out: Path | None = None) -> Reviewed:
    """Read the problems of a job or a benchmark. Reviews are kept in the job directory unless `out` names another."""
    folder = Path(name)
    if (folder / MANIFEST_FILE).is_file():
        with read_job(folder) as job:
            problems = _of_job(job)
        if not problems:
            raise UsageError(f"{name} has no problems yet", "`benchwright jobs` shows its progress")
        return Reviewed(name=name, kind=job.manifest.kind, folder=out or folder, problems=problems)
    if folder.is_dir() and jobs_inside(folder):
        check_job(folder)
    problems = {problem.id: problem for problem in read_problems(name)}
    if out is None:
        raise UsageError(f"{name} is not a job that can keep reviews", "pass a folder for them: --out FOLDER")
    return Reviewed(name=name, kind="benchmark", folder=out, problems=problems)


def _of_job(job: Job) -> dict[str, Problem]:
    match job.manifest.kind:
        case "evaluation":
            return load_problems(job.folder, settings_of(job.manifest).benchmark)
        case "generation":
            return _generated(job)
    raise UsageError(
        f"{job.folder} is a job of another kind ({job.manifest.kind})", "pass a generation or an evaluation"
    )


def _generated(job: Job) -> dict[str, Problem]:
    """Return the published problems; if the job has not published yet, those finished so far."""
    if (job.folder / PROBLEMS_FILE).is_file():
        problems = read_problems(job.folder / PROBLEMS_FILE)
    else:
        done = (item for item in job.store.items(FINAL_STEP) if item.state is State.DONE)
        problems = [read(job.store.decoded(FINAL_STEP, item.item, item.data, Row), 0) for item in done]
    return {problem.id: problem for problem in problems}
