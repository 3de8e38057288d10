"""Agreement of two sets of verdicts on the same samples: the share of equal verdicts, a confusion table, and Cohen's
kappa (Cohen 1960), which discounts agreement by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """How far two sets of labels agree."""

    n: int
    """Number of labels compared."""
    equal: int
    """Number of labels that are equal."""
    share: float | None
    """Share of equal labels; None if nothing was compared."""
    kappa: float | None
    """1 for full agreement, 0 for agreement by chance; None if chance alone would agree fully."""
    confusion: Mapping[str, Mapping[str, int]]
    """Label in the first set → label in the second → count."""


def agreement(first: Sequence[str], second: Sequence[str]) -> Agreement:
    """Compare two sequences of labels, position by position."""
    pairs = Counter(zip(first, second, strict=True))
    n = pairs.total()
    equal = sum(count for (one, other), count in pairs.items() if one == other)
    confusion: dict[str, dict[str, int]] = {}
    for (one, other), count in sorted(pairs.items()):
        confusion.setdefault(one, {})[other] = count
    return Agreement(
        n=n, equal=equal, share=equal / n if n else None, kappa=_kappa(first, second, equal), confusion=confusion
    )


def _kappa(first: Sequence[str], second: Sequence[str], equal: int) -> float | None:
    n, in_first, in_second = len(first), Counter(first), Counter(second)
    by_chance = sum(in_first[label] * in_second[label] for label in in_first)
    # Both sides multiplied by n²: with integers, the check for a zero denominator is exact.
    return (n * equal - by_chance) / (n * n - by_chance) if n * n > by_chance else None
