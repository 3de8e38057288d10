"""McEval rows: prompt, solution and tests are consecutive parts of one file; the task's id names the language."""

from __future__ import annotations

from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.problems.formats import _fields
from benchwright.problems.formats._fields import task_id_of, task_language
from benchwright.problems.problem import Problem

FIELDS = frozenset({"task_id", "prompt", "canonical_solution", "instruction", "level"})


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Can be written with `--to`."""

    task_id: str
    """`id`; the part before its last slash becomes `language`, as in Python/1."""
    prompt: str
    """`prefix`, followed by a newline; none if `entry_point` is missing and this repeats `instruction`."""
    canonical_solution: str = ""
    """`canonical_solution`, after the prompt."""
    test: str = ""
    """Test set `full`; missing in some rows."""
    instruction: str = ""
    """`question`."""
    level: str = ""
    """`difficulty`."""
    entry_point: str = ""
    """`entry_point`."""


def read(row: Row, _: int) -> Problem:
    """Return the problem in a row."""
    is_code = row.entry_point or row.prompt.strip() != row.instruction.strip()
    return Problem(
        id=row.task_id,
        language=task_language(row.task_id),
        question=row.instruction,
        canonical_solution=f"{row.prompt}\n{row.canonical_solution}\n",
        tests={"full": row.test},
        prefix=f"{row.prompt}\n" if is_code and row.prompt.strip() else "",
        entry_point=row.entry_point,
        difficulty=row.level,
    )


def write(problem: Problem) -> dict[str, Any]:
    """Return the row of a problem with a reference and tests."""
    solution = _fields.reference(problem)
    if not solution.startswith(problem.prefix):
        raise UsageError("canonical_solution does not start with prefix", "use a format that stores the two separately")
    return {
        "task_id": task_id_of(problem),
        "prompt": problem.prefix.removesuffix("\n"),
        "canonical_solution": solution[len(problem.prefix) :].removesuffix("\n"),
        "test": _fields.full_tests(problem),
        "entry_point": problem.entry_point,
        "instruction": problem.question,
        "level": problem.difficulty,
    }
