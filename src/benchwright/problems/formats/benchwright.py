"""Our own rows: every field of a Problem that is not as by default. They lose nothing."""

from __future__ import annotations

from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.problems.problem import Problem

FIELDS = frozenset({"schema", "id", "language", "question"})

ORDER = -1
"""A row that names its schema is nobody else's."""

SCHEMA = 1


class Row(Problem, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Written too. Besides the fields of a Problem, which are under Records, there is one:"""

    schema: int
    """Version of the format: 1."""


def read(row: Row, _: int) -> Problem:
    """The problem of a row."""
    if row.schema != SCHEMA:
        raise UsageError(f"schema is {row.schema}; this version reads {SCHEMA}", "a newer benchwright may read it")
    fields = msgspec.structs.asdict(row)
    del fields["schema"]
    return Problem(**fields)


def write(problem: Problem) -> dict[str, Any]:
    """The row of any problem."""
    row: dict[str, Any] = msgspec.to_builtins(Row(schema=SCHEMA, **msgspec.structs.asdict(problem)))
    return {"schema": row.pop("schema"), **row}
