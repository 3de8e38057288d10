"""Exec-CSN rows, as CodeBenchGen writes them: a Python file with a function to fill in and its tests, in one text.

The tests are cut out of `code` by the names that `test_code` defines. In rows of the original tool, `test_code` itself
is not valid Python, because spaces in strings are replaced by a word. In rows that benchwright writes, `code` ends with
`test_code`.
"""

from __future__ import annotations

import ast
import io
import re
from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.problems.formats import _fields
from benchwright.problems.formats._python import foreign_modules, parsed
from benchwright.problems.problem import Problem

FIELDS = frozenset({"code", "func_name", "revised_instruction", "test_code"})

_PREFIX = "exec-csn/"
_DEFINED = re.compile(r"^(?:async )?(?:def|class) (\w+)", re.MULTILINE)
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Can be written with `--to`."""

    code: str
    """`canonical_solution` and, from its tests, test set `full`. The code before and after the function's body becomes
    `prefix` and `suffix`, imported packages become `libraries`."""
    func_name: str
    """`entry_point`; for a method with its class, as in Shape.area."""
    revised_instruction: str
    """`question`."""
    test_code: str
    """Separates the tests from the rest of `code`."""
    idx: int | str | None = None
    """`id`, as in exec-csn/7; derived from the line number if missing."""
    new_test_code: str = ""
    """Test set `augmented`, unless empty."""


def read(row: Row, number: int) -> Problem:
    """Return the problem in a row."""
    tree = parsed(row.code)
    if tree is None:
        raise UsageError("code is not valid Python", "check that the row is complete")
    names = frozenset(_DEFINED.findall(row.test_code))
    solution = row.code.removesuffix(row.test_code) if names else row.code
    tests = row.test_code
    if solution == row.code or parsed(solution) is None or parsed(tests) is None:
        solution, tests = _split(row.code, tree, names)
    prefix, suffix = _around(solution, row.func_name)
    given = row.idx if row.idx is not None else number
    return Problem(
        id=f"{_PREFIX}{given}" if str(given).isdecimal() else str(given),
        language="python",
        question=row.revised_instruction,
        canonical_solution=solution,
        tests={"full": tests, **({"augmented": row.new_test_code} if row.new_test_code.strip() else {})},
        prefix=prefix,
        suffix=suffix,
        entry_point=row.func_name,
        libraries=foreign_modules(row.code),
    )


def write(problem: Problem) -> dict[str, Any]:
    """Return the row of a Python problem with a function to fill in."""
    _fields.only(problem, "python")
    name = _fields.present("entry_point", problem.entry_point)
    solution, tests = _fields.reference(problem), _fields.full_tests(problem)
    _around(solution, name)
    return {
        "idx": int(problem.id.removeprefix(_PREFIX)) if problem.id.removeprefix(_PREFIX).isdecimal() else problem.id,
        "func_name": name,
        "code": f"{solution}{'' if solution.endswith(chr(10)) else chr(10)}{tests}",
        "revised_instruction": problem.question,
        "test_code": tests,
    } | ({"new_test_code": problem.tests["augmented"]} if "augmented" in problem.tests else {})


def _split(code: str, tree: ast.Module, tests: frozenset[str]) -> tuple[str, str]:
    """Separate solution and tests. Tests are the definitions of these names, and any statement after the first of them
    at the top level that defines nothing, such as the call that starts them."""
    lines = _lines(code)
    of_tests: set[int] = set()
    before = 0
    """Last line of the preceding statement, if that is part of the tests."""
    for statement in tree.body:
        name = getattr(statement, "name", None)
        last = statement.end_lineno or statement.lineno
        if name in tests or (of_tests and name is None):
            of_tests |= set(range(before or _first_line(statement) - 1, last))
            before = last
        else:
            before = 0
    if not of_tests:
        raise UsageError("test_code names no test in code", "test_code must define the names of the tests in code")
    if before:
        of_tests |= set(range(before, len(lines)))
    parts = [
        "".join(line for number, line in enumerate(lines) if (number in of_tests) == kept) for kept in (False, True)
    ]
    return parts[0], parts[1]


def _around(solution: str, name: str) -> tuple[str, str]:
    """Return the code before the function's body, including its signature and docstring, and the code after it."""
    function = _find(parsed(solution), name.split("."))
    if function is None:
        raise UsageError(f"func_name {name!r} is not in code", "func_name must be the function to fill in")
    body = function.body[1:] if ast.get_docstring(function) is not None and len(function.body) > 1 else function.body
    lines, first = _lines(solution), _first_line(body[0])
    if lines[first - 1].encode()[: body[0].col_offset].strip():
        raise UsageError(f"{name} has its body on the line of its signature", "put the body on its own lines")
    while not lines[first - 2].strip() or lines[first - 2].lstrip().startswith("#"):  # they belong to the body
        first -= 1
    return "".join(lines[: first - 1]), "".join(lines[function.end_lineno or function.lineno :])


def _find(node: ast.AST | None, path: list[str]) -> _Function | None:
    for child in getattr(node, "body", ()):
        if getattr(child, "name", None) != path[0]:
            continue
        if len(path) > 1:
            return _find(child, path[1:])
        return child if isinstance(child, _Function) else None
    return None


def _first_line(statement: ast.stmt) -> int:
    """Return the first line of a statement, including decorators."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min(statement.lineno, *(each.lineno for each in decorators)) if decorators else statement.lineno


def _lines(text: str) -> list[str]:
    """Split as Python does: only line ends separate lines."""
    return io.StringIO(text, newline="").readlines()
