"""Metrics of feedback turns, calculated by hand."""

from __future__ import annotations

from itertools import product

import pytest

from benchwright.metrics import Options, Outcome
from benchwright.metrics.turns import against_resampling, chains, measure
from tests.metrics.outcomes import PLAIN, chain, outcome, table

TURNS = [
    *chain("a", 0, ""),
    *chain("a", 1, "compile", ""),
    *chain("b", 0, "compile", "wrong_answer", ""),
    *chain("b", 1, "wrong_answer", "wrong_answer", "wrong_answer"),
]


def test_turns_by_hand() -> None:
    found = {name: (estimate.value, estimate.n) for name, estimate in measure(TURNS, PLAIN).items()}
    assert found == {
        "pass@1_after_turn_1": (0.25, 2),
        "pass@1_after_turn_2": (0.5, 2),
        "pass@1_after_turn_3": (0.75, 2),
        "gain_of_turn_2": (0.25, 2),
        "gain_of_turn_3": (0.25, 2),
        "mrr": ((0.75 + 1 / 6) / 2, 2),
        "repair_of_compile": (0.5, 2),
        "repair_of_wrong_answer": (pytest.approx(1 / 3), 3),
        "resampling_with_2_answers": (0.5, 2),
        "lead_over_resampling_with_2_answers": (0.0, 2),
    }


def test_single_answers_have_no_turns() -> None:
    assert measure(table(["+-", "--"]), PLAIN) == {}


def values(*outcomes: Outcome) -> dict[str, tuple[float, int]]:
    """Return the metrics without the baseline."""
    found = measure(outcomes, PLAIN)
    return {name: (one.value, one.n) for name, one in found.items() if "resampling" not in name}


def test_a_missing_later_answer_fixes_nothing() -> None:
    """Of two samples, one passed in turn 2. The other was not answered in turn 2: it stays failed."""
    assert values(*chain("a", 0, "type", ""), *chain("b", 0, "type", "…")) == {
        "pass@1_after_turn_1": (0.0, 2),
        "pass@1_after_turn_2": (0.5, 2),
        "gain_of_turn_2": (0.5, 2),
        "mrr": (0.25, 2),
        "repair_of_type": (0.5, 2),
    }


def test_an_unfinished_sample_counts_as_failed_in_later_turns() -> None:
    assert values(*chain("a", 0, "type", "compile", ""), *chain("a", 1, "type", "…"), *chain("b", 0, "")) == {
        "pass@1_after_turn_1": (0.5, 2),
        "pass@1_after_turn_2": (0.5, 2),
        "pass@1_after_turn_3": (0.75, 2),
        "gain_of_turn_2": (0.0, 2),
        "gain_of_turn_3": (0.25, 2),
        "mrr": (pytest.approx((1 / 6 + 1) / 2), 2),
        "repair_of_type": (0.0, 2),
        "repair_of_compile": (1.0, 1),
    }


def test_an_unscored_answer_excludes_the_sample_from_that_turn_on() -> None:
    """b counts in turn 1 only: it is unknown whether its second answer passed."""
    assert values(*chain("a", 0, "type", "type", ""), *chain("b", 0, "compile", "?"), *chain("c", 0, "")) == {
        "pass@1_after_turn_1": (pytest.approx(1 / 3), 3),
        "pass@1_after_turn_2": (0.5, 2),
        "pass@1_after_turn_3": (1.0, 2),
        "gain_of_turn_2": (0.0, 2),
        "gain_of_turn_3": (0.5, 2),
        "mrr": (pytest.approx((1 / 3 + 1) / 2), 2),
        "repair_of_type": (0.5, 2),
    }


@pytest.mark.parametrize("first", ["?", "…"])
def test_a_sample_without_a_scored_first_answer_is_excluded(first: str) -> None:
    found = values(*chain("a", 0, "type", ""), *chain("b", 0, first, "type"))
    assert [found[f"pass@1_after_turn_{turn}"] for turn in (1, 2)] == [(0.0, 1), (1.0, 1)]


def test_turns_and_resampling_cover_the_same_samples() -> None:
    """b's second answer is unscored, so both numbers cover a and c. c's is missing: behind by all of its pass@2."""
    turned = [*chain("a", 0, "type", ""), *chain("b", 0, "type", "?"), *chain("c", 0, "type", "…")]
    independent = [outcome(problem, sample, sample == 0) for problem in "abc" for sample in range(2)]
    found = against_resampling(turned, independent, 2, PLAIN)
    baseline, lead = found["resampling_with_2_answers"], found["lead_over_resampling_with_2_answers"]
    assert baseline is not None
    assert lead is not None
    assert (baseline.value, baseline.n) == (1.0, 2)
    assert (lead.value, lead.n) == (-0.5, 2)


def test_a_sample_that_stopped_early_keeps_its_result() -> None:
    """The engine may stop if an answer contains no code: the sample stays failed in later turns."""
    outcomes = [*chain("a", 0, "refusal"), *chain("a", 1, "compile", "compile", "")]
    found = measure(outcomes, PLAIN)
    assert found["pass@1_after_turn_3"].value == 0.5
    assert "repair_of_refusal" not in found


def test_chains_are_in_order_of_turns() -> None:
    found = chains(reversed(TURNS))
    assert [[answer.turn for answer in one] for one in found["b"]] == [[1, 2, 3], [1, 2, 3]]


def test_resampling_from_another_result_set() -> None:
    turned = [*chain("a", 0, "type", ""), *chain("b", 0, "type", "type"), *chain("c", 0, "type", "")]
    independent = [outcome("a", sample, sample == 0) for sample in range(4)]
    independent += [outcome("b", sample, True) for sample in range(2)]
    independent += [outcome("c", 0, True)]
    found = against_resampling(turned, independent, 2, PLAIN)
    baseline, lead = found["resampling_with_2_answers"], found["lead_over_resampling_with_2_answers"]
    assert baseline is not None
    assert lead is not None
    # Of a's four samples, half of the pairs contain the one that passed; c has too few.
    assert (baseline.value, baseline.n) == ((0.5 + 1) / 2, 2)
    assert lead.value == pytest.approx((0.5 - 1) / 2)


def test_turns_that_ignore_the_feedback_are_as_good_as_resampling() -> None:
    """All possible results of four independent answers, equally often: as two chains of two turns, and as four first
    answers. Feedback must add nothing to them."""
    turned, independent = [], []
    for number, answers in enumerate(product(["", "type"], repeat=4)):
        problem = f"p{number}"
        for sample, (first, second) in enumerate([answers[:2], answers[2:]]):
            turned += chain(problem, sample, first, *([second] if first else []))
        independent += [outcome(problem, sample, not failure) for sample, failure in enumerate(answers)]
    found = against_resampling(turned, independent, 2, Options(resamples=0))
    lead = found["lead_over_resampling_with_2_answers"]
    assert lead is not None
    assert lead.value == pytest.approx(0, abs=1e-12)
