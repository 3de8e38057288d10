"""The problems of an evaluation in a line each: how its answers fared."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from benchwright.evaluate.reading import EvaluationReading
from benchwright.metrics.outcome import Outcome, by_problem

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
