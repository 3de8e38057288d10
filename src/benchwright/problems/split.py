"""Split a benchmark in two parts: one to publish, and one to keep private so that the answers stay secret."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.problems.problem import Case, Checker, Problem
from benchwright.problems.rows import NumberedRow, rows_of

PUBLIC_SET = "demo"
"""The test set that solvers may see."""

_HINT = "rebuild both parts: benchwright convert IN OUT --part public, then --part private"


class _Private(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A row of the private part: the id, and the fields that are not in the public part."""

    id: str
    canonical_solution: str = ""
    tests: Mapping[str, str] = {}
    cases: Mapping[str, tuple[Case, ...]] = {}
    checker: Checker = Checker()
    wrong_solutions: tuple[str, ...] = ()
    hack_solutions: tuple[str, ...] = ()
    evidence: Mapping[str, Any] = {}


def split_public(problem: Problem) -> tuple[Problem, dict[str, Any]]:
    """Return the problem as a solver may see it, and a row with everything removed: correct and wrong solutions, all
    tests and cases except the demo ones, a checking program, and evidence, which quotes them."""
    private = _Private(
        id=problem.id,
        canonical_solution=problem.canonical_solution,
        tests={name: text for name, text in problem.tests.items() if name != PUBLIC_SET},
        cases={name: cases for name, cases in problem.cases.items() if name != PUBLIC_SET},
        checker=problem.checker if problem.checker.source else Checker(),
        wrong_solutions=problem.wrong_solutions,
        hack_solutions=problem.hack_solutions,
        evidence=problem.evidence,
    )
    public = msgspec.structs.replace(
        problem,
        canonical_solution="",
        tests={name: text for name, text in problem.tests.items() if name == PUBLIC_SET},
        cases={name: cases for name, cases in problem.cases.items() if name == PUBLIC_SET},
        checker=Checker() if problem.checker.source else problem.checker,
        wrong_solutions=(),
        hack_solutions=(),
        evidence={},
    )
    row: dict[str, Any] = msgspec.to_builtins(private)
    return public, row


def join_private(public: Problem, row: Mapping[str, Any]) -> Problem:
    """Join what `split_public` separated."""
    private = msgspec.convert(row, _Private)
    fields = {name: value for name, value in msgspec.structs.asdict(private).items() if value and name != "id"}
    if not private.checker.source:
        del fields["checker"]
    for name in ("tests", "cases"):
        fields[name] = {**getattr(private, name), **getattr(public, name)}
    return msgspec.structs.replace(public, **fields)


def join_parts(problems: Iterable[Problem], file: Path) -> list[Problem]:
    """Join the problems of the public part with the rows of the private part."""
    rows: dict[str, NumberedRow] = {}
    for row in rows_of(file):
        private = _private(row)
        if private.id in rows:
            raise UsageError(f"{row.place}: duplicate id {private.id!r}", _HINT)
        rows[private.id] = row
    joined = [_joined(problem, rows.pop(problem.id, None), file) for problem in problems]
    for name, row in rows.items():
        raise UsageError(f"{row.place}: the public part has no problem {name!r}", _HINT)
    return joined


def _private(row: NumberedRow) -> _Private:
    if row.fault:
        raise UsageError(f"{row.place}: {row.fault}", _HINT)
    try:
        return msgspec.convert(row.value, _Private)
    except msgspec.ValidationError as error:
        raise UsageError(f"{row.place}: {error}", _HINT) from None


def _joined(problem: Problem, row: NumberedRow | None, file: Path) -> Problem:
    if row is None:
        raise UsageError(f"{file} has no row for the problem {problem.id!r}", _HINT)
    if PUBLIC_SET in (*row.value.get("tests", ()), *row.value.get("cases", ())) or problem.canonical_solution:
        raise UsageError(f"{row.place}: the problem {problem.id!r} is already complete", "pass the public part as IN")
    return join_private(problem, row.value)
