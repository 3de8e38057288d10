"""Intervals by the percentile bootstrap (Efron 1979; Efron and Tibshirani 1993). Problems are resampled, not samples:
samples of one problem are correlated, so resampling them would make every interval too narrow.

A resample is determined by how often each distinct value occurs in it. With few distinct values, such as passed and
failed, these counts are drawn instead of problems: a multinomial by halves, each of them an exact binomial.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from random import Random

import msgspec

from benchwright.metrics.outcome import Estimate, Options

Unit = tuple[float, float]
"""What one problem adds to the numerator and to the denominator."""

_LEVEL = 0.95
_Z = 1.959963984540054
"""Quantile of the normal distribution for that level."""
_COUNTING_PAYS = 16
"""With this many problems per distinct value, drawing counts is faster than drawing problems."""


def mean(values: Iterable[float], options: Options) -> Estimate | None:
    """Return the mean over problems; None without any."""
    return ratio(((value, 1.0) for value in values), options)


def rate(values: Iterable[float], options: Options) -> Estimate | None:
    """Return the mean of rates between 0 and 1. If all are 0, or all are 1, no resample differs and the bootstrap would
    claim certainty; the interval is then Wilson's (1927)."""
    return _with_width(mean(values, options))


def _with_width(estimate: Estimate | None) -> Estimate | None:
    if estimate is None or estimate.low is None or estimate.low != estimate.high or estimate.value not in (0.0, 1.0):
        return estimate
    width = _Z**2 / (estimate.n + _Z**2)
    low, high = (0.0, width) if estimate.value == 0 else (1 - width, 1.0)
    return msgspec.structs.replace(estimate, low=low, high=high)


def ratio(units: Iterable[Unit], options: Options, n: int | None = None) -> Estimate | None:
    """Return the sum of the numerators divided by the sum of the denominators, which are not negative; None if it is 0.

    The estimate's `n` is the number of units unless it is given.
    """
    # Sorted, so that the order of the outcomes does not change the result.
    ordered = sorted(units)
    bottom = math.fsum(unit[1] for unit in ordered)
    if bottom == 0:
        return None
    value = math.fsum(unit[0] for unit in ordered) / bottom
    # A single problem says nothing about others.
    low, high = _interval(ordered, options) if options.resamples > 0 and len(ordered) > 1 else (None, None)
    return Estimate(value=value, low=low, high=high, n=len(ordered) if n is None else n)


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the value below which this share of the values is, interpolated linearly (Hyndman and Fan 1996, type
    7)."""
    place = (len(ordered) - 1) * share
    below, above = ordered[math.floor(place)], ordered[math.ceil(place)]
    return below if below == above else below + (above - below) * (place - math.floor(place))


def binomial(random: Random, n: int, part: int, whole: int) -> int:
    """Return how many of n draws succeed, each with the probability part/whole; exact.

    A draw is a random binary fraction that is compared with part/whole digit by digit. All draws that are still equal
    to it get their next digit together, as the bits of one number.
    """
    if part >= whole:
        return n
    successes, undecided = 0, n
    while undecided and part:
        part *= 2
        ones = random.getrandbits(undecided).bit_count()
        if part >= whole:
            part -= whole
            successes += undecided - ones
            undecided = ones
        else:
            undecided -= ones
    return successes


def _interval(units: Sequence[Unit], options: Options) -> tuple[float | None, float | None]:
    random = Random(options.seed)
    distinct = Counter(units)
    draw = _counts(random, distinct) if len(distinct) * _COUNTING_PAYS <= len(units) else _problems(random, units)
    sums = (draw() for _ in range(options.resamples))
    # A resample with a zero denominator leaves the interval open at its upper end.
    values = sorted(top / bottom if bottom else math.inf for top, bottom in sums)
    low, high = quantile(values, (1 - _LEVEL) / 2), quantile(values, (1 + _LEVEL) / 2)
    return (low if math.isfinite(low) else None), (high if math.isfinite(high) else None)


def _problems(random: Random, units: Sequence[Unit]) -> Callable[[], Unit]:
    tops, bottoms = zip(*units, strict=True)
    if len(set(bottoms)) == 1:
        whole = math.fsum(bottoms)
        return lambda: (sum(random.choices(tops, k=len(tops))), whole)

    def draw() -> Unit:
        chosen = random.choices(units, k=len(units))
        return sum(top for top, _ in chosen), sum(bottom for _, bottom in chosen)

    return draw


def _counts(random: Random, distinct: Counter[Unit]) -> Callable[[], Unit]:
    units, weights = list(distinct), [0, *accumulate(distinct.values())]

    def sums(low: int, high: int, n: int) -> Unit:
        """Return the sums of n problems drawn from those with a value in this range."""
        if n == 0:
            return 0.0, 0.0
        if high - low == 1:
            return units[low][0] * n, units[low][1] * n
        middle = (low + high) // 2
        left = binomial(random, n, weights[middle] - weights[low], weights[high] - weights[low])
        (left_top, left_bottom), (right_top, right_bottom) = sums(low, middle, left), sums(middle, high, n - left)
        return left_top + right_top, left_bottom + right_bottom

    return lambda: sums(0, len(units), weights[-1])


def shares(labels: Sequence[tuple[str, str]], options: Options) -> dict[str, Estimate]:
    """Return the share of each label among these pairs of problem and label, the most frequent first."""
    problems: dict[str, list[str]] = {}
    totals: dict[str, int] = {}
    for problem, label in labels:
        problems.setdefault(problem, []).append(label)
        totals[label] = totals.get(label, 0) + 1
    estimates: dict[str, Estimate] = {}
    for label in sorted(totals, key=lambda label: (-totals[label], label)):
        units = ((float(group.count(label)), float(len(group))) for group in problems.values())
        if estimate := _with_width(ratio(units, options, n=len(labels))):
            estimates[label] = estimate
    return estimates
