"""Rows of LiveCodeBench: all programs for one question in `code_list`."""

from __future__ import annotations

import msgspec

from benchwright.evaluate.samples.row import SampleRow

FIELDS = frozenset({"question_id", "code_list"})
"""A row that has these is of this format."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that we read."""

    question_id: str
    code_list: tuple[str, ...]


def read(row: Row) -> SampleRow:
    """All of them."""
    return SampleRow(problem=row.question_id, texts=row.code_list, kind="solution")
