"""Tables with their numbers rounded, for people."""

from __future__ import annotations

from benchwright.metrics.outcome import Estimate
from benchwright.report.table import Table
from benchwright.report.tables.records import Cell, Column, DataTable

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
