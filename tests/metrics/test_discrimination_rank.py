"""Rank correlations compared with their definitions."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from benchwright.metrics.discrimination import kendall_tau_b, pearson, ranks, spearman

NUMBERS = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=2, max_size=25)


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


@given(NUMBERS)
def test_tau_b_by_its_definition(pairs: list[tuple[int, int]]) -> None:
    first, second = zip(*pairs, strict=True)
    signs = [(sign(a[0] - b[0]), sign(a[1] - b[1])) for a, b in combinations(pairs, 2)]
    untied_first, untied_second = sum(one != 0 for one, _ in signs), sum(other != 0 for _, other in signs)
    found = kendall_tau_b(first, second)
    if untied_first and untied_second:
        assert found == pytest.approx(sum(a * b for a, b in signs) / math.sqrt(untied_first * untied_second))
    else:
        assert found is None


@given(st.permutations(range(9)))
def test_rho_without_ties_by_the_sum_of_squared_differences(order: list[int]) -> None:
    n = len(order)
    squares = sum((place - value) ** 2 for place, value in enumerate(order))
    assert spearman(range(n), order) == pytest.approx(1 - 6 * squares / (n * (n * n - 1)))


@given(NUMBERS)
def test_both_are_in_range_and_antisymmetric(pairs: list[tuple[int, int]]) -> None:
    first, second = zip(*pairs, strict=True)
    assume(len(set(first)) > 1 and len(set(second)) > 1)
    opposite = [-value for value in second]
    for correlation in (spearman, kendall_tau_b):
        found = correlation(first, second)
        assert found is not None
        assert -1 <= found <= 1
        assert correlation(first, opposite) == pytest.approx(-found)
        assert correlation(second, first) == pytest.approx(found)
        assert correlation(first, first) == pytest.approx(1)


def test_by_hand_with_ties() -> None:
    assert ranks([10, 20, 20, 5]) == [2, 3.5, 3.5, 1]
    # Ranks 1, 2.5, 2.5, 4 with 1, 2, 3, 4: covariance 4.5, spreads 4.5 and 5.
    assert spearman([1, 2, 2, 3], [1, 2, 3, 4]) == pytest.approx(4.5 / math.sqrt(4.5 * 5))
    # Five concordant pairs, one tied in the first.
    assert kendall_tau_b([1, 2, 2, 3], [1, 2, 3, 4]) == pytest.approx(5 / math.sqrt(5 * 6))


def test_a_constant_has_no_correlation() -> None:
    for correlation in (spearman, kendall_tau_b, pearson):
        assert correlation([1, 1, 1], [1, 2, 3]) is None
        assert correlation([], []) is None


def test_inputs_of_different_length_are_rejected() -> None:
    for correlation in (spearman, kendall_tau_b, pearson):
        with pytest.raises(ValueError, match=r"compared with|shorter|longer"):
            correlation([1, 2], [1, 2, 3])
