"""HumanEval-X rows: HumanEval in Python, C++, Java, JavaScript and Go, the language named by the task's id."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from benchwright.problems.problem import Problem
from benchwright.problems.rows import decode_rows, language_id

FIELDS = frozenset({"task_id", "prompt", "declaration", "canonical_solution", "test", "example_test"})
"""A row that has these is of this format."""

_HINT = "a row has task_id (as in CPP/1), prompt, declaration, canonical_solution, test and example_test"


class _Row(msgspec.Struct, frozen=True, kw_only=True):
    task_id: str
    prompt: str
    canonical_solution: str
    test: str
    example_test: str = ""
    test_setup: str = ""
    import_: str = msgspec.field(name="import", default="")


def read(file: Path) -> Iterator[Problem]:
    """The problems in the order of the file."""
    for _, row in decode_rows(file, _Row, _HINT):
        tests = {"full": row.test_setup + row.test, "demo": row.test_setup + row.example_test}
        yield Problem(
            id=row.task_id,
            language=language_id(row.task_id.rpartition("/")[0]),
            question=row.prompt,
            canonical_solution=row.import_ + row.prompt + row.canonical_solution,
            tests={name: text for name, text in tests.items() if text.strip()},
        )
