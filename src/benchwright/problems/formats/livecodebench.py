"""LiveCodeBench rows: contest problems with public and private test cases.

Pickled data is parsed, never loaded, because loading it could run code.
"""

from __future__ import annotations

import base64
import binascii
import json
import pickletools
import zlib
from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.problems.formats import _fields
from benchwright.problems.formats._python import IMPORTS, call_tests, solution_function
from benchwright.problems.problem import Case, Checker, Problem
from benchwright.problems.rows import language_id

_MOST_BYTES = 1 << 30
_TEXTS = frozenset({"SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8", "UNICODE"})
_OTHERS = frozenset({"PROTO", "FRAME", "MEMOIZE", "BINPUT", "LONG_BINPUT", "PUT", "STOP"})


def unpacked(field: str, value: Any) -> Any:
    """Decode a field that contains plain values, JSON, or packed JSON."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value) if value.strip() else None
    except RecursionError:
        raise UsageError(f"{field}: the JSON is nested too deeply", "check that the row is complete") from None
    except ValueError:
        pass
    try:
        return json.loads(_pickled_text(_decompressed(base64.b64decode(value, validate=True))))
    except RecursionError:
        raise UsageError(f"{field}: the JSON is nested too deeply", "check that the row is complete") from None
    except (ValueError, binascii.Error, zlib.error) as error:
        raise UsageError(
            f"{field} is neither JSON nor packed JSON: {error}", "check that the row is complete"
        ) from None


def _decompressed(data: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    plain = unpacking.decompress(data, _MOST_BYTES)
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise ValueError("the compressed data is truncated, or larger than 1 GiB")
    return plain


def _pickled_text(data: bytes) -> str:
    texts: list[str] = []
    for instruction, argument, _ in pickletools.genops(data):
        if instruction.name in _TEXTS:
            texts.append(str(argument))
        elif instruction.name not in _OTHERS:
            raise ValueError(f"the pickled data is more than a string ({instruction.name})")
    if len(texts) != 1:
        raise ValueError("the pickled data is not a string")
    return texts[0]


FIELDS = frozenset({"question_content", "public_test_cases", "private_test_cases"})

_CHECKER = Checker(kind="floats", tolerance=0.0)
"""LiveCodeBench's judge accepts numbers that are written differently, but not different numbers."""


class _Test(msgspec.Struct, frozen=True, kw_only=True):
    input: str
    output: str
    testtype: str = "stdin"


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Can be written with `--to`, for problems that ask for a program. Rows have no references."""

    question_id: str | int
    """`id`."""
    question_content: str
    """`question`."""
    public_test_cases: str | list[Any]
    """Cases `demo`, or tests `demo` for a function. JSON text or the decoded value."""
    private_test_cases: str | list[Any]
    """Cases or tests `full`. May be pickled, compressed and base64-encoded; it is read without unpickling."""
    starter_code: str = ""
    """End of `prefix`, for problems that ask for a function."""
    metadata: str | dict[str, Any] = ""
    """Its `func_name` becomes `entry_point`."""
    difficulty: str = ""
    """`difficulty`."""
    platform: str = ""
    """Added to `tags`."""
    language: str = "python"
    """`language`; missing in the original rows."""


def read(row: Row, _: int) -> Problem:
    """Return the problem in a row."""
    sets = {
        "full": _tests("private_test_cases", row.private_test_cases),
        "demo": _tests("public_test_cases", row.public_test_cases),
    }
    sets = {name: tests for name, tests in sets.items() if tests}
    common: dict[str, Any] = {
        "id": str(row.question_id),
        "language": language_id(row.language),
        "question": row.question_content,
        "canonical_solution": "",
        "difficulty": row.difficulty,
        "tags": (row.platform,) if row.platform else (),
    }
    if any(test.testtype == "functional" for tests in sets.values() for test in tests):
        return Problem(**common, **_functional(row, sets))
    cases = {name: tuple(Case(stdin=test.input, stdout=test.output) for test in tests) for name, tests in sets.items()}
    return Problem(**common, cases=cases, checker=_CHECKER)


def write(problem: Problem) -> dict[str, Any]:
    """Return the row of a problem that is judged by a program's output."""
    return {
        "question_id": problem.id,
        "question_content": problem.question,
        "public_test_cases": json.dumps(_rows(problem.cases.get("demo", ()))),
        "private_test_cases": json.dumps(_rows(_fields.full_cases(problem))),
        "starter_code": "",
        "metadata": "{}",
        "difficulty": problem.difficulty,
        "platform": problem.tags[0] if problem.tags else "",
        "language": problem.language,
    }


def _functional(row: Row, sets: dict[str, list[_Test]]) -> dict[str, Any]:
    metadata = unpacked("metadata", row.metadata)
    name = metadata.get("func_name") if isinstance(metadata, dict) else None
    if not isinstance(name, str):
        raise UsageError("metadata has no func_name", "add the name of the function that the tests call")
    function = solution_function(row.starter_code, name)
    return {
        "tests": {title: call_tests(function, map(_call, tests)) for title, tests in sets.items()},
        "prefix": f"{IMPORTS}\n{row.starter_code}",
        "entry_point": name,
    }


def _call(test: _Test) -> tuple[list[Any], tuple[Any, ...]]:
    try:
        return [json.loads(line) for line in test.input.split("\n")], (json.loads(test.output),)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"a functional test is not JSON: {error}", "write one value per line of the input") from None


def _tests(field: str, value: str | list[Any]) -> list[_Test]:
    try:
        return msgspec.convert(unpacked(field, value) or [], list[_Test])
    except msgspec.ValidationError as error:
        raise UsageError(f"{field}: {error}", "each test needs input, output and testtype") from None


def _rows(cases: tuple[Case, ...]) -> list[dict[str, str]]:
    return [{"input": case.stdin, "output": case.stdout, "testtype": "stdin"} for case in cases]
