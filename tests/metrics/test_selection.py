"""Choosing one of several samples."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.metrics.selection import best_by_tests, codet, majority, selection_score
from tests.metrics.outcomes import PLAIN, table

T, F = True, False
MATRICES = st.integers(0, 5).flatmap(
    lambda width: st.lists(st.lists(st.booleans(), min_size=width, max_size=width), min_size=1, max_size=6)
)


@pytest.mark.parametrize(
    ("passed", "chosen"),
    [
        ([[T, F], [T, T], [T, T]], 1),
        ([[F], [F]], 0),
        ([[], []], 0),
    ],
)
def test_best_by_tests(passed: list[list[bool]], chosen: int) -> None:
    assert best_by_tests(passed) == chosen


@pytest.mark.parametrize(
    ("passed", "chosen"),
    [
        # Two solutions agree on two tests (2 · 2); one alone passes three (1 · 3).
        ([[T, T, T, F], [F, F, T, T], [F, F, T, T]], 1),
        # 1 · 4 and 2 · 2: with equal scores, the one with more tests.
        ([[F, F, T, T], [F, F, T, T], [T, T, T, T]], 2),
        # Agreeing on nothing is worth nothing, however many agree.
        ([[F, F], [F, F], [F, F], [F, T]], 3),
        ([[F], [F]], 0),
        # Equal in everything: the lowest index.
        ([[T, F], [F, T]], 0),
    ],
)
def test_codet(passed: list[list[bool]], chosen: int) -> None:
    assert codet(passed) == chosen


@pytest.mark.parametrize(
    ("outputs", "chosen"),
    [
        ([["1", "2"], ["1", "3"], ["1", "3"]], 1),
        ([["1"], ["2"], ["2"], ["1"]], 0),
        ([[None, None], [None, None], ["1", None]], 2),
        ([[None], [None]], 0),
        ([["1", None], ["1", None], ["1", "2"]], 0),
    ],
)
def test_majority(outputs: list[list[str | None]], chosen: int) -> None:
    assert majority(outputs) == chosen


@given(MATRICES)
def test_every_choice_is_undominated(passed: list[list[bool]]) -> None:
    chosen = best_by_tests(passed)
    assert all(sum(row) <= sum(passed[chosen]) for row in passed)
    assert 0 <= codet(passed) < len(passed)
    assert 0 <= majority([["x" if cell else None for cell in row] for row in passed]) < len(passed)


@given(MATRICES)
def test_codet_by_its_definition(passed: list[list[bool]]) -> None:
    """The chosen solution's consensus set has the highest score of all."""
    scores = [sum(row == other for other in passed) * sum(row) for row in passed]
    assert scores[codet(passed)] == max(scores)


@pytest.mark.parametrize("choose", [best_by_tests, codet])
def test_rows_must_fit(choose: object) -> None:
    assert callable(choose)
    with pytest.raises(ValueError, match="nothing"):
        choose([])
    with pytest.raises(ValueError, match="different"):
        choose([[T], [T, F]])


def test_the_value_of_a_selection() -> None:
    outcomes = table(["+-", "-+", "--", "?+"])
    found = selection_score(outcomes, {"p0": 0, "p1": 0, "p2": 1, "p3": 0, "unknown": 1}, PLAIN)
    # p3's chosen sample has no score.
    assert {estimate.n for estimate in found.values()} == {3}
    assert {name: estimate.value for name, estimate in found.items()} == pytest.approx(
        {"selected": 1 / 3, "mean": 1 / 3, "oracle": 2 / 3, "gain": 0}
    )


@given(st.lists(st.text("+-", min_size=1, max_size=4), min_size=1, max_size=6), st.data())
def test_no_selection_beats_the_oracle(rows: list[str], data: st.DataObject) -> None:
    chosen = {f"p{row}": data.draw(st.integers(0, len(letters) - 1)) for row, letters in enumerate(rows)}
    found = selection_score(table(rows), chosen, PLAIN)
    assert found["selected"].value <= found["oracle"].value
    assert found["mean"].value <= found["oracle"].value
    assert found["gain"].value == pytest.approx(found["selected"].value - found["mean"].value)
