"""Rows of EvalPlus and BigCodeBench: a whole `solution`."""

from __future__ import annotations

import msgspec

from benchwright.evaluate.samples.row import SampleRow, texts_of

FIELDS = frozenset({"task_id", "solution"})
"""A row that has these is of this format."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that we read."""

    task_id: str | int
    solution: str | tuple[str, ...]


def read(row: Row) -> SampleRow:
    """One or several solutions."""
    return SampleRow(problem=str(row.task_id), texts=texts_of(row.solution), kind="solution")
