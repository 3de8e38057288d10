"""Whether two sets of verdicts on the same samples agree: the share that is equal, who said what, and Cohen's kappa
(Cohen 1960), which takes off the agreement that chance alone would give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """How far two sets agree."""

    n: int
    """How many were compared."""
    equal: int
    """How many are equal."""
    share: float | None
    """Their share; None of nothing."""
    kappa: float | None
    """1 for full agreement, 0 for that of chance; None where chance alone would agree fully."""
    confusion: Mapping[str, Mapping[str, int]]
    """Label of the first → label of the second → how often."""


def agreement(first: Sequence[str], second: Sequence[str]) -> Agreement:
    """Compare two sequences of labels, place by place."""
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
    n, ours, theirs = len(first), Counter(first), Counter(second)
    by_chance = sum(ours[label] * theirs[label] for label in ours)
    # Both sides times n²: whole numbers, so that "no room left" is exact.
    return (n * equal - by_chance) / (n * n - by_chance) if n * n > by_chance else None
