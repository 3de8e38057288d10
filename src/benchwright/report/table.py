"""The record of a table as it is shown."""

from __future__ import annotations

import msgspec


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """Rows under a title."""

    title: str
    """What it shows."""
    columns: tuple[str, ...]
    """Names of the columns."""
    rows: tuple[tuple[str, ...], ...]
    """Cells."""
    note: str = ""
    """What must be known to read it, such as the source of published figures."""
    numbers: frozenset[int] = frozenset()
    """Places of the columns that hold numbers, which are set to the right."""
