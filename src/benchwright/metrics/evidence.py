"""pass@1 by evidence: only passes with at least this evidence count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchwright.metrics.bootstrap import rate
from benchwright.metrics.outcome import Estimate, Options, Outcome, by_problem, first_answers

_LEVELS = ("full", "sampled", "completion")
"""Levels of evidence, the strongest first."""


def measure(outcomes: Sequence[Outcome], options: Options) -> Mapping[str, Estimate]:
    """Compute `pass@1 with full evidence` and `… with sampled evidence or better`; nothing if no pass has evidence."""
    scored = [each for each in first_answers(outcomes) if each.scored]
    found = {each.evidence for each in scored} & set(_LEVELS)
    estimates: dict[str, Estimate] = {}
    for number, level in enumerate(_LEVELS[:-1], start=1):
        enough = _LEVELS[:number]
        rates = (
            sum(each.passed and each.evidence in enough for each in group) / len(group)
            for group in by_problem(scored).values()
        )
        if found and (estimate := rate(rates, options)):
            better = "" if level == _LEVELS[0] else " or better"
            estimates[f"pass@1 with {level} evidence{better}"] = estimate
    return estimates
