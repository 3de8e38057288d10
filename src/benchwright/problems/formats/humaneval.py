"""HumanEval rows: Python, with tests in a function `check` that receives the solution's function."""

from __future__ import annotations

from typing import Any

import msgspec

from benchwright.problems.formats import _fields
from benchwright.problems.problem import Problem

FIELDS = frozenset({"task_id", "prompt", "entry_point", "canonical_solution", "test"})

ORDER = 1
"""Tried late: rows of more specific formats can have all these fields."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Can be written with `--to`. Includes HumanEval+ of EvalPlus."""

    task_id: str
    """`id`."""
    prompt: str
    """`question` and `prefix`."""
    entry_point: str
    """`entry_point`."""
    canonical_solution: str
    """`canonical_solution`, after the prompt."""
    test: str
    """Test set `full`, followed by a call to its function `check`."""


def read(row: Row, _: int) -> Problem:
    """Return the problem in a row."""
    return Problem(
        id=row.task_id,
        language="python",
        question=row.prompt,
        canonical_solution=row.prompt + row.canonical_solution,
        tests={"full": row.test + _call(row.entry_point)},
        prefix=row.prompt,
        entry_point=row.entry_point,
    )


def write(problem: Problem) -> dict[str, Any]:
    """Return the row of a Python problem that starts with code and has an entry point."""
    _fields.only(problem, "python")
    entry_point = _fields.present("entry_point", problem.entry_point)
    return {
        "task_id": problem.id,
        "prompt": problem.prefix,
        "entry_point": entry_point,
        "canonical_solution": _fields.completion(problem),
        "test": _checked(_fields.full_tests(problem), entry_point),
    }


def _call(entry_point: str) -> str:
    return f"\ncheck({entry_point})\n"


def _checked(tests: str, entry_point: str) -> str:
    """Return the tests without the call at their end, or with an empty `check` for tests that start on import."""
    if "def check(" in tests and tests.endswith(_call(entry_point)):
        return tests.removesuffix(_call(entry_point))
    return f"{tests}\n\n\ndef check(candidate):\n    pass\n"
