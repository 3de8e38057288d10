"""Building blocks of `benchwright show`: headings, facts, numbered code, and lists that fit any terminal."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence

import msgspec
import typer

from benchwright.cli._output import printable_line, printable_lines

_PIPE_WIDTH = 80
_WIDEST = 120


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """How much of each text is shown."""

    question_lines: int = 500
    """Maximum lines of a question; high, as readers need all of it."""
    code_lines: int = 80
    """Maximum lines of each piece of code."""
    output_lines: int = 20
    """Maximum lines of each output stream."""
    line_signs: int = 300
    """Maximum characters of each line of code or program output."""


FULL = Bounds(question_lines=1_000_000, code_lines=1_000_000, output_lines=1_000_000, line_signs=10_000_000)


def width() -> int:
    """Return the characters per line: the width of the terminal, at most 120; 80 in a pipe."""
    if not sys.stdout.isatty():
        return _PIPE_WIDTH
    return min(shutil.get_terminal_size((_PIPE_WIDTH, 24)).columns, _WIDEST)


def facts(pairs: Iterable[tuple[str, str]]) -> None:
    """Print names and values in two columns, without empty values."""
    shown = [(name, value) for name, value in pairs if value]
    margin = max((len(name) for name, _ in shown), default=0) + 2
    for name, value in shown:
        lines = textwrap.wrap(printable_line(value, len(value)), width() - margin, break_on_hyphens=False) or [""]
        for place, line in enumerate(lines):
            typer.echo(f"{'' if place else name:<{margin}}{line}")


def heading(text: str) -> None:
    """Print the heading of a section after an empty line."""
    typer.echo(f"\n{text}\n{'-' * min(len(text), width())}")


def prose(text: str, most_lines: int, line_signs: int | None = None, *, indent: str = "") -> None:
    """Print untrusted prose wrapped to the width. Lines longer than `line_signs` are cut; None cuts none."""
    lines = [
        part
        for line in printable_lines(text.strip("\n"), line_signs or len(text))
        for part in (textwrap.wrap(line, width() - len(indent), **_AS_IT_IS) or [""])  # type: ignore[arg-type]
    ]
    for line in lines[:most_lines]:
        typer.echo(f"{indent}{line}".rstrip())
    _more(len(lines) - most_lines, indent)


_AS_IT_IS = {"replace_whitespace": False, "break_on_hyphens": False}


def code(text: str, bounds: Bounds, *, marked: int = 0) -> None:
    """Print code with line numbers and a mark at the failing line. Long code is cut to the part around the mark."""
    lines = printable_lines(text.rstrip("\n"), bounds.line_signs)
    margin = len(str(len(lines)))
    first = max(0, min(marked - bounds.code_lines // 2, len(lines) - bounds.code_lines)) if marked else 0
    if first:
        typer.echo(f"    [{first} lines before; --full shows them]")
    for number, line in enumerate(lines[first : first + bounds.code_lines], start=first + 1):
        typer.echo(f"  {'>' if number == marked else ' '} {number:>{margin}} | {line}".rstrip())
    _more(len(lines) - first - bounds.code_lines, "    ")


def source_line(text: str, number: int, bounds: Bounds) -> str:
    """Return one line of a text; empty if the text is shorter."""
    lines = text.split("\n")
    return printable_line(lines[number - 1], bounds.line_signs) if 0 < number <= len(lines) else ""


def tail(name: str, text: str, bounds: Bounds) -> None:
    """Print the last lines of what a program wrote."""
    lines = printable_lines(text.strip("\n"), bounds.line_signs) if text.strip() else []
    if not lines:
        return
    shown: Sequence[str] = lines[-bounds.output_lines :]
    omitted = len(lines) - len(shown)
    typer.echo(f"  {name}{f' (last {len(shown)} of {len(lines)} lines)' if omitted else ''}:")
    for line in shown:
        typer.echo(f"    {line}".rstrip())


def _more(count: int, indent: str) -> None:
    if count > 0:
        typer.echo(f"{indent}[{count} more lines; --full shows them]")


_GAP = 2
_SHORT_REASON, _SHORT_NAME = 14, 18
"""The columns are cut to these widths, one after the other, before either is cut further."""
_LEAST = 6


def print_list(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table whose first column is a name and whose last is a reason, without empty columns.

    To fit, the reason is cut at its end, then the name in its middle, then columns are omitted.
    """
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
    """Return the widths, with name and reason narrowed as far as needed."""
    widths = list(most)
    for place, least in ((reason, _SHORT_REASON), (0, _SHORT_NAME), (reason, 0), (0, _LEAST)):
        if place is not None:
            widths[place] -= max(0, min(sum(widths) - room, widths[place] - least))
    return widths


def _cut(text: str, room: int, tail: int = 0) -> str:
    """Cut a text to `room` columns, with … in place of the cut part and up to `tail` columns of its end kept."""
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
    """Return the columns that a text takes on a terminal."""
    from rich.cells import cell_len

    return cell_len(text)
