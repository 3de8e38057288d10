"""AutoCodeBench rows with the model's answer, or a list of answers, in `output`."""

from __future__ import annotations

import msgspec

from benchwright.evaluate.samples.row import SampleRow, content_key, texts_of
from benchwright.problems.rows import language_id

FIELDS = frozenset({"output", "full_test_func", "language"})
"""A row that has these is of this format."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that we read."""

    output: str | tuple[str, ...]
    language: str
    full_test_func: str
    question: str = ""
    id: str | int | None = None


def read(row: Row) -> SampleRow:
    """AutoCodeBench's rows have no id, so they are known by what they say."""
    content = content_key(language_id(row.language), row.question, row.full_test_func)
    return SampleRow(
        problem=str(row.id) if row.id is not None else "", content=content, texts=texts_of(row.output), kind="answer"
    )
