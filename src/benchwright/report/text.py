"""Tables as plain text, 80 columns wide, and as Markdown."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Iterator

import msgspec


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """Rows with a title."""

    title: str
    """Title of the table."""
    columns: tuple[str, ...]
    """Names of the columns."""
    rows: tuple[tuple[str, ...], ...]
    """Rows of text cells."""
    note: str = ""
    """Caveats, such as the source of published figures."""
    numbers: frozenset[int] = frozenset()
    """Indexes of numeric columns, which are right-aligned."""


_WIDTH = 80
_GAP = 2


def plain(tables: Iterable[Table]) -> str:
    """Render all tables with their titles. A table that is too wide wraps its widest column."""
    return "\n".join("\n".join(_plain(table)) + "\n" for table in tables)


def markdown(tables: Iterable[Table], level: int = 2) -> str:
    """Render all tables under headings."""
    return "\n".join("\n".join(_markdown(table, level)) + "\n" for table in tables)


def _plain(table: Table) -> Iterator[str]:
    yield table.title
    yield "-" * min(len(table.title), _WIDTH)
    rows = (table.columns, *table.rows)
    widths = [max(len(row[place]) for row in rows) for place in range(len(table.columns))]
    excess = sum(widths) + _GAP * (len(widths) - 1) - _WIDTH
    if excess > 0:
        widest = max(range(len(widths)), key=lambda place: widths[place])
        widths[widest] = max(widths[widest] - excess, 8)
    for row in rows:
        yield from _lines(row, widths)
    if table.note:
        yield from textwrap.wrap(table.note, _WIDTH)


def _lines(row: tuple[str, ...], widths: list[int]) -> Iterator[str]:
    cells = [
        textwrap.wrap(cell, width, break_on_hyphens=False) or [""] for cell, width in zip(row, widths, strict=True)
    ]
    for number in range(max(map(len, cells))):
        parts = [cell[number] if number < len(cell) else "" for cell in cells]
        yield (" " * _GAP).join(part.ljust(width) for part, width in zip(parts, widths, strict=True)).rstrip()


def _markdown(table: Table, level: int) -> Iterator[str]:
    yield f"{'#' * level} {table.title}"
    yield ""
    yield from markdown_rows(table)
    if table.note:
        yield f"\n{table.note}"


def markdown_rows(table: Table) -> Iterator[str]:
    """Render the table alone, with aligned columns."""
    rows = [[_escaped(cell) for cell in row] for row in (table.columns, *table.rows)]
    places = range(len(table.columns))
    widths = [max(3, *(_width(row[place]) for row in rows)) for place in places]
    lines = ["-" * (widths[place] - 1) + ":" if place in table.numbers else "-" * widths[place] for place in places]
    for row in (rows[0], lines, *rows[1:]):
        cells = (_padded(row[place], widths[place], place in table.numbers) for place in places)
        yield f"| {' | '.join(cells)} |"


def _escaped(cell: str) -> str:
    return " ".join(cell.replace("\\", "\\\\").replace("|", "\\|").replace("<", "\\<").splitlines())


def _padded(cell: str, width: int, right: bool) -> str:
    space = " " * (width - _width(cell))
    return f"{space}{cell}" if right else f"{cell}{space}"


def _width(text: str) -> int:
    """Return the number of columns that the text takes in a terminal or a fixed-width font."""
    return sum(0 if unicodedata.combining(sign) else 1 + (unicodedata.east_asian_width(sign) in "WF") for sign in text)
