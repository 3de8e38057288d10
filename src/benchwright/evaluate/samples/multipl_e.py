"""Rows of MultiPL-E: all `completions` of one problem."""

from __future__ import annotations

import msgspec

from benchwright.evaluate.samples.row import SampleRow

FIELDS = frozenset({"name", "completions"})
"""A row that has these is of this format."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that we read."""

    name: str
    completions: tuple[str, ...]


def read(row: Row) -> SampleRow:
    """All of them."""
    return SampleRow(problem=row.name, texts=row.completions, kind="completion")
