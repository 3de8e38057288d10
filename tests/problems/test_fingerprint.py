"""The fingerprint of a benchmark."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from benchwright.problems import Case, Checker, Problem, fingerprint

FIRST = Problem(
    id="a", language="python", question="?", canonical_solution="x = 1", tests={"full": "assert x", "demo": "x"}
)
SECOND = Problem(
    id="b",
    language="cpp",
    question="!",
    canonical_solution="",
    cases={"full": (Case(stdin="1", stdout="2"),)},
)


def test_the_order_does_not_count() -> None:
    again = msgspec.structs.replace(FIRST, tests={"demo": "x", "full": "assert x"})
    assert fingerprint([FIRST, SECOND]) == fingerprint([SECOND, again])


@pytest.mark.parametrize(
    "change",
    [
        {"id": "c"},
        {"language": "ruby"},
        {"question": ""},
        {"prefix": "import os"},
        {"suffix": "}"},
        {"tests": {"full": "assert x"}},
        {"cases": {"full": (Case(stdin="1", stdout="3"),)}},
        {"cases": {"full": (Case(stdin="1", stdout="2", args=("-v",)),)}},
        {"checker": Checker(kind="exact")},
    ],
)
def test_the_fingerprint_covers_questions_and_judging(change: dict[str, Any]) -> None:
    assert fingerprint([FIRST, msgspec.structs.replace(SECOND, **change)]) != fingerprint([FIRST, SECOND])


def test_the_number_of_problems_counts() -> None:
    assert len({fingerprint(problems) for problems in ([], [FIRST], [FIRST, FIRST])}) == 3


def test_references_and_labels_do_not_change_the_fingerprint() -> None:
    changed = msgspec.structs.replace(FIRST, canonical_solution="x = 2", difficulty="hard", tags=("t",))
    assert fingerprint([changed]) == fingerprint([FIRST])
