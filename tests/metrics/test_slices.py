"""pass@1 of parts of a benchmark."""

from __future__ import annotations

import pytest

from benchwright.metrics.slices import length_range, measure, slices
from tests.metrics.outcomes import PLAIN, outcome


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        (1, "1-10"),
        (10, "1-10"),
        (11, "11-20"),
        (40, "21-40"),
        (41, "41-80"),
        (160, "81-160"),
        (161, "161+"),
        (9999, "161+"),
    ],
)
def test_the_ranges_of_lengths(lines: int, name: str) -> None:
    assert length_range(lines) == name


def test_every_kind_of_slice() -> None:
    outcomes = [
        outcome("a", 0, True, language="python", difficulty="easy", tags=("text", "math"), reference_lines=5),
        outcome("a", 1, False, language="python", difficulty="easy", tags=("text", "math"), reference_lines=5),
        outcome("b", 0, True, language="rust", difficulty="hard", tags=("math", "math"), libraries=("rand",)),
        outcome("c", 0, False, language="rust", difficulty="medium", reference_lines=7),
    ]
    found = {name: (estimate.value, estimate.n) for name, estimate in measure(outcomes, PLAIN).items()}
    assert found == {
        "difficulty=easy": (0.5, 1),
        "difficulty=medium": (0.0, 1),
        "difficulty=hard": (1.0, 1),
        "language=python": (0.5, 1),
        "language=rust": (0.5, 2),
        "length=1-10": (0.25, 2),
        "library=rand": (1.0, 1),
        "tag=math": (0.75, 2),
        "tag=text": (0.5, 1),
    }
    assert list(found)[:3] == ["difficulty=easy", "difficulty=medium", "difficulty=hard"]


def test_lengths_come_in_order() -> None:
    outcomes = [outcome(str(lines), reference_lines=lines) for lines in (200, 15, 100, 5)]
    assert list(slices(outcomes)) == ["length=1-10", "length=11-20", "length=81-160", "length=161+"]


def test_a_slice_without_a_score_is_absent() -> None:
    assert measure([outcome("a", 0, None, language="go")], PLAIN) == {}


def test_functions_of_a_file() -> None:
    outcomes = [
        outcome("a", 0, True, target_lines=5, context_lines=20, calls=0, library_count=0),
        outcome("b", 0, False, target_lines=6, context_lines=21, calls=2, library_count=1),
        outcome("c", 0, True, target_lines=41, context_lines=321, calls=11, library_count=3),
        outcome("d", 0, False, target_lines=8, context_lines=0, library_count=7),
    ]
    assert [(name, each.value, each.n) for name, each in measure(outcomes, PLAIN).items()] == [
        ("calls=0", 1.0, 1),
        ("calls=1-2", 0.0, 1),
        ("calls=11+", 1.0, 1),
        ("context=0-20", 0.5, 2),
        ("context=21-40", 0.0, 1),
        ("context=321+", 1.0, 1),
        ("libraries=0", 1.0, 1),
        ("libraries=1", 0.0, 1),
        ("libraries=3+", 0.5, 2),
        ("target=1-5", 1.0, 1),
        ("target=6-10", 0.0, 2),
        ("target=41+", 1.0, 1),
    ]
