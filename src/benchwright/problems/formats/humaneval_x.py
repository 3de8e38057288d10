"""HumanEval-X rows: HumanEval in Python, C++, Java, JavaScript and Go; the task's id names the language."""

from __future__ import annotations

from typing import Any

import msgspec

from benchwright.problems.formats import _fields
from benchwright.problems.formats._fields import task_id_of, task_language
from benchwright.problems.problem import Problem

FIELDS = frozenset({"task_id", "prompt", "declaration", "canonical_solution", "test", "example_test"})


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Can be written with `--to`."""

    task_id: str
    """`id`; the part before its last slash becomes `language`, as in CPP/1."""
    prompt: str
    """`question`, and `prefix` after the imports."""
    canonical_solution: str
    """`canonical_solution`, after imports and prompt."""
    test: str
    """Test set `full`, after `test_setup`."""
    example_test: str = ""
    """Test set `demo`, after `test_setup`; none if empty."""
    test_setup: str = ""
    """Start of both test sets."""
    import_: str = msgspec.field(name="import", default="")
    """Start of `prefix`, unless `prompt` already contains it."""


def read(row: Row, _: int) -> Problem:
    """Return the problem in a row."""
    prefix = row.prompt if row.import_.strip() in row.prompt else row.import_ + row.prompt
    tests = {"full": row.test, "demo": row.example_test}
    return Problem(
        id=row.task_id,
        language=task_language(row.task_id),
        question=row.prompt,
        canonical_solution=prefix + row.canonical_solution,
        tests={name: row.test_setup + text for name, text in tests.items() if text.strip()},
        prefix=prefix,
    )


def write(problem: Problem) -> dict[str, Any]:
    """Return the row of a problem that starts with code."""
    return {
        "task_id": task_id_of(problem),
        "prompt": problem.prefix,
        "declaration": problem.prefix,
        "canonical_solution": _fields.completion(problem),
        "test": _fields.full_tests(problem),
        "example_test": problem.tests.get("demo", ""),
        "test_setup": "",
        "import": "",
    }
