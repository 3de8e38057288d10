"""Choose one of a problem's answers without using the private tests, and measure what that is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from benchwright.evaluation.outcomes import Result
from benchwright.judging.solution import SetJudgement
from benchwright.judging.verdict import Verdict
from benchwright.metrics.outcome import Estimate, Options, Outcome
from benchwright.metrics.selection import best_by_tests, majority, selection_score
from benchwright.problems import Problem

_PUBLIC = "demo"


class Behaviour(msgspec.Struct, frozen=True, kw_only=True):
    """What the public tests revealed about a sample, reduced to what selection needs: there may be very many
    samples."""

    sample: int
    """Number of the sample."""
    tests: Mapping[str, bool]
    """Test → whether it passed; the empty name means the whole set."""
    output: str | None
    """Its behaviour on the public inputs; None if it did not run."""


class PublicBehaviour:
    """Collects what the public tests revealed about each problem's first-turn answers, from a stream of results."""

    def __init__(self, problems: Mapping[str, Problem]) -> None:
        self._printing = {problem.id for problem in problems.values() if _PUBLIC in problem.cases}
        self._by_problem: dict[str, list[Behaviour]] = {}

    def update(self, result: Result) -> None:
        """Record a result."""
        public = result.judgement.sets.get(_PUBLIC) if result.judgement else None
        if public is not None and result.outcome.turn == 1:
            own = self._by_problem.setdefault(result.outcome.problem, [])
            prints = result.outcome.problem in self._printing
            own.append(_behaviour(result.outcome.sample, public, prints=prints))

    def choices(self) -> dict[str, dict[str, int]]:
        """Map each method to problem → chosen sample, for problems with several samples."""
        several = {problem: group for problem, group in self._by_problem.items() if len(group) > 1}
        return {
            "demo": {problem: _chosen(group, best_by_tests(_passed(group))) for problem, group in several.items()},
            "majority": {problem: _chosen(group, majority(_outputs(group))) for problem, group in several.items()},
        }


def measure_choices(
    outcomes: Sequence[Outcome], choices: Mapping[str, Mapping[str, int]], options: Options
) -> dict[str, Estimate]:
    """Measure each method's choices, compared with a random sample and the best one."""
    return {
        f"{method}_{name}": estimate
        for method, chosen in choices.items()
        if chosen
        for name, estimate in selection_score(outcomes, chosen, options).items()
    }


def _behaviour(sample: int, public: SetJudgement, *, prints: bool) -> Behaviour:
    """Summarize a public judgement. A program that prints its results has an output even if it is wrong. With asserting
    tests, a failure reveals nothing about the solution's result, so failures must not agree with each other."""
    tests = {test.name: test.status == "passed" for test in public.tests}
    passed = public.verdict is Verdict.PASSED
    printed = prints and public.verdict in (Verdict.PASSED, Verdict.WRONG_ANSWER)
    output = public.printed if printed else "passed" if passed else None
    return Behaviour(sample=sample, tests={**tests, "": passed}, output=output)


def _chosen(group: Sequence[Behaviour], index: int) -> int:
    return group[index].sample


def _passed(group: Sequence[Behaviour]) -> list[list[bool]]:
    """Return a matrix of sample × test."""
    names = sorted({name for each in group for name in each.tests})
    return [[each.tests.get(name, False) for name in names] for each in group]


def _outputs(group: Sequence[Behaviour]) -> list[list[str | None]]:
    """Return a matrix of sample × input; the public tests together count as one input."""
    return [[each.output] for each in group]
