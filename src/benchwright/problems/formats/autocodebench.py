"""AutoCodeBench rows: a solution and two separate test sets."""

from __future__ import annotations

from typing import Any

import msgspec

from benchwright.problems.formats import _fields
from benchwright.problems.problem import Problem
from benchwright.problems.rows import language_id

FIELDS = frozenset({"canonical_solution", "demo_test_func", "full_test_func", "language"})


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Can be written with `--to`. The fields that benchwright adds are written unless empty."""

    language: str
    """`language`, as an id or alias."""
    canonical_solution: str
    """`canonical_solution`."""
    demo_test_func: str
    """Test set `demo`; none if empty."""
    full_test_func: str
    """Test set `full`."""
    question: str = ""
    """`question`."""
    difficulty: str = ""
    """`difficulty`."""
    id: str | int | None = None
    """`id`; derived from the language and line number if missing."""
    wrong_solutions: tuple[str, ...] = ()
    """`wrong_solutions`; added by benchwright."""
    hack_solutions: tuple[str, ...] = ()
    """`hack_solutions`; added by benchwright."""


def read(row: Row, number: int) -> Problem:
    """Return the problem in a row."""
    language = language_id(row.language)
    demo = {"demo": row.demo_test_func} if row.demo_test_func.strip() else {}
    return Problem(
        id=str(row.id) if row.id is not None else f"{language}/{number}",
        language=language,
        question=row.question,
        canonical_solution=row.canonical_solution,
        tests={"full": row.full_test_func, **demo},
        difficulty=row.difficulty,
        wrong_solutions=row.wrong_solutions,
        hack_solutions=row.hack_solutions,
    )


def write(problem: Problem) -> dict[str, Any]:
    """Return the row of a problem with a reference and tests."""
    row = {
        "id": problem.id,
        "question": problem.question,
        "canonical_solution": _fields.reference(problem),
        "demo_test_func": problem.tests.get("demo", ""),
        "full_test_func": _fields.full_tests(problem),
        "language": problem.language,
        "difficulty": problem.difficulty,
    }
    additions = {"wrong_solutions": problem.wrong_solutions, "hack_solutions": problem.hack_solutions}
    return row | {name: list(value) for name, value in additions.items() if value}
