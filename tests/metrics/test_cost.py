"""Tokens, money and time."""

from __future__ import annotations

from benchwright.metrics.cost import measure
from tests.metrics.outcomes import PLAIN, outcome


def values(*outcomes: object) -> dict[str, tuple[float, int]]:
    found = measure(list(outcomes), PLAIN)  # type: ignore[arg-type]
    return {name: (estimate.value, estimate.n) for name, estimate in found.items()}


def test_totals_and_ratios_by_hand() -> None:
    found = values(
        outcome("a", 0, False, turn=1, prompt_tokens=10, cost=1.0),
        outcome("a", 0, True, turn=2, prompt_tokens=30, cost=2.0),
        outcome("a", 1, True, prompt_tokens=10, cost=1.0),
        outcome("b", 0, False, prompt_tokens=14, cost=4.0),
    )
    assert found == {
        "prompt_tokens_total": (64, 4),
        "prompt_tokens_per_sample": (64 / 3, 3),
        "prompt_tokens_per_solve": (64, 1),
        "cost_usd_total": (8, 4),
        "cost_usd_per_sample": (8 / 3, 3),
        "cost_usd_per_solve": (8, 1),
    }


def test_no_cost_per_solve_without_solved_problems() -> None:
    assert values(outcome("a", 0, False, answer_s=2.0)) == {"answer_s_total": (2, 1), "answer_s_per_sample": (2, 1)}


def test_unknown_costs_are_excluded_from_ratios() -> None:
    found = values(
        outcome("a", 0, True, completion_tokens=8),
        outcome("b", 0, True, completion_tokens=4),
        outcome("b", 1, True, completion_tokens=None),
    )
    assert found == {
        "completion_tokens_total": (12, 2),
        "completion_tokens_per_sample": (8, 1),
        "completion_tokens_per_solve": (8, 1),
    }


def test_unscored_answers_count_as_cost_but_not_as_solved() -> None:
    found = values(outcome("a", 0, True, judge_s=1.0), outcome("b", 0, None, judge_s=5.0))
    assert found == {"judge_s_total": (6, 2), "judge_s_per_sample": (3, 2), "judge_s_per_solve": (1, 1)}
