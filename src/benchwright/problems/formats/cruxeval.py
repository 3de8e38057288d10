"""CRUXEval rows: a Python function and its arguments; the answer is the value that it returns."""

from __future__ import annotations

import msgspec

from benchwright.problems.problem import Problem

FIELDS = frozenset({"id", "code", "input", "output"})

_QUESTION = """\
What does this call return? Write the value as a literal in the function `answer`, without running any code in it.

```python
{code}


f({arguments})
```
"""
_PREFIX = "def answer():\n    return "
_TESTS = """\
{code}


def test_answer():
    assert not answer.__code__.co_names
    assert answer() == f({arguments})
"""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The value to predict is returned by a function `answer`, which may use no names: it cannot call the code."""

    id: str
    """`id`."""
    code: str
    """Part of `question` and of the tests, which call its function `f`."""
    input: str
    """Arguments of the call, in `question` and in the tests."""
    output: str
    """`canonical_solution`, as the value that `answer` returns."""


def read(row: Row, _: int) -> Problem:
    """Return the problem in a row."""
    code = row.code.strip("\n")
    return Problem(
        id=row.id,
        language="python",
        question=_QUESTION.format(code=code, arguments=row.input),
        canonical_solution=f"{_PREFIX}{row.output}\n",
        tests={"full": _TESTS.format(code=code, arguments=row.input)},
        prefix=_PREFIX,
        entry_point="answer",
    )
