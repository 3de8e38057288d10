"""Lists of `benchwright show`: a line for each row, however narrow the terminal is."""

from __future__ import annotations

from collections.abc import Sequence

from benchwright.cli._show_text import width

_GAP = 2
_SHORT_REASON, _SHORT_NAME = 14, 18
"""Columns are cut to these widths in turn before any is cut further."""
_LEAST = 6


def print_list(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table whose first column is a name and whose last one a reason: at first the reason is cut at its end, then
    the name in its middle, then columns are left out, as those are in which no row has anything."""
    from benchwright.cli._output import print_table

    kept = [place for place in range(len(columns)) if any(row[place] for row in rows)]
    heads = [columns[place] for place in kept]
    cells = [[row[place] for place in kept] for row in rows]
    most = [max(_cells(row[place]) for row in (heads, *cells)) for place in range(len(heads))]
    reason = len(heads) - 1 if heads and heads[-1] == columns[-1] else None
    wanted = _fitted(most, reason, width() - _GAP * len(heads))
    if reason is not None and wanted[reason] < min(most[reason], _LEAST):  # no room for it at all
        print_list(columns[:-1], [row[:-1] for row in rows])
        return
    if sum(wanted) > width() - _GAP * len(heads) and len(heads) > 2:
        print_list([heads[0], *heads[2:]], [[row[0], *row[2:]] for row in cells])
        return
    for row in cells:
        row[0] = _cut(row[0], wanted[0], tail=wanted[0] // 2)
        if reason is not None:
            row[reason] = _cut(row[reason], wanted[reason])
    print_table(heads, cells)


def _fitted(most: Sequence[int], reason: int | None, room: int) -> list[int]:
    """Widths of which name and reason are as narrow as they have to be."""
    widths = list(most)
    for place, least in ((reason, _SHORT_REASON), (0, _SHORT_NAME), (reason, 0), (0, _LEAST)):
        if place is not None:
            widths[place] -= max(0, min(sum(widths) - room, widths[place] - least))
    return widths


def _cut(text: str, room: int, tail: int = 0) -> str:
    """At most so many columns of it, with a mark where something is missing and its last signs after that."""
    if _cells(text) <= room:
        return text
    end = len(text)
    while tail > 0 and _cells(text[end - 1 :]) <= min(tail, room - 1):
        end -= 1
    begin = 0
    while _cells(text[: begin + 1]) + 1 + _cells(text[end:]) <= room:
        begin += 1
    return f"{text[:begin]}…{text[end:]}"


def _cells(text: str) -> int:
    """Columns that a text takes in a terminal."""
    from rich.cells import cell_len

    return cell_len(text)
