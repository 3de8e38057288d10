"""Tables with their numbers, before they are rounded and written for somebody."""

from __future__ import annotations

from typing import Literal

import msgspec

from benchwright.metrics.outcome import Estimate

Kind = Literal["text", "count", "share", "interval", "usd", "probability"]
"""How a cell is written: a share without or with its interval."""

Cell = str | int | float | Estimate | None
"""None where nothing is known."""


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """One column."""

    name: str
    """Short, for programs and heads."""
    kind: Kind = "text"
    """What its cells are."""
    optional: bool = False
    """Whether people are spared it where it holds nothing but zeros and unknowns."""


class DataTable(msgspec.Struct, frozen=True, kw_only=True):
    """Rows under a title."""

    name: str
    """For --table and names of files."""
    title: str
    """What it shows."""
    columns: tuple[Column, ...]
    """In their order."""
    rows: tuple[tuple[Cell, ...], ...]
    """As many cells as columns."""
    note: str = ""
    """What must be known to read it."""
