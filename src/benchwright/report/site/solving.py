"""How hard each problem is for the models, and how well it tells them apart."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from benchwright.metrics.discrimination import discrimination
from benchwright.report.site.columns import Columns

_FEWEST = 3
"""Two models have nothing but a difference: every problem that shows it would correlate perfectly."""
_SHARE = 0.5
"""Of the problems that a model must have scored, so that one that has just begun hides nothing."""


class Solving(msgspec.Struct, frozen=True, kw_only=True):
    """What the models' answers say of the problems."""

    solved: Mapping[str, float]
    """Problem → mean pass rate of the models that have a scored answer to it."""
    correlation: Mapping[str, float | None]
    """Problem → with the rest score, for those that all models have."""


def solving(models: Sequence[Columns], problems: int) -> Solving:
    """Over first answers."""
    rates = [
        {
            name: passed / scored
            for name, scored, passed in zip(each.places, each.scored, each.passed, strict=True)
            if scored
        }
        for each in models
    ]
    values: dict[str, list[float]] = {}
    for found in rates:
        for name, rate in found.items():
            values.setdefault(name, []).append(rate)
    counted = [found for found in rates if len(found) >= _SHARE * problems]
    told = discrimination({str(place): found for place, found in enumerate(counted)}) if len(counted) >= _FEWEST else {}
    return Solving(
        solved={name: math.fsum(each) / len(each) for name, each in values.items()},
        correlation={name: each.correlation for name, each in told.items()},
    )


def _rates(columns: Columns) -> dict[str, float]:
    counts = zip(columns.places, columns.scored, columns.passed, strict=True)
    return {name: passed / scored for name, scored, passed in counts if scored}
