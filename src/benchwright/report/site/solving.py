"""How hard each problem is for the models, and how well it separates them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from benchwright.metrics.discrimination import discrimination
from benchwright.report.site.columns import Columns

_FEWEST = 3
"""With two models there is only their difference, and every problem that shows it would correlate perfectly."""
_SHARE = 0.5
"""Share of the problems that a model must have scored to count, so that a job that just started does not hide
others."""


class Solving(msgspec.Struct, frozen=True, kw_only=True):
    """What the models' answers say about the problems."""

    solved: Mapping[str, float]
    """Problem → mean pass rate of the models with a scored answer to it."""
    correlation: Mapping[str, float | None]
    """Problem → correlation with the rest score, for problems that all models have scored."""


def solving(models: Sequence[Columns], problems: int) -> Solving:
    """Compute pass rates and correlations over first answers."""
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
