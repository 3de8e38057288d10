"""Rows with a task, one line of Python that solves it, and assertions."""

from __future__ import annotations

from typing import Any

import msgspec

from benchwright.problems import Problem

FIELDS = frozenset({"task", "code", "asserts"})


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One task."""

    task: str
    """`question`."""
    code: str
    """`canonical_solution`."""
    asserts: tuple[str, ...]
    """Test set `full`, one assertion per line."""


def read(row: Row, number: int) -> Problem:
    """Read a row."""
    return Problem(
        id=f"one-liner/{number}",
        language="python",
        question=row.task,
        canonical_solution=row.code,
        tests={"full": "\n".join(row.asserts) + "\n"},
    )


def write(problem: Problem) -> dict[str, Any]:
    """Write a problem as a row."""
    asserts = problem.tests["full"].splitlines()
    return {"task": problem.question, "code": problem.canonical_solution, "asserts": asserts}
