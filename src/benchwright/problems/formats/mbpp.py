"""MBPP rows: small Python tasks with a list of assertions; the full, sanitized and EvalPlus variants.

The additional assertions in `challenge_test_list` are ignored, as in published results.
"""

from __future__ import annotations

from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.problems.formats import _fields
from benchwright.problems.formats._python import called_name
from benchwright.problems.problem import Problem

FIELDS = frozenset({"task_id", "code", "test_list"})

_PREFIX = "Mbpp/"
_TESTS = "\n\nYour code must pass these tests:\n\n"


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Can be written with `--to`, as the full variant."""

    task_id: int | str
    """`id`, as in Mbpp/11."""
    code: str
    """`canonical_solution`. The name of its first function or class that the tests use becomes `entry_point`."""
    test_list: tuple[str, ...]
    """Test set `full`, after setup and imports, and the end of `question`: only the tests show which names are
    expected."""
    text: str = ""
    """`question`."""
    prompt: str = ""
    """`question`, in the sanitized variant."""
    test_setup_code: str = ""
    """Start of the tests."""
    test_imports: tuple[str, ...] = ()
    """Start of the tests, in the sanitized variant."""
    test: str = ""
    """Test set `full`, in the EvalPlus variant; `test_list` then becomes `demo`."""


def read(row: Row, _: int) -> Problem:
    """Return the problem in a row."""
    asked = row.text or row.prompt
    if not asked.strip():
        raise UsageError("text and prompt are missing", "add one of the two as the question")
    assertions = "\n".join(row.test_list)
    setup = [part for part in (row.test_setup_code, *row.test_imports) if part.strip()]
    listed = "\n".join([*setup, assertions]) + "\n"
    return Problem(
        id=f"{_PREFIX}{row.task_id}" if str(row.task_id).isdecimal() else str(row.task_id),
        language="python",
        question=asked + _TESTS + assertions,
        canonical_solution=row.code,
        tests={"full": row.test, "demo": listed} if row.test.strip() else {"full": listed},
        entry_point=called_name(assertions, row.code),
    )


def write(problem: Problem) -> dict[str, Any]:
    """Return the row of a Python problem whose id ends with a number."""
    _fields.only(problem, "python")
    number = problem.id.rpartition("/")[2]
    if not number.isdecimal():
        raise UsageError(f"id {problem.id!r} does not end with a number", "use an id as in Mbpp/11")
    asked = problem.question.partition(_TESTS)[0]
    return {
        "task_id": int(number),
        "text": _fields.present("question", asked),
        "code": _fields.reference(problem),
        "test_list": _assertions(_fields.full_tests(problem)),
        "test_setup_code": "",
        "challenge_test_list": [],
    }


def _assertions(tests: str) -> list[str]:
    """Return one assertion per line if every line is one, otherwise the whole text."""
    lines = tests.rstrip("\n").split("\n")
    return lines if all(line.startswith("assert ") for line in lines) else [tests.removesuffix("\n")]
