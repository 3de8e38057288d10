"""The bootstrap: exact draws, reproducible results, intervals with the promised coverage."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from random import Random
from statistics import NormalDist, fmean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.metrics import Estimate, Options
from benchwright.metrics.bootstrap import binomial, mean, quantile, rate, ratio


def interval(estimate: Estimate | None) -> tuple[float, float]:
    assert estimate is not None
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low, estimate.high


class Bits(Random):
    """Returns the digits of a number instead of random ones."""

    def __init__(self, digits: str) -> None:
        super().__init__()
        self.digits = iter(digits)

    def getrandbits(self, k: int, /) -> int:
        return int("".join(next(self.digits, "0") for _ in range(k)), 2)


@pytest.mark.parametrize("part", range(8))
def test_a_draw_succeeds_with_exactly_its_probability(part: int) -> None:
    hits = sum(binomial(Bits(f"{fraction:03b}"), 1, part, 8) for fraction in range(8))
    assert hits == part


@given(st.integers(0, 60), st.integers(0, 20), st.integers(0, 20), st.integers())
def test_draws_stay_in_range(n: int, part: int, more: int, seed: int) -> None:
    whole = part + more + 1
    assert 0 <= binomial(Random(seed), n, part, whole) <= n
    assert binomial(Random(seed), n, 0, whole) == 0
    assert binomial(Random(seed), n, whole, whole) == n


@pytest.mark.parametrize(("n", "part", "whole"), [(12, 1, 3), (12, 5, 7), (200, 1, 10)])
def test_the_binomial_distribution(n: int, part: int, whole: int) -> None:
    random, draws, chance = Random(5), 40_000, Fraction(part, whole)
    found = Counter(binomial(random, n, part, whole) for _ in range(draws))
    expected = {i: draws * float(math.comb(n, i) * chance**i * (1 - chance) ** (n - i)) for i in range(n + 1)}
    usual = {i: count for i, count in expected.items() if count >= 20}
    distance = sum((found[i] - count) ** 2 / count for i, count in usual.items())
    # Chi-square with about len(usual) degrees of freedom: this is beyond its 99.9 % point.
    assert distance < len(usual) + 4 * math.sqrt(2 * len(usual))


@given(st.lists(st.floats(-100, 100), min_size=1, max_size=30), st.floats(0, 1))
def test_quantiles_are_between_their_neighbours(values: list[float], share: float) -> None:
    ordered = sorted(values)
    place = (len(ordered) - 1) * share
    assert ordered[math.floor(place)] <= quantile(ordered, share) <= ordered[math.ceil(place)]


def test_quantiles_by_hand() -> None:
    assert quantile([1, 2, 3, 4], 0.5) == 2.5
    assert quantile([10, 20], 0.25) == 12.5
    assert quantile([7], 0.975) == 7


def test_the_same_seed_gives_the_same_interval() -> None:
    values = [0.0, 1.0, 0.5, 0.25] * 30
    first = mean(values, Options(seed=1, resamples=200))
    assert first == mean(reversed(values), Options(seed=1, resamples=200))
    assert first != mean(values, Options(seed=2, resamples=200))


@pytest.mark.parametrize(("share", "n"), [(0.5, 400), (0.1, 1000), (0.3, 3920)])
def test_drawing_counts_gives_the_interval_of_the_normal_distribution(share: float, n: int) -> None:
    ones = round(share * n)
    low, high = interval(mean([1.0] * ones + [0.0] * (n - ones), Options(resamples=4000)))
    half = NormalDist().inv_cdf(0.975) * math.sqrt(share * (1 - share) / n)
    assert low == pytest.approx(share - half, abs=half * 0.1)
    assert high == pytest.approx(share + half, abs=half * 0.1)


def test_drawing_problems_gives_the_interval_of_the_normal_distribution() -> None:
    random = Random(3)
    values = [random.random() for _ in range(300)]
    low, high = interval(mean(values, Options(resamples=4000)))
    half = NormalDist().inv_cdf(0.975) * pstdev(values) / math.sqrt(len(values))
    assert low == pytest.approx(fmean(values) - half, abs=half * 0.1)
    assert high == pytest.approx(fmean(values) + half, abs=half * 0.1)


def test_drawing_counts_or_problems_gives_the_same_interval() -> None:
    few = [(1.0, 2.0), (0.0, 1.0), (3.0, 3.0)] * 20
    # A tiny difference makes every unit distinct, so that problems are drawn.
    many = [(top, bottom + place * 1e-9) for place, (top, bottom) in enumerate(few)]
    low, high = interval(ratio(few, Options(resamples=4000)))
    other_low, other_high = interval(ratio(many, Options(resamples=4000)))
    assert low == pytest.approx(other_low, abs=0.01)
    assert high == pytest.approx(other_high, abs=0.01)


def test_interval_coverage_is_close_to_nominal() -> None:
    random, covered, rounds = Random(11), 0, 300
    for seed in range(rounds):
        values = [float(random.random() < 0.4) for _ in range(100)]
        low, high = interval(mean(values, Options(seed=seed, resamples=300)))
        covered += low <= 0.4 <= high
    assert 0.90 <= covered / rounds <= 0.98


def test_a_ratio_is_weighted_by_its_units() -> None:
    found = ratio([(1.0, 1.0), (0.0, 3.0)], Options(resamples=0))
    assert found == Estimate(value=0.25, n=2)
    assert ratio([(1.0, 1.0)], Options(resamples=0), n=7) == Estimate(value=1.0, n=7)


def test_one_problem_has_no_interval() -> None:
    assert mean([0.5], Options()) == Estimate(value=0.5, n=1)
    assert interval(mean([0.5, 0.5], Options())) == (0.5, 0.5)


def test_a_zero_denominator_gives_no_number() -> None:
    assert mean([], Options()) is None
    assert ratio([(1.0, 0.0)], Options()) is None


def test_an_interval_may_have_no_upper_end() -> None:
    found = ratio([(5.0, 0.0)] * 9 + [(5.0, 1.0)], Options(resamples=500))
    assert found is not None
    assert found.low is not None
    assert found.high is None


@pytest.mark.parametrize(("value", "low", "high"), [(1.0, 0.6097, 1.0), (0.0, 0.0, 0.3903)])
def test_rates_that_are_all_the_same_are_not_certain(value: float, low: float, high: float) -> None:
    """Wilson's interval for 6 of 6 and 0 of 6, as published tables have it."""
    found = rate([value] * 6, Options())
    assert found is not None
    assert found.value == value
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)


def test_a_varying_rate_has_the_interval_of_its_mean() -> None:
    values = [1.0, 0.0, 1.0, 1.0]
    assert rate(values, Options()) == mean(values, Options())
    assert rate([1.0], Options()) == mean([1.0], Options())
