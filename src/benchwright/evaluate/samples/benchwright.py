"""Our own rows, as a job exports them: the answer in `raw`, with the number of the sample and the turn."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluate.samples.row import SampleRow

FIELDS = frozenset({"problem"})
"""A row that has these is of this format."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that we read."""

    problem: str
    raw: str | None = None
    sample: Annotated[int, msgspec.Meta(ge=0)] | None = None
    turn: Annotated[int, msgspec.Meta(ge=1)] = 1
    state: str = ""
    kind: Literal["answer", "completion", "solution"] = "answer"
    finish_reason: str = ""


def read(row: Row) -> SampleRow:
    """One answer, or none where the exported job had none."""
    if row.raw is None and not row.state:
        raise UsageError("the field `raw` is missing", "a row has problem and raw")
    return SampleRow(
        problem=row.problem,
        texts=(row.raw,) if row.raw is not None else (),
        kind=row.kind,
        sample=row.sample,
        turn=row.turn,
        finish_reason=row.finish_reason,
        may_be_empty=bool(row.state),
    )
