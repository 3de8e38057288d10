"""Reads an evaluation for display: its state, scores and problems, also while it is running."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from benchwright.evaluation.benchmark import kept_problems
from benchwright.evaluation.finish import ROUND_FACT, SCORE_FILE, SCORED_ROUND_FACT, UNDER_WAY, Scorer, options_of
from benchwright.evaluation.outcomes import Result, Tasks, results
from benchwright.evaluation.rejudge import settings_of
from benchwright.evaluation.score import Score
from benchwright.evaluation.settings import Settings
from benchwright.jobs import Job, Manifest, read_job
from benchwright.jobs.job import is_held
from benchwright.metrics.outcome import Outcome, by_problem
from benchwright.problems import Problem


def score_on_disk(job: Job) -> Score | None:
    """What the last run that came to its end wrote; None while verdicts are made anew. The job may have gone on since:
    then the states of its samples differ, see `holding`."""
    now = job.store.fact(ROUND_FACT, "0")
    if job.store.fact(UNDER_WAY) or job.store.fact(SCORED_ROUND_FACT, now) != now:
        return None
    try:
        return msgspec.json.decode((job.folder / SCORE_FILE).read_bytes(), type=Score)
    except (OSError, msgspec.DecodeError):
        return None


def holding(score: Score | None, states: Mapping[str, int]) -> Score | None:
    """The score, if it is of samples in these states: a run that was killed leaves an old one."""
    return score if score is not None and dict(score.states) == dict(states) else None


def state_of(folder: Path, score: Score | None) -> str:
    """running, done or unfinished. Done is what has a score that holds and leaves nothing open."""
    return "running" if is_held(folder) else "done" if score is not None and score.complete else "unfinished"


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
        scorer = Scorer(job, problems)
        why: dict[Key, str] = {}
        for result in results(job.store, problems, iter(Tasks(job, problems, settings)), settings.turns_to_ask):
            scorer.hear(result)
            if result.why:
                why[result.outcome.problem, result.outcome.sample, result.outcome.turn] = result.why
        last = {(each.problem, each.sample): each.state for each in scorer.outcomes}
        kept = holding(score_on_disk(job), Counter(last.values()))
        state = state_of(folder, kept)
        # The score of a job that is being worked on may be old though as many samples are in each state.
        score = kept if kept is not None and state != "running" else scorer.score(options_of(job))
        return EvaluationReading(
            folder=folder,
            manifest=job.manifest,
            settings=settings,
            problems=problems,
            state=state,
            outcomes=tuple(scorer.outcomes),
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


FAILED = "failed"
"""Stands for every verdict but passed."""


class ProblemLine(msgspec.Struct, frozen=True, kw_only=True):
    """How one problem's answers fared."""

    id: str
    """Of the problem."""
    language: str
    """Language id."""
    difficulty: str
    """easy, medium, hard or empty."""
    verdict: str
    """Of the first answer in its first turn, or its state where it has no verdict."""
    reason: str
    """Why, in a few words."""
    samples: int
    """Answers that were to be had."""
    scored: int
    """Those whose first turn was scored."""
    passed: int
    """Of these, passed in the first turn."""
    passed_in_the_end: int
    """Samples that passed in any turn."""

    def has(self, verdict: str) -> bool:
        """Whether the first answer ended so."""
        failed = verdict == FAILED and self.scored > 0 and self.verdict != "passed"
        return self.verdict == verdict or (failed and self.verdict not in ("unscored", "unanswered", "defect"))


def problem_lines(reading: EvaluationReading, verdict: str = "", language: str = "") -> list[ProblemLine]:
    """In the order of the benchmark; those with this verdict, in this language."""
    lines = (_line(reading, group) for group in by_problem(reading.outcomes).values())
    order = {name: place for place, name in enumerate(reading.problems)}
    kept = [
        line for line in lines if (not verdict or line.has(verdict)) and (not language or line.language == language)
    ]
    return sorted(kept, key=lambda line: order[line.id])


def _line(reading: EvaluationReading, group: Iterable[Outcome]) -> ProblemLine:
    group = sorted(group, key=lambda each: (each.sample, each.turn))
    first, firsts = group[0], [each for each in group if each.turn == 1]
    key = (first.problem, first.sample, first.turn)
    return ProblemLine(
        id=first.problem,
        language=first.language,
        difficulty=first.difficulty,
        verdict=first.verdict or first.state,
        reason=(first.reason if first.scored else "") or reading.why.get(key, ""),
        samples=len(firsts),
        scored=sum(each.scored for each in firsts),
        passed=sum(each.passed for each in firsts),
        passed_in_the_end=len({each.sample for each in group if each.passed}),
    )
