"""An evaluation to look at, as it stands now, also while another process works on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import msgspec

from benchwright.evaluate.again import settings_of
from benchwright.evaluate.benchmark import kept_problems
from benchwright.evaluate.finish import Hearing, options_of
from benchwright.evaluate.outcomes import Result, results
from benchwright.evaluate.score import Score
from benchwright.evaluate.settings import Settings
from benchwright.evaluate.state import holding, score_on_disk, state_of
from benchwright.evaluate.tasks import Tasks
from benchwright.jobs import Manifest, read_job
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
        for result in results(job.store, problems, iter(Tasks(job, problems, settings)), settings.turns_to_ask):
            hearing.hear(result)
            if result.why:
                why[result.outcome.problem, result.outcome.sample, result.outcome.turn] = result.why
        last = {(each.problem, each.sample): each.state for each in hearing.outcomes}
        kept = holding(score_on_disk(job), Counter(last.values()))
        state = state_of(folder, kept)
        # The score of a job that is being worked on may be old though as many samples are in each state.
        score = kept if kept is not None and state != "running" else hearing.score(options_of(job))
        return EvaluationReading(
            folder=folder,
            manifest=job.manifest,
            settings=settings,
            problems=problems,
            state=state,
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
        found = results(job.store, {problem: problems[problem]}, tasks, settings.turns_to_ask)
        return problems[problem], list(found)
