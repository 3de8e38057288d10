"""Comparing two result sets."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.metrics import Options
from benchwright.metrics.compare import compare, mcnemar
from tests.metrics.outcomes import outcome, table


@pytest.mark.parametrize(
    ("first", "second", "exact", "middle"),
    [
        (0, 0, 1.0, 1.0),
        (5, 5, 1.0, 1.0),
        (1, 0, 1.0, 0.5),
        # 2 · (1 + 10 + 45) / 1024, minus 45 / 1024.
        (2, 8, 112 / 1024, 67 / 1024),
        (0, 6, 2 / 64, 1 / 64),
    ],
)
def test_mcnemar_by_hand(first: int, second: int, exact: float, middle: float) -> None:
    found = mcnemar(first, second)
    assert (found.p_exact, found.p_mid) == (exact, middle)


@given(st.integers(0, 300), st.integers(0, 300))
def test_mcnemar_is_the_binomial_test(first: int, second: int) -> None:
    n, found = first + second, mcnemar(first, second)
    outside = sum(comb(n, i) for i in range(n + 1) if comb(n, i) <= comb(n, first))
    assert found.p_exact == outside / 2**n
    assert found.p_mid <= found.p_exact <= 1
    assert found.p_mid == pytest.approx(outside / 2**n - comb(n, first) / 2**n * (first != second))
    assert found.p_mid == mcnemar(second, first).p_mid


def test_a_comparison_by_hand() -> None:
    first = [*table(["++", "+-", "--", "-+"]), outcome("only here")]
    second = [*table(["--", "-+", "--", "++"]), outcome("p4"), outcome("p5", 0, None)]
    found = compare(first, second, Options(resamples=100))
    assert (found.problems, found.left_out) == (4, 2)
    assert (found.wins, found.ties, found.losses) == (1, 2, 1)
    assert found.first is not None
    assert found.second is not None
    assert found.difference is not None
    assert (found.first.value, found.second.value, found.difference.value) == (0.5, 0.375, 0.125)
    # On first samples: p0 and p1 only the first set, p3 only the second.
    assert (found.mcnemar.only_first, found.mcnemar.only_second) == (2, 1)


def test_the_lowest_scored_sample_counts_in_any_order() -> None:
    first = [outcome("a", 2, True), outcome("a", 1, False), outcome("a", 0, None)]
    found = compare(first, [outcome("a", 0, True)], Options(resamples=0))
    assert (found.mcnemar.only_first, found.mcnemar.only_second) == (0, 1)


def test_pairing_detects_differences_that_intervals_hide() -> None:
    """Hard and easy problems spread both scores; the difference on the same problems is small but significant."""
    base = ["+", "-"] * 100
    better = ["+" if place < 15 else sign for place, sign in enumerate(base)]
    found = compare(table(better), table(base), Options())
    assert found.first is not None
    assert found.second is not None
    assert found.difference is not None
    assert found.first.low is not None
    assert found.second.high is not None
    assert found.difference.low is not None
    assert found.first.low < found.second.high
    assert found.difference.low > 0
    assert found.mcnemar.p_exact < 0.05


def test_nothing_in_common() -> None:
    found = compare([outcome("a")], [outcome("b")], Options())
    assert (found.problems, found.left_out, found.difference) == (0, 2, None)
    assert found.mcnemar.p_mid == 1


@given(st.lists(st.text("+-", min_size=1, max_size=3), min_size=1, max_size=8), st.data())
def test_swapping_the_sides_swaps_the_result(rows: list[str], data: st.DataObject) -> None:
    other = data.draw(st.permutations(rows))
    ours = compare(table(rows), table(other), Options(resamples=0))
    theirs = compare(table(other), table(rows), Options(resamples=0))
    assert (ours.wins, ours.ties, ours.losses) == (theirs.losses, theirs.ties, theirs.wins)
    assert ours.difference is not None
    assert theirs.difference is not None
    assert ours.difference.value == pytest.approx(-theirs.difference.value)
