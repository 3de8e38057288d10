"""An evaluation to look at, as it stands now, also while another process works on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import msgspec

from benchwright.evaluate.again import settings_of
from benchwright.evaluate.benchmark import kept_problems
from benchwright.evaluate.export import SCORE_FILE
from benchwright.evaluate.finish import ROUND_FACT, SCORED_ROUND_FACT, UNDER_WAY, Hearing, options_of
from benchwright.evaluate.outcomes import Result, results
from benchwright.evaluate.score import Score
from benchwright.evaluate.settings import Settings
from benchwright.evaluate.tasks import Tasks
from benchwright.jobs import Job, Manifest, read_job
from benchwright.jobs.lock import is_held
from benchwright.metrics.outcome import Outcome
from benchwright.problems import Problem

Key = tuple[str, int, int]
"""Problem, sample and turn."""


class EvaluationReading(msgspec.Struct, frozen=True, kw_only=True):
    """What an evaluation has come to."""

    folder: Path
    """Its job directory."""
    manifest: Manifest
    """What it was begun with."""
    settings: Settings
    """What the numbers depend on."""
    problems: Mapping[str, Problem]
    """By id, in the order of the benchmark."""
    state: str
    """running, done or unfinished."""
    outcomes: tuple[Outcome, ...]
    """What became of each sample, turn by turn."""
    why: Mapping[Key, str]
    """Why a sample has no verdict, where there is a reason."""
    score: Score
    """The numbers: those of score.json where the job has not changed since."""


def read_evaluation(folder: Path) -> EvaluationReading:
    """Read all of it but the texts of answers."""
    with read_job(folder) as job:
        settings = settings_of(job.manifest)
        problems = kept_problems(folder, settings.benchmark)
        hearing = Hearing(job, problems)
        why: dict[Key, str] = {}
        for result in results(job.store, problems, iter(Tasks(job, problems, settings))):
            hearing.hear(result)
            if result.why:
                why[result.outcome.problem, result.outcome.sample, result.outcome.turn] = result.why
        running = is_held(folder)
        score = _kept_score(job, hearing.outcomes, running) or hearing.score(options_of(job))
        return EvaluationReading(
            folder=folder,
            manifest=job.manifest,
            settings=settings,
            problems=problems,
            state="running" if running else "done" if score.complete else "unfinished",
            outcomes=tuple(hearing.outcomes),
            why=why,
            score=score,
        )


def read_answers(folder: Path, problem: str) -> tuple[Problem, list[Result]]:
    """A problem and all that was answered to it, with what became of it."""
    with read_job(folder) as job:
        settings = settings_of(job.manifest)
        problems = kept_problems(folder, settings.benchmark)
        tasks = (task for task in Tasks(job, problems, settings) if task[0] == problem)
        return problems[problem], list(results(job.store, {problem: problems[problem]}, tasks))


def score_on_disk(job: Job) -> Score | None:
    """What the last run that came to its end wrote; None while verdicts are made anew. The job may have gone on since:
    then the states of its samples differ."""
    now = job.store.fact(ROUND_FACT, "0")
    if job.store.fact(UNDER_WAY) or job.store.fact(SCORED_ROUND_FACT, now) != now:
        return None
    try:
        return msgspec.json.decode((job.folder / SCORE_FILE).read_bytes(), type=Score)
    except (OSError, msgspec.DecodeError):
        return None


def _kept_score(job: Job, outcomes: list[Outcome], running: bool) -> Score | None:
    """The score on disk, unless the job has gone on since: a run that was killed leaves an old one."""
    kept = None if running else score_on_disk(job)
    last = {(each.problem, each.sample): each.state for each in outcomes}
    return kept if kept and dict(kept.states) == dict(Counter(last.values())) else None
