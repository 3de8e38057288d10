"""McEval rows: prompt, solution and test are one text after the other, in the language that the task's id names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from benchwright.problems.problem import Problem
from benchwright.problems.rows import decode_rows, language_id

FIELDS = frozenset({"task_id", "prompt", "canonical_solution", "instruction", "level"})
"""A row that has these is of this format."""

_HINT = "a row has task_id (as in Python/1), prompt, canonical_solution, test, instruction and level"


class _Row(msgspec.Struct, frozen=True, kw_only=True):
    task_id: str
    prompt: str
    canonical_solution: str = ""
    test: str = ""
    """Some rows have none."""
    instruction: str = ""
    level: str = ""


def read(file: Path) -> Iterator[Problem]:
    """The problems in the order of the file."""
    for _, row in decode_rows(file, _Row, _HINT):
        yield Problem(
            id=row.task_id,
            language=language_id(row.task_id.rpartition("/")[0]),
            question=row.instruction,
            canonical_solution=f"{row.prompt}\n{row.canonical_solution}\n",
            tests={"full": row.test},
            difficulty=row.level,
        )
