"""What there is to review: the problems of a generation, of an evaluation, or of a benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluate.again import settings_of
from benchwright.evaluate.benchmark import kept_problems
from benchwright.generate.finish import FINAL_STEP
from benchwright.generate.publish import PROBLEMS_FILE
from benchwright.jobs import Job, State, read_job
from benchwright.jobs.manifest import MANIFEST_FILE
from benchwright.jobs.named import check_job, jobs_inside
from benchwright.problems import Problem, read_problems
from benchwright.problems.formats.benchwright import Row, read


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
