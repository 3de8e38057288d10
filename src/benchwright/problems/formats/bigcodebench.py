"""BigCodeBench rows: Python functions that use libraries, with unittest classes."""

from __future__ import annotations

import ast
from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.problems.formats import _fields
from benchwright.problems.problem import Problem

FIELDS = frozenset({"task_id", "complete_prompt", "instruct_prompt", "canonical_solution", "test", "entry_point"})


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Can be written with `--to`."""

    task_id: str
    """`id`."""
    complete_prompt: str
    """`prefix`."""
    instruct_prompt: str
    """`question`."""
    canonical_solution: str
    """`canonical_solution`, after `complete_prompt`."""
    test: str
    """Test set `full`."""
    entry_point: str
    """`entry_point`."""
    libs: str | tuple[str, ...] = ()
    """`libraries`; a list, or its Python representation as text."""


def read(row: Row, _: int) -> Problem:
    """Return the problem in a row."""
    return Problem(
        id=row.task_id,
        language="python",
        question=row.instruct_prompt,
        canonical_solution=row.complete_prompt + row.canonical_solution,
        tests={"full": row.test},
        prefix=row.complete_prompt,
        entry_point=row.entry_point,
        libraries=_libraries(row.libs),
    )


def write(problem: Problem) -> dict[str, Any]:
    """Return the row of a Python problem that starts with code and has an entry point."""
    _fields.only(problem, "python")
    return {
        "task_id": problem.id,
        "complete_prompt": problem.prefix,
        "instruct_prompt": problem.question,
        "canonical_solution": _fields.completion(problem),
        "code_prompt": problem.prefix,
        "test": _fields.full_tests(problem),
        "entry_point": _fields.present("entry_point", problem.entry_point),
        "libs": str(list(problem.libraries)),
    }


def _libraries(libs: str | tuple[str, ...]) -> tuple[str, ...]:
    if not isinstance(libs, str) or not libs.strip():
        return tuple(libs)
    try:
        return msgspec.convert(ast.literal_eval(libs), tuple[str, ...])
    except (ValueError, SyntaxError, MemoryError, RecursionError, msgspec.ValidationError):
        raise UsageError("libs is not a list of names", "write it as in ['numpy', 'random']") from None
