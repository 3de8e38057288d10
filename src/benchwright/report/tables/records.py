"""Tables with their exact numbers, and rounded for people."""

from __future__ import annotations

from typing import Literal

import msgspec

from benchwright.metrics.outcome import Estimate
from benchwright.report.text import Table

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


_NONE = "-"


def shown(table: DataTable) -> Table:
    """The same table as texts."""
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
    """One cell, rounded. Shares are in percent."""
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
    """A text without anything that moves a cursor, breaks a line or colours a terminal."""
    return text if text.isprintable() else "".join(letter if letter.isprintable() else "?" for letter in text)


def _head(column: Column) -> str:
    return clean(f"{column.name} (%)" if column.kind == "interval" else column.name)


def _estimate(estimate: Estimate, column: Column) -> str:
    text = f"{100 * estimate.value:.1f}"
    if column.kind != "interval" or estimate.low is None or estimate.high is None:
        return text
    return f"{text} [{100 * estimate.low:.1f}, {100 * estimate.high:.1f}]"
