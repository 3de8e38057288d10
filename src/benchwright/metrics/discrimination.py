"""How well each problem tells result sets apart, for choosing a small set that ranks models as the full one does.

Discrimination is the point-biserial correlation of the problem with the rest score (Lord and Novick 1968): with the sum
of all other problems, for with itself every problem correlates. Information is p(1-p), the Fisher information of a pass
about its log-odds (Rasch 1960): most where half of the field solves it, none where all or nobody does.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec

from benchwright.metrics.rank import pearson


class Discrimination(msgspec.Struct, frozen=True, kw_only=True):
    """What one problem says about a field of result sets."""

    solved: float
    """Mean pass rate over the result sets."""
    correlation: float | None
    """With the rest score, from -1 to 1; None where the problem or the rest is the same for all sets."""
    information: float
    """From 0 to 0.25."""


def discrimination(results: Mapping[str, Mapping[str, float]]) -> dict[str, Discrimination]:
    """Problem → what it tells, for the problems that all result sets (name → problem → pass rate) have, sorted."""
    sets = [results[name] for name in sorted(results)]
    if not sets:
        return {}
    problems = sorted(set.intersection(*(set(rates) for rates in sets)))
    totals = [math.fsum(rates[problem] for problem in problems) for rates in sets]
    found: dict[str, Discrimination] = {}
    for problem in problems:
        own = [rates[problem] for rates in sets]
        # Rounded: what is left of equal rest scores by floating point must not look like a difference.
        rest = [round(total - value, 9) for total, value in zip(totals, own, strict=True)]
        solved = math.fsum(own) / len(own)
        found[problem] = Discrimination(
            solved=solved, correlation=pearson(own, rest), information=solved * (1 - solved)
        )
    return found
