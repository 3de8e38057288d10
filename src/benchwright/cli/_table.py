"""Tables that lose nothing: a width for every column, or a stacked form where the terminal is too narrow."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from benchwright.cli._printable import printable_line

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

_SENTENCES = ("notes", "note", "what it does", "toolchain, or how to get it", "reason", "why not", "packages")
"""Columns of sentences and lists: they are wrapped first."""

_ROOMY, _NARROW = 24, 12
"""How narrow such a column may get before, and after, other columns are wrapped between words too."""

_GAP = 2

_STYLES = {"works": "green", "passed": "green", "yes": "green", "enforced": "green", "missing": "yellow"}
_STYLES |= {"watched": "yellow", "broken": "red", "absent": "red", "NO": "red"}


def laid_out(columns: Sequence[str], rows: Iterable[Sequence[str]], width: int | None) -> RenderableType:
    """A table of at most `width` signs a line, None for no limit. Columns in which no row has anything are left out."""
    from rich.text import Text

    cells = [[_clean(cell) for cell in row] for row in rows]
    kept = [index for index in range(len(columns)) if not cells or any(row[index] for row in cells)]
    heads = [_clean(columns[index]) for index in kept]
    cells = [[row[index] for index in kept] for row in cells]
    widths = _widths(heads, cells, width)
    if widths is None:
        return Text(_stacked(heads, cells, width or 0), no_wrap=True, overflow="ignore")
    return _table(heads, cells, widths)


def _clean(cell: str) -> str:
    """Names in cells are often chosen by others: whatever moves the cursor or colours the screen is written out."""
    return "\n".join(printable_line(line, len(line)) for line in cell.expandtabs().split("\n"))


def _table(heads: Sequence[str], cells: Sequence[Sequence[str]], widths: Sequence[int]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    edges = {"pad_edge": False, "show_edge": False, "padding": (0, _GAP - 1, 0, 0)}
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", **edges)  # type: ignore[arg-type]
    for head, width in zip(heads, widths, strict=True):
        table.add_column(Text(head), overflow="fold", width=width)
    for row in cells:
        table.add_row(*(Text(cell, style=_STYLES.get(cell, "")) for cell in row))
    return table


def _widths(heads: Sequence[str], cells: Sequence[Sequence[str]], width: int | None) -> list[int] | None:
    """The widths of the columns; None if there are none that keep every word whole outside of sentences."""
    listed = [[row[index] for row in cells] for index in range(len(heads))]
    full = [max(_longest(head), *map(_longest, column), 1) for head, column in zip(heads, listed, strict=True)]
    if width is None:
        return full
    room = width - _GAP * len(heads)
    for attempt in (full, _wrapped(heads, listed, full, _ROOMY), _wrapped(heads, listed, full, _NARROW)):
        if sum(attempt) <= room:
            return _widened(attempt, full, room)
    return None


def _wrapped(heads: Sequence[str], listed: Sequence[Sequence[str]], full: Sequence[int], least: int) -> list[int]:
    """The least widths. Heads are always wrapped between words; if `least` is narrow, cells are as well."""
    widths = []
    for head, column, most in zip(heads, listed, full, strict=True):
        words = _longest_word([head])
        if head in _SENTENCES:
            fitting = max(least, _longest_word(column)) if least == _ROOMY else least
            widths.append(min(most, max(fitting, words)))
        else:
            widths.append(
                max(words, _longest_word(column) if least == _NARROW else max(map(_longest, column), default=1))
            )
    return widths


def _widened(widths: Sequence[int], full: Sequence[int], room: int) -> list[int]:
    """What is left of the room goes to whoever lacks most."""
    widened = list(widths)
    for _ in range(min(room, sum(full)) - sum(widths)):
        lacking = max(range(len(full)), key=lambda index: full[index] - widened[index])
        widened[lacking] += 1
    return widened


def _stacked(heads: Sequence[str], cells: Sequence[Sequence[str]], width: int) -> str:
    """Each row as lines of its own. Words that no line can hold stay whole: the terminal breaks them."""
    margin = max(map(_longest, heads), default=0) + _GAP
    blocks = []
    for row in cells:
        lines = []
        for head, cell in ((head, cell) for head, cell in zip(heads, row, strict=True) if cell):
            shown = textwrap.wrap(cell, max(width - margin, _NARROW), break_long_words=False, break_on_hyphens=False)
            lines += [f"{'' if index else head:<{margin}}{part}" for index, part in enumerate(shown)]
        blocks.append("\n".join(line.rstrip() for line in lines))
    return "\n\n".join(blocks)


def _longest(text: str) -> int:
    from rich.cells import cell_len

    return max(map(cell_len, text.split("\n")))


def _longest_word(texts: Iterable[str]) -> int:
    return max((_longest(word) for text in texts for word in text.split()), default=1)
