"""HumanEval-Infilling rows: HumanEval's solutions with a hole of a line, several lines or a span."""

from __future__ import annotations

import msgspec

from benchwright.problems.problem import Problem

FIELDS = frozenset({"task_id", "entry_point", "prompt", "suffix", "canonical_solution", "test"})


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The answer fills the hole between `prompt` and `suffix`."""

    task_id: str
    """`id`."""
    prompt: str
    """`prefix`, and start of `canonical_solution`."""
    suffix: str
    """`suffix`, and end of `canonical_solution`."""
    canonical_solution: str
    """Middle of `canonical_solution`."""
    entry_point: str
    """`entry_point`."""
    test: str
    """Test set `full`, followed by a call to its function `check`."""


def read(row: Row, _: int) -> Problem:
    """Return the problem in a row."""
    return Problem(
        id=row.task_id,
        language="python",
        question=f"Fill in the missing code of the function `{row.entry_point}`.",
        canonical_solution=row.prompt + row.canonical_solution + row.suffix,
        tests={"full": f"{row.test}\ncheck({row.entry_point})\n"},
        prefix=row.prompt,
        suffix=row.suffix,
        entry_point=row.entry_point,
    )
