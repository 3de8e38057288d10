"""How well each problem separates result sets, and how similar two rankings are (Spearman 1904, Kendall 1938)."""

from __future__ import annotations

import math
from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence

import msgspec


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return Pearson's correlation of the ranks; equal values share their mean rank. None if one side is constant."""
    return pearson(ranks(first), ranks(second))


def kendall_tau_b(first: Sequence[float], second: Sequence[float]) -> float | None:
    """(Concordant - discordant pairs) / √(pairs untied in the first · pairs untied in the second).

    Counted as Knight 1966 does: sorted by the first, discordant pairs are inversions of the second.
    """
    pairs = sorted(zip(first, second, strict=True))
    every = math.comb(len(pairs), 2)
    tied_first, tied_second, tied_both = _tied(first), _tied(second), _tied(pairs)
    if every in (tied_first, tied_second):
        return None
    discordant, seen = 0, list[float]()
    for _, value in pairs:
        discordant += len(seen) - bisect_right(seen, value)
        insort(seen, value)
    concordant = every - tied_first - tied_second + tied_both - discordant
    return (concordant - discordant) / math.sqrt((every - tied_first) * (every - tied_second))


def pearson(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return the linear correlation (Pearson 1895); None if one side is constant."""
    if len(first) != len(second):
        raise ValueError(f"{len(first)} values compared with {len(second)}")
    if len(set(first)) < 2 or len(set(second)) < 2:
        return None
    first_mean, second_mean = math.fsum(first) / len(first), math.fsum(second) / len(second)
    first_off, second_off = [value - first_mean for value in first], [value - second_mean for value in second]
    together = math.fsum(one * other for one, other in zip(first_off, second_off, strict=True))
    spread = math.hypot(*first_off) * math.hypot(*second_off)
    return max(-1.0, min(1.0, together / spread)) if spread else None


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value, from 1; equal values share their mean rank."""
    ordered = sorted(values)
    last = {value: place for place, value in enumerate(ordered, start=1)}
    count = Counter(values)
    return [last[value] - (count[value] - 1) / 2 for value in values]


def _tied(values: Iterable[Hashable]) -> int:
    return sum(math.comb(count, 2) for count in Counter(values).values())


class Discrimination(msgspec.Struct, frozen=True, kw_only=True):
    """How one problem separates a group of result sets."""

    solved: float
    """Mean pass rate over the result sets."""
    correlation: float | None
    """Correlation with the rest score, from -1 to 1; None if the problem or the rest is the same for all sets."""
    information: float
    """Variance of the pass rate (p(1 - p)), from 0 to 0.25."""


def discrimination(results: Mapping[str, Mapping[str, float]]) -> dict[str, Discrimination]:
    """Compute the discrimination of each problem in all result sets (name → problem → pass rate), sorted by problem."""
    sets = [results[name] for name in sorted(results)]
    if not sets:
        return {}
    problems = sorted(set.intersection(*(set(rates) for rates in sets)))
    totals = [math.fsum(rates[problem] for problem in problems) for rates in sets]
    found: dict[str, Discrimination] = {}
    for problem in problems:
        own = [rates[problem] for rates in sets]
        # Rounded, so that floating-point residue of equal rest scores does not look like a difference.
        rest = [round(total - value, 9) for total, value in zip(totals, own, strict=True)]
        solved = math.fsum(own) / len(own)
        found[problem] = Discrimination(
            solved=solved, correlation=pearson(own, rest), information=solved * (1 - solved)
        )
    return found
