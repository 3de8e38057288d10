"""What is reviewed, and reviews on disk: each change is stored at once, and no reviewer overwrites another."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluation.benchmark import kept_problems
from benchwright.evaluation.rejudge import settings_of
from benchwright.generate.finish import FINAL_STEP
from benchwright.generate.publish import PROBLEMS_FILE
from benchwright.jobs import Job, State, Store, read_job
from benchwright.jobs.job import check_job, jobs_inside
from benchwright.jobs.manifest import MANIFEST_FILE
from benchwright.problems import Problem, read_problems
from benchwright.problems.formats.benchwright import Row, read
from benchwright.report.review import REVIEW_SCHEMA, Review

REVIEWS_FILE = "reviews.sqlite"
REVIEW_STEP = "review"
_LONGEST_NAME = 64


class Reviews:
    """The reviews of one folder. Several processes may write: each change is one transaction."""

    def __init__(self, folder: Path) -> None:
        _require_writable(folder)
        self._file = folder / REVIEWS_FILE
        self._store = Store(self._file)

    def get(self, problem: str, reviewer: str) -> Review:
        """What the reviewer has said of the problem; an empty review where that is nothing."""
        data = self._store.done(REVIEW_STEP, _key(problem, reviewer))
        return _decode(data, self._file) if data else Review(problem=problem, reviewer=reviewer)

    def all(self) -> list[Review]:
        """Of all reviewers."""
        return list(_reviews(self._store, self._file))

    def change(self, problem: str, reviewer: str, change: Callable[[Review], Review]) -> Review:
        """The review after a change, which is on disk when this returns."""
        with self._store.transaction():
            changed = msgspec.structs.replace(change(self.get(problem, reviewer)), at=now())
            self._store.put(REVIEW_STEP, _key(problem, reviewer), msgspec.json.encode(changed))
        return changed

    def close(self) -> None:
        """Give the file back."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read_reviews(folder: Path) -> list[Review]:
    """The reviews of a folder, also one that nobody may write to; none where there are none."""
    file = folder / REVIEWS_FILE
    if not file.exists():
        return []
    with Store(file, writable=False) as store:
        return list(_reviews(store, file))


def checked_name(reviewer: str) -> str:
    """The name of a reviewer, if it is one."""
    name = reviewer.strip()
    if not name or len(name) > _LONGEST_NAME or not name.isprintable() or "#" in name:
        hint = f"at most {_LONGEST_NAME} printable signs without #"
        raise UsageError(f"{reviewer!r} is no name for a reviewer", hint)
    return name


def now() -> str:
    """In UTC, exactly: the last word counts."""
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
        raise UsageError(f"{file}: {error}", "are these reviews?") from None
    if review.schema != REVIEW_SCHEMA:
        raise UsageError(f"{file} has version {review.schema}, not {REVIEW_SCHEMA}", "use the release that made it")
    return review


def _require_writable(folder: Path) -> None:
    """Known before anybody has worked in vain."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        hint = "reviews can be kept elsewhere: --out FOLDER"
        raise UsageError(f"cannot keep reviews in {folder}: {error.strerror}", hint) from None


class Reviewed(msgspec.Struct, frozen=True, kw_only=True):
    """Problems, and where the reviews of them are kept."""

    name: str
    """As the user named it."""
    kind: str
    """generation, evaluation or benchmark."""
    folder: Path
    """Of the reviews."""
    problems: Mapping[str, Problem]
    """By id, in their order."""


def find_reviewed(name: str, out: Path | None = None) -> Reviewed:
    """The problems of a job or a benchmark. Reviews lie in the job's folder unless `out` names another."""
    folder = Path(name)
    if (folder / MANIFEST_FILE).is_file():
        with read_job(folder) as job:
            problems = _of_job(job)
        if not problems:
            raise UsageError(f"{name} has no problems yet", "`benchwright jobs` says how far it has come")
        return Reviewed(name=name, kind=job.manifest.kind, folder=out or folder, problems=problems)
    if folder.is_dir() and jobs_inside(folder):
        check_job(folder)
    problems = {problem.id: problem for problem in read_problems(name)}
    if out is None:
        raise UsageError(f"{name} is no job that could keep reviews", "name a folder for them: --out FOLDER")
    return Reviewed(name=name, kind="benchmark", folder=out, problems=problems)


def _of_job(job: Job) -> dict[str, Problem]:
    match job.manifest.kind:
        case "evaluation":
            return kept_problems(job.folder, settings_of(job.manifest).benchmark)
        case "generation":
            return _generated(job)
    raise UsageError(f"{job.folder} is a job of another kind ({job.manifest.kind})", "name a generation or evaluation")


def _generated(job: Job) -> dict[str, Problem]:
    """What was published; of a job that has not come to that, what is finished so far."""
    if (job.folder / PROBLEMS_FILE).is_file():
        problems = read_problems(job.folder / PROBLEMS_FILE)
    else:
        done = (item for item in job.store.items(FINAL_STEP) if item.state is State.DONE)
        problems = [read(job.store.decoded(FINAL_STEP, item.item, item.data, Row), 0) for item in done]
    return {problem.id: problem for problem in problems}
