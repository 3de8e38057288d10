"""Agreement of two sets of verdicts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.metrics.agreement import agreement

LABELS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=30)


def test_by_hand() -> None:
    """An example in Cohen's form: 20 and 15 agree, 5 and 10 do not; by chance half would agree."""
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    found = agreement(first, second)
    assert (found.n, found.equal, found.share) == (50, 35, 0.7)
    assert found.kappa == pytest.approx(0.4)
    assert found.confusion == {"no": {"no": 15, "yes": 10}, "yes": {"no": 5, "yes": 20}}


def test_kappa_is_undefined_if_chance_agrees_fully() -> None:
    assert agreement(["passed"] * 3, ["passed"] * 3).kappa is None
    assert agreement([], []).share is None
    assert agreement(["passed"] * 3, ["wrong_answer"] * 3).kappa == 0


@given(LABELS)
def test_bounds_and_symmetry(pairs: list[tuple[str, str]]) -> None:
    first, second = [one for one, _ in pairs], [other for _, other in pairs]
    found, swapped = agreement(first, second), agreement(second, first)
    assert found.kappa == swapped.kappa
    assert found.share is not None
    assert sum(sum(row.values()) for row in found.confusion.values()) == found.n == len(pairs)
    if found.kappa is not None:
        assert -1 <= found.kappa <= 1
        assert (found.kappa == 1) == (found.share == 1)


def test_inputs_of_different_length_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"shorter|longer"):
        agreement(["a"], [])
