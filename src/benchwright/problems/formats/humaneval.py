"""HumanEval rows: Python, with tests in a function `check` that is given the solution's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from benchwright.problems.problem import Problem
from benchwright.problems.rows import decode_rows

FIELDS = frozenset({"task_id", "prompt", "entry_point", "canonical_solution", "test"})
"""A row that has these, and not those of a more particular format, is of this one."""

ORDER = 1
"""McEval rows can have them all."""

_HINT = "a row has task_id, prompt, entry_point, canonical_solution and test"


class _Row(msgspec.Struct, frozen=True, kw_only=True):
    task_id: str
    prompt: str
    entry_point: str
    canonical_solution: str
    test: str


def read(file: Path) -> Iterator[Problem]:
    """The problems in the order of the file."""
    for _, row in decode_rows(file, _Row, _HINT):
        yield Problem(
            id=row.task_id,
            language="python",
            question=row.prompt,
            canonical_solution=row.prompt + row.canonical_solution,
            tests={"full": f"{row.test}\ncheck({row.entry_point})\n"},
        )
