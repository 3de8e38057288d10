"""EvalPlus rows: HumanEval+ and its mini set, with inputs only; the reference's results on them are expected."""

from __future__ import annotations

from typing import Any

import msgspec

from benchwright.problems.problem import Problem

FIELDS = frozenset({"task_id", "prompt", "entry_point", "canonical_solution", "base_input", "plus_input"})

_TESTS = """\
import copy
from math import inf, nan

inputs = {inputs}
known = {{}}
exec({reference!r}, known)
results = [known[{entry_point!r}](*copy.deepcopy(each)) for each in inputs]


def is_float(value):
    return isinstance(value, float) or bool(value) and isinstance(value, (list, tuple)) and all(map(is_float, value))


def near(got, want, atol):
    if isinstance(want, (list, tuple)):
        return type(got) is type(want) and len(got) == len(want) and all(near(*each, atol) for each in zip(got, want))
    return got == want or abs(got - want) <= atol + 1e-7 * abs(want)


def tolerable(got, want, atol):
    return bool(atol or is_float(want)) and near(got, want, atol or 1e-6)


for each, want in zip(inputs, results):
    got = {got}
    assert got == want or tolerable(got, want, {atol!r})
"""
_CALLED = "{entry_point}(*copy.deepcopy(each))"
_ROOT = "known['poly'](each[0], {entry_point}(*copy.deepcopy(each))) + want"
"""A polynomial can have several roots, so the value there is compared instead."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Results are compared as EvalPlus does: exactly, or with a tolerance if they are floats or `atol` is given."""

    task_id: str
    """`id`."""
    prompt: str
    """`question` and `prefix`."""
    entry_point: str
    """`entry_point`."""
    canonical_solution: str
    """`canonical_solution`, after the prompt; also part of the tests, which compute the expected results with it."""
    base_input: tuple[Any, ...]
    """Arguments of each call of test set `base`."""
    plus_input: tuple[Any, ...]
    """Arguments of the additional calls of test set `full`."""
    atol: float = 0.0
    """Absolute tolerance."""


def read(row: Row, _: int) -> Problem:
    """Return the problem in a row."""
    base, plus = list(row.base_input), list(row.plus_input)
    return Problem(
        id=row.task_id,
        language="python",
        question=row.prompt,
        canonical_solution=row.prompt + row.canonical_solution,
        tests={"base": _tests(row, base), "full": _tests(row, base + plus)},
        prefix=row.prompt,
        entry_point=row.entry_point,
    )


def _tests(row: Row, inputs: list[Any]) -> str:
    called = _ROOT if row.entry_point == "find_zero" else _CALLED
    return _TESTS.format(
        inputs=repr(inputs),
        reference=row.prompt + row.canonical_solution,
        entry_point=row.entry_point,
        got=called.format(entry_point=row.entry_point),
        atol=row.atol,
    )
