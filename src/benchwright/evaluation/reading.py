"""Read evaluations: state, scores and problems for display, and what a model solved from a job or a result file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluation.benchmark import load_problems
from benchwright.evaluation.finish import (
    REJUDGING_FACT,
    ROUND_FACT,
    SAMPLES_FILE,
    SCORE_FILE,
    SCORED_ROUND_FACT,
    Score,
    Scorer,
    options_of,
)
from benchwright.evaluation.outcomes import Result, Tasks, results
from benchwright.evaluation.rejudge import settings_of
from benchwright.evaluation.settings import Settings
from benchwright.jobs import Job, Manifest, read_job
from benchwright.jobs.job import is_held
from benchwright.metrics.outcome import Outcome, by_problem
from benchwright.problems import Problem
from benchwright.problems.rows import rows_of


def score_on_disk(job: Job) -> Score | None:
    """Return the score written by the last run that finished; None while the job is being rejudged. If the job has
    continued since, the states of its samples differ; see `if_current`."""
    now = job.store.fact(ROUND_FACT, "0")
    if job.store.fact(REJUDGING_FACT) or job.store.fact(SCORED_ROUND_FACT, now) != now:
        return None
    try:
        return msgspec.json.decode((job.folder / SCORE_FILE).read_bytes(), type=Score)
    except (OSError, msgspec.DecodeError):
        return None


def if_current(score: Score | None, states: Mapping[str, int]) -> Score | None:
    """Return the score if it describes samples in these states, else None: a killed run leaves an outdated score."""
    return score if score is not None and dict(score.states) == dict(states) else None


def state_of(folder: Path, score: Score | None) -> str:
    """Return running, done or unfinished. A job is done if it has an up-to-date score and nothing is pending."""
    return "running" if is_held(folder) else "done" if score is not None and score.complete else "unfinished"


Key = tuple[str, int, int]
"""Problem id, sample number and turn."""


class EvaluationReading(msgspec.Struct, frozen=True, kw_only=True):
    """The current results of an evaluation."""

    folder: Path
    """Path of the job directory."""
    manifest: Manifest
    """Manifest that the job was started with."""
    settings: Settings
    """Settings that the numbers depend on."""
    problems: Mapping[str, Problem]
    """Problems by id, in the order of the benchmark."""
    state: str
    """One of running, done or unfinished."""
    outcomes: tuple[Outcome, ...]
    """Outcome of each sample, turn by turn."""
    why: Mapping[Key, str]
    """Why a sample has no verdict, if there is a reason."""
    score: Score
    """The score: from score.json if the job has not changed since, otherwise recomputed."""


def read_evaluation(folder: Path) -> EvaluationReading:
    """Read everything except the texts of the answers."""
    with read_job(folder) as job:
        settings = settings_of(job.manifest)
        problems = load_problems(folder, settings.benchmark)
        scorer = Scorer(job, problems)
        why: dict[Key, str] = {}
        for result in results(job.store, problems, iter(Tasks(job, problems, settings)), settings.turns_to_ask):
            scorer.update(result)
            if result.why:
                why[result.outcome.problem, result.outcome.sample, result.outcome.turn] = result.why
        last = {(each.problem, each.sample): each.state for each in scorer.outcomes}
        kept = if_current(score_on_disk(job), Counter(last.values()))
        state = state_of(folder, kept)
        # The score of a running job may be outdated even if the number of samples in each state matches.
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
    """Return a problem and all answers to it, with their outcomes."""
    with read_job(folder) as job:
        settings = settings_of(job.manifest)
        problems = load_problems(folder, settings.benchmark)
        tasks = (task for task in Tasks(job, problems, settings) if task[0] == problem)
        found = results(job.store, {problem: problems[problem]}, tasks, settings.turns_to_ask)
        return problems[problem], list(found)


FAILED = "failed"
"""Filter value that matches every verdict except passed."""


class ProblemLine(msgspec.Struct, frozen=True, kw_only=True):
    """Results of one problem in a table."""

    id: str
    """Id of the problem."""
    language: str
    """Id of the problem's language."""
    difficulty: str
    """One of easy, medium, hard; empty if unknown."""
    verdict: str
    """Verdict of the first sample in its first turn, or its state if it has no verdict."""
    reason: str
    """Reason in a few words; empty if there is none."""
    samples: int
    """Number of samples, including those without an answer."""
    scored: int
    """Number of samples whose first turn was scored."""
    passed: int
    """Number of samples that passed in the first turn."""
    passed_in_the_end: int
    """Number of samples that passed in any turn."""

    def has(self, verdict: str) -> bool:
        """Whether the first sample has this verdict or state."""
        failed = verdict == FAILED and self.scored > 0 and self.verdict != "passed"
        return self.verdict == verdict or (failed and self.verdict not in ("unscored", "unanswered", "defect"))


def problem_lines(reading: EvaluationReading, verdict: str = "", language: str = "") -> list[ProblemLine]:
    """Return the problems in the order of the benchmark, filtered by verdict and language."""
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


Row = TypeVar("Row")


class _Row(msgspec.Struct, frozen=True, kw_only=True):
    problem: str
    passed: bool | None
    turn: int = 1


def read_results(path: Path) -> dict[str, float]:
    """Return the share of each problem's scored first-turn samples that passed. Accepts a job, its samples.jsonl, or
    any JSONL file with `problem` and `passed`."""
    file = path / SAMPLES_FILE if path.is_dir() else path
    if path.is_dir() and not file.exists():
        raise UsageError(f"{path} has no {SAMPLES_FILE}", "finish the evaluation first")
    counts: dict[str, list[int]] = {}
    for row in _rows(file, _Row, "each row needs the fields problem and passed"):
        if row.passed is not None and row.turn == 1:
            tally = counts.setdefault(row.problem, [0, 0])
            tally[0] += row.passed
            tally[1] += 1
    if not counts:
        raise UsageError(f"{path} has no scored samples", "finish the evaluation first")
    return {problem: passed / scored for problem, (passed, scored) in counts.items()}


def read_outcomes(path: Path) -> list[Outcome]:
    """Return the outcome of each sample of a job, from its export."""
    file = path / SAMPLES_FILE if path.is_dir() else path
    return list(_rows(file, Outcome, "pass a job or its samples.jsonl"))


def _rows(file: Path, kind: type[Row], hint: str) -> Iterator[Row]:
    for row in rows_of(file):
        if row.fault:
            raise UsageError(f"{row.place}: {row.fault}", hint)
        try:
            yield msgspec.convert(row.value, kind)
        except msgspec.ValidationError as error:
            raise UsageError(f"{row.place}: {error}", hint) from None
