"""HumanEval Pro, MBPP Pro and BigCodeBench-Lite Pro rows: a function, and a second one that has to use it."""

from __future__ import annotations

import msgspec

from benchwright.problems.formats._python import called_name, foreign_modules
from benchwright.problems.problem import Problem

FIELDS = frozenset({"id", "raw_problem", "raw_solution", "new_problem", "new_solution", "test_code"})

_QUESTION = """\
Write both of these functions. The second solves its problem by calling the first.

```python
{raw}
```

```python
{new}
```
"""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The answer must contain both functions."""

    id: int | str
    """`id`, after the name of the set: Pro/0."""
    raw_problem: str
    """Start of `question`, and of `canonical_solution`."""
    raw_solution: str
    """Continues the first function in `canonical_solution`."""
    new_problem: str
    """End of `question`, and start of the second part of `canonical_solution`."""
    new_solution: str
    """Continues the second function in `canonical_solution`."""
    test_code: str
    """Test set `full`. The first name of the solution that it uses becomes `entry_point`."""


def read(row: Row, _: int) -> Problem:
    """Return the problem in a row."""
    solution = f"{row.raw_problem}{row.raw_solution.rstrip()}\n\n\n{row.new_problem}{row.new_solution}"
    return Problem(
        id=f"Pro/{row.id}" if str(row.id).isdecimal() else str(row.id),
        language="python",
        question=_QUESTION.format(raw=row.raw_problem.strip("\n"), new=row.new_problem.strip("\n")),
        canonical_solution=solution,
        tests={"full": row.test_code},
        entry_point=called_name(row.test_code, solution),
        libraries=foreign_modules(solution),
    )
