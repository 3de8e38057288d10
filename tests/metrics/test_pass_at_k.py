"""pass@k and pass^k compared with their closed formulas."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.metrics import Options
from benchwright.metrics import pass_at_k as at
from benchwright.metrics import pass_hat_k as hat
from benchwright.metrics.pass_at_k import pass_at_k
from benchwright.metrics.pass_hat_k import pass_hat_k
from tests.metrics.outcomes import PLAIN, table


@st.composite
def drawn(draw: st.DrawFn, most: int = 3000) -> tuple[int, int, int]:
    """Draw n, c and k that are valid together."""
    n = draw(st.integers(1, most))
    return n, draw(st.integers(0, n)), draw(st.integers(1, n))


@given(drawn())
def test_both_are_the_floats_nearest_to_the_closed_forms(numbers: tuple[int, int, int]) -> None:
    n, c, k = numbers
    assert pass_at_k(n, c, k) == float(1 - Fraction(comb(n - c, k), comb(n, k)))
    assert pass_hat_k(n, c, k) == float(Fraction(comb(c, k), comb(n, k)))


@given(drawn())
def test_agrees_with_the_product_of_the_paper(numbers: tuple[int, int, int]) -> None:
    n, c, k = numbers
    product = 1.0
    for i in range(n - c + 1, n + 1):
        product *= 1 - k / i if i > k else 0
    assert pass_at_k(n, c, k) == pytest.approx(1 - product, abs=1e-9)


@given(drawn(most=9))
def test_both_are_the_mean_over_all_choices_of_k_samples(numbers: tuple[int, int, int]) -> None:
    n, c, k = numbers
    choices = list(combinations([True] * c + [False] * (n - c), k))
    assert pass_at_k(n, c, k) == float(Fraction(sum(map(any, choices)), len(choices)))
    assert pass_hat_k(n, c, k) == float(Fraction(sum(map(all, choices)), len(choices)))


@given(drawn())
def test_pass_at_1_is_the_share_and_more_samples_never_hurt(numbers: tuple[int, int, int]) -> None:
    n, c, k = numbers
    assert pass_at_k(n, c, 1) == pass_hat_k(n, c, 1) == c / n
    assert pass_hat_k(n, c, k) <= c / n <= pass_at_k(n, c, k)


@pytest.mark.parametrize(("n", "c", "k"), [(5, 6, 1), (5, -1, 1), (5, 2, 6), (5, 2, 0), (0, 0, 1)])
def test_impossible_numbers_are_rejected(n: int, c: int, k: int) -> None:
    with pytest.raises(ValueError, match="samples"):
        pass_at_k(n, c, k)
    with pytest.raises(ValueError, match="samples"):
        pass_hat_k(n, c, k)


def test_mean_over_problems_by_hand() -> None:
    found = at.measure(table(["++--", "----", "++++"]), Options(k=(1, 2), resamples=0))
    assert found["pass@1"].value == pytest.approx((0.5 + 0 + 1) / 3)
    assert found["pass@2"].value == pytest.approx((5 / 6 + 0 + 1) / 3)
    found = hat.measure(table(["++--", "----", "++++"]), Options(k=(1, 2), resamples=0))
    assert list(found) == ["pass^2"]
    assert found["pass^2"].value == pytest.approx((1 / 6 + 0 + 1) / 3)


def test_unscored_samples_and_short_problems_are_excluded() -> None:
    outcomes = table(["+-?", "+??", "???"])
    found = at.measure(outcomes, Options(k=(1, 2, 3), resamples=0))
    assert (found["pass@1"].value, found["pass@1"].n) == (0.75, 2)
    assert (found["pass@2"].value, found["pass@2"].n) == (1.0, 1)
    assert "pass@3" not in found


def test_only_first_answers_count() -> None:
    later = table(["+"], turn=2)
    assert at.measure([*table(["-"]), *later], PLAIN)["pass@1"].value == 0
