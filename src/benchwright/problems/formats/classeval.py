"""ClassEval rows: Python classes to complete, with unittest classes."""

from __future__ import annotations

import msgspec

from benchwright.problems.formats._python import foreign_modules
from benchwright.problems.problem import Problem

FIELDS = frozenset({"task_id", "skeleton", "class_name", "solution_code", "test"})


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The whole class is asked for; the fields about single methods are not used."""

    task_id: str
    """`id`."""
    skeleton: str
    """End of `question`."""
    class_name: str
    """`entry_point`."""
    solution_code: str
    """`canonical_solution`. What it imports outside the standard library becomes `libraries`."""
    test: str
    """Test set `full`."""


def read(row: Row, _: int) -> Problem:
    """Return the problem in a row."""
    return Problem(
        id=row.task_id,
        language="python",
        question=f"Complete the class {row.class_name}:\n\n```python\n{row.skeleton.rstrip()}\n```\n",
        canonical_solution=row.solution_code,
        tests={"full": row.test},
        entry_point=row.class_name,
        libraries=foreign_modules(row.solution_code),
    )
