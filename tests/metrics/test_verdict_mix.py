"""Shares of verdicts and states."""

from __future__ import annotations

import pytest

from benchwright.metrics import Options
from benchwright.metrics.failure_class import measure as measure_classes
from benchwright.metrics.pass_at_k import measure as measure_pass_at_k
from benchwright.metrics.verdict_mix import measure
from tests.metrics.outcomes import PLAIN, outcome, table


def test_shares_by_hand() -> None:
    outcomes = [
        *table(["++-", "+"]),
        outcome("c", 0, None),
        outcome("d", 0, None, state="defect"),
        outcome("e", 0, False, verdict="time_limit", failure="time"),
        outcome("e", 0, True, turn=2),
    ]
    found = {name: (estimate.value, estimate.n) for name, estimate in measure(outcomes, PLAIN).items()}
    assert found == {
        "scored": (5 / 7, 7),
        "unscored": (1 / 7, 7),
        "defect": (1 / 7, 7),
        "passed": (3 / 5, 5),
        "wrong_answer": (1 / 5, 5),
        "time_limit": (1 / 5, 5),
    }
    classes = {name: (estimate.value, estimate.n) for name, estimate in measure_classes(outcomes, PLAIN).items()}
    assert classes == {"wrong_answer": (1 / 5, 5), "time": (1 / 5, 5)}


def test_samples_of_a_problem_are_grouped() -> None:
    """Ten times the samples, all identical within a problem, are no more certain."""
    single = measure(table(["+", "-"] * 20), Options(resamples=2000))["passed"]
    tenfold = measure(table(["+" * 10, "-" * 10] * 20), Options(resamples=2000))["passed"]
    assert (single.low, single.high) == pytest.approx((tenfold.low, tenfold.high))


def test_failure_classes_and_the_share_of_passed_add_up() -> None:
    outcomes = table(["+", "----", "+-?"])
    classes = sum(estimate.value for estimate in measure_classes(outcomes, PLAIN).values())
    assert classes + measure(outcomes, PLAIN)["passed"].value == pytest.approx(1)
    assert classes + measure_pass_at_k(outcomes, PLAIN)["pass@1"].value != pytest.approx(1)
