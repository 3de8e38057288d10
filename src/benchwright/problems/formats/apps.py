"""APPS and similar rows: contest problems with inputs and outputs, for programs or for a function."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.problems.formats import _fields
from benchwright.problems.formats._python import IMPORTS, call_tests, solution_function
from benchwright.problems.problem import Case, Checker, Problem

FIELDS = frozenset({"question", "input_output"})

_CHECKER = Checker(kind="floats")
_LEVELS = {"introductory": "easy", "interview": "medium", "competition": "hard"}


class _Tests(msgspec.Struct, frozen=True, kw_only=True):
    inputs: list[Any]
    outputs: list[Any]
    fn_name: str | None = None


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Can be written with `--to`, for problems that ask for a Python program."""

    question: str
    """`question`."""
    input_output: str | dict[str, Any]
    """Cases `full`: inputs and outputs, each a string or a list of lines. With `fn_name`, which becomes `entry_point`,
    they are arguments and results of a function and become tests `full`. JSON text or the decoded value; if empty,
    there are no tests."""
    solutions: str | tuple[str, ...] = ()
    """The first becomes `canonical_solution`. JSON text or the decoded value."""
    problem_id: str | int | None = None
    """`id`."""
    id: str | int | None = None
    """`id` if there is no `problem_id`; derived from the line number if both are missing."""
    starter_code: str = ""
    """End of `prefix`, for problems that ask for a function."""
    difficulty: str = ""
    """`difficulty`: introductory becomes easy, interview medium, competition hard; other words are kept."""


def read(row: Row, number: int) -> Problem:
    """Return the problem in a row."""
    given = row.problem_id if row.problem_id is not None else row.id
    solutions = _decoded("solutions", row.solutions, tuple[str, ...]) or ()
    tests = _decoded("input_output", row.input_output, _Tests)
    return Problem(
        id=str(given) if given is not None else f"apps/{number}",
        language="python",
        question=row.question,
        canonical_solution=solutions[0] if solutions else "",
        difficulty=_LEVELS.get(row.difficulty, row.difficulty),
        **(_judged(row, tests) if tests else {"tests": {"full": ""}}),
    )


def write(problem: Problem) -> dict[str, Any]:
    """Return the row of a problem that is judged by the output of a Python program."""
    _fields.only(problem, "python")
    cases = _fields.full_cases(problem)
    outputs = {"inputs": [case.stdin for case in cases], "outputs": [case.stdout for case in cases]}
    return {
        "id": problem.id,
        "question": problem.question,
        "solutions": json.dumps([problem.canonical_solution] if problem.canonical_solution else []),
        "input_output": json.dumps(outputs),
        "difficulty": problem.difficulty,
        "starter_code": "",
    }


def _judged(row: Row, tests: _Tests) -> dict[str, Any]:
    if len(tests.inputs) != len(tests.outputs):
        raise UsageError("input_output has different numbers of inputs and outputs", "give each input one output")
    pairs = list(zip(tests.inputs, tests.outputs, strict=True))
    if not tests.fn_name:
        cases = tuple(Case(stdin=_text(given), stdout=_text(expected)) for given, expected in pairs)
        return {"cases": {"full": cases}, "checker": _CHECKER}
    calls = ((given if isinstance(given, list) else [given], _accepted(expected)) for given, expected in pairs)
    return {
        "tests": {"full": call_tests(solution_function(row.starter_code, tests.fn_name), calls)},
        "prefix": f"{IMPORTS}\n{row.starter_code}" if row.starter_code.strip() else "",
        "entry_point": tests.fn_name,
    }


def _accepted(expected: Any) -> tuple[Any, ...]:
    """Accept the result with and without a list around it, as the original does: rows differ in this."""
    return (expected, expected[0]) if isinstance(expected, list) and expected else (expected,)


def _text(value: Any) -> str:
    """Join lines, or return a string unchanged."""
    if isinstance(value, list):
        return "\n".join(map(str, value)) + "\n"
    return str(value)


def _decoded(field: str, value: Any, kind: Any) -> Any:
    try:
        data = json.loads(value) if isinstance(value, str) and value.strip() else value
        return msgspec.convert(data, kind) if data else None
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise UsageError(f"{field}: {error}", "use JSON text or the decoded value") from None
