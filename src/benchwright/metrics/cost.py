"""What the answers cost: tokens, money and time, in total, per sample and per solved problem.

Plain sums and quotients. They describe what was spent, so they have no interval.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from benchwright.metrics.outcome import Estimate, Options, Outcome, by_problem

_QUANTITIES: Mapping[str, Callable[[Outcome], float | None]] = {
    "prompt_tokens": lambda outcome: outcome.prompt_tokens,
    "completion_tokens": lambda outcome: outcome.completion_tokens,
    "cost_usd": lambda outcome: outcome.cost,
    "answer_s": lambda outcome: outcome.answer_s,
    "judge_s": lambda outcome: outcome.judge_s,
}


def measure(outcomes: Sequence[Outcome], options: Options) -> Mapping[str, Estimate]:
    """Compute each quantity three times, over all turns. Quantities that are unknown for every answer are absent."""
    return {name: estimate for quantity in _QUANTITIES for name, estimate in _measure(outcomes, quantity)}


def _measure(outcomes: Sequence[Outcome], quantity: str) -> Iterator[tuple[str, Estimate]]:
    read = _QUANTITIES[quantity]
    known = [value for outcome in outcomes if (value := read(outcome)) is not None]
    if not known:
        return
    yield f"{quantity}_total", Estimate(value=math.fsum(known), n=len(known))
    # A problem with unknown values would look cheaper than it was.
    groups = [group for group in by_problem(outcomes).values() if all(read(outcome) is not None for outcome in group)]
    samples = sum(len({outcome.sample for outcome in group}) for group in groups)
    if samples:
        yield f"{quantity}_per_sample", Estimate(value=_spent(groups, read) / samples, n=samples)
    judged = [group for group in groups if any(outcome.scored for outcome in group)]
    solved = sum(any(outcome.passed for outcome in group) for group in judged)
    if solved:
        yield f"{quantity}_per_solve", Estimate(value=_spent(judged, read) / solved, n=solved)


def _spent(groups: Sequence[Sequence[Outcome]], read: Callable[[Outcome], float | None]) -> float:
    return math.fsum(read(outcome) or 0 for group in groups for outcome in group)
