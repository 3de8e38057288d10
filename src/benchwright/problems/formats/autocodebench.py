"""AutoCodeBench rows: solution and two test sets apart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from benchwright.problems.problem import Problem
from benchwright.problems.rows import decode_rows, language_id

FIELDS = frozenset({"canonical_solution", "demo_test_func", "full_test_func", "language"})
"""A row that has these is of this format."""

_HINT = "a row has question, canonical_solution, demo_test_func, full_test_func, language and difficulty"


class _Row(msgspec.Struct, frozen=True, kw_only=True):
    language: str
    canonical_solution: str
    demo_test_func: str
    full_test_func: str
    question: str = ""
    difficulty: str = ""
    id: str | int | None = None
    wrong_solutions: tuple[str, ...] = ()
    hack_solutions: tuple[str, ...] = ()


def read(file: Path) -> Iterator[Problem]:
    """The problems in the order of the file."""
    for number, row in decode_rows(file, _Row, _HINT):
        language = language_id(row.language)
        yield Problem(
            id=str(row.id) if row.id is not None else f"{language}/{number}",
            language=language,
            question=row.question,
            canonical_solution=row.canonical_solution,
            tests={"full": row.full_test_func, "demo": row.demo_test_func},
            difficulty=row.difficulty,
            wrong_solutions=row.wrong_solutions,
            hack_solutions=row.hack_solutions,
        )
