"""Tables with exact numbers, and rounded for display."""

from __future__ import annotations

from typing import Literal

import msgspec

from benchwright.metrics.outcome import Estimate
from benchwright.report.text import Table

Kind = Literal["text", "count", "share", "interval", "usd", "probability"]
"""How to format a cell; `share` is without and `interval` with its interval."""

Cell = str | int | float | Estimate | None
"""None if unknown."""


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """One column of a table."""

    name: str
    """Short name, used as heading and as key."""
    kind: Kind = "text"
    """How to format its cells."""
    optional: bool = False
    """Whether to hide it if it contains only zeros and unknown values."""


class DataTable(msgspec.Struct, frozen=True, kw_only=True):
    """Rows with a title."""

    name: str
    """Name for --table and for file names."""
    title: str
    """Title of the table."""
    columns: tuple[Column, ...]
    """Columns from left to right."""
    rows: tuple[tuple[Cell, ...], ...]
    """Rows with one cell per column."""
    note: str = ""
    """Caveats for reading the table."""


_NONE = "-"


def shown(table: DataTable) -> Table:
    """Format the table as text."""
    places = [
        place
        for place, column in enumerate(table.columns)
        if not column.optional or any(row[place] for row in table.rows)
    ]
    columns = [table.columns[place] for place in places]
    return Table(
        title=clean(table.title),
        columns=tuple(_head(column) for column in columns),
        rows=tuple(tuple(cell_text(row[place], table.columns[place]) for place in places) for row in table.rows),
        note=clean(table.note),
        numbers=frozenset(place for place, column in enumerate(columns) if column.kind != "text"),
    )


def cell_text(cell: Cell, column: Column) -> str:
    """Format one cell, rounded. Shares are in percent."""
    if cell is None:
        return _NONE
    if isinstance(cell, Estimate):
        return _estimate(cell, column)
    if isinstance(cell, str):
        return clean(cell)
    if column.kind == "usd":
        return f"{cell:.2f}" if cell >= 1 else f"{cell:.4f}"
    if column.kind == "probability":
        return f"{cell:.3f}" if cell >= 0.001 else "<0.001"
    return f"{cell:,}" if isinstance(cell, int) else f"{cell:,.0f}"


def clean(text: str) -> str:
    """Replace characters that move the cursor, break lines or colour the terminal."""
    return text if text.isprintable() else "".join(letter if letter.isprintable() else "?" for letter in text)


def _head(column: Column) -> str:
    return clean(f"{column.name} (%)" if column.kind == "interval" else column.name)


def _estimate(estimate: Estimate, column: Column) -> str:
    text = f"{100 * estimate.value:.1f}"
    if column.kind != "interval" or estimate.low is None or estimate.high is None:
        return text
    return f"{text} [{100 * estimate.low:.1f}, {100 * estimate.high:.1f}]"
