"""How single problems separate a group of models."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.metrics.discrimination import discrimination

# Strong, middle and weak models; `upside_down` is solved only by the weak one.
FIELD = {
    "strong": {"easy": 1.0, "telling": 1.0, "hard": 1.0, "upside_down": 0.0, "free": 1.0},
    "middle": {"easy": 1.0, "telling": 1.0, "hard": 0.0, "upside_down": 0.0, "free": 1.0},
    "weak": {"easy": 1.0, "telling": 0.0, "hard": 0.0, "upside_down": 1.0, "free": 1.0, "extra": 1.0},
}


def test_by_hand() -> None:
    found = discrimination(FIELD)
    assert list(found) == ["easy", "free", "hard", "telling", "upside_down"]
    assert (found["easy"].solved, found["easy"].correlation, found["easy"].information) == (1.0, None, 0.0)
    assert found["telling"].information == pytest.approx(2 / 9)
    # 1, 1, 0 with the rest scores 3, 2, 3.
    assert found["telling"].correlation == pytest.approx(-0.5)
    # 1, 0, 0 with 3, 3, 3: the rest does not separate the models.
    assert found["hard"].correlation is None
    # 0, 0, 1 with 4, 3, 2.
    assert found["upside_down"].correlation == pytest.approx(-0.8660254)


@given(st.integers(2, 8), st.integers(3, 8))
def test_a_staircase_is_separated_by_every_step(models: int, problems: int) -> None:
    """Model m solves the problems below m: the rest always ranks the models as the problem does, or not at all."""
    results = {f"m{model}": {f"p{place}": float(place < model) for place in range(problems)} for model in range(models)}
    for item in discrimination(results).values():
        assert item.correlation is None or item.correlation > 0
        assert item.information == pytest.approx(item.solved * (1 - item.solved))


def test_truncated_numbers_with_equal_digits_are_equal() -> None:
    results = {"a": {"x": 1.0, "y": 0.1, "z": 0.2}, "b": {"x": 0.0, "y": 0.2, "z": 0.1}}
    assert discrimination(results)["x"].correlation is None


def test_nothing() -> None:
    assert discrimination({}) == {}
    assert discrimination({"a": {"x": 1.0}, "b": {"y": 1.0}}) == {}
