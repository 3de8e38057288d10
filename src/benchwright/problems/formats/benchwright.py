"""benchwright's native rows: every field of a Problem that differs from its default. Nothing is lost."""

from __future__ import annotations

from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.problems.problem import Problem

FIELDS = frozenset({"schema", "id", "language", "question"})

ORDER = -1
"""No other format has a field with this name."""

SCHEMA = 1


class Row(Problem, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Can be written with `--to`. Besides the fields of a Problem (see Records), a row has:"""

    schema: int
    """Version of the format: 1."""


def read(row: Row, _: int) -> Problem:
    """Return the problem in a row."""
    if row.schema != SCHEMA:
        raise UsageError(f"schema is {row.schema}; this version reads {SCHEMA}", "upgrade benchwright")
    fields = msgspec.structs.asdict(row)
    del fields["schema"]
    return Problem(**fields)


def write(problem: Problem) -> dict[str, Any]:
    """Return the row of any problem."""
    row: dict[str, Any] = msgspec.to_builtins(Row(schema=SCHEMA, **msgspec.structs.asdict(problem)))
    return {"schema": row.pop("schema"), **row}
