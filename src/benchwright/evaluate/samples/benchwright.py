"""Our own rows, as a job exports them: the answer in `raw`, with the number of the sample and the turn."""

from __future__ import annotations

from typing import Literal

import msgspec

from benchwright.evaluate.samples.row import SampleRow

FIELDS = frozenset({"problem", "raw"})
"""A row that has these is of this format."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that we read."""

    problem: str
    raw: str
    sample: int | None = None
    turn: int = 1
    kind: Literal["answer", "completion", "solution"] = "answer"
    finish_reason: str = ""


def read(row: Row) -> SampleRow:
    """One answer."""
    return SampleRow(
        problem=row.problem,
        texts=(row.raw,),
        kind=row.kind,
        sample=row.sample,
        turn=row.turn,
        finish_reason=row.finish_reason,
    )
