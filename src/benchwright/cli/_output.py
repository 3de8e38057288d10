"""Print tables, JSON and progress. Data goes to standard output, everything else to standard error."""

from __future__ import annotations

import contextlib
import json
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from benchwright.judging import Judgement, Place
    from benchwright.sandbox import Stage


_LONGEST_LINE = 2000


def printable(text: str) -> str:
    """Escape a name that a program chose, so that it cannot pass for a line of benchwright's output."""
    return text if text.isprintable() else ascii(text)


def printable_lines(text: str, longest: int = _LONGEST_LINE) -> list[str]:
    """Split a text into lines with escaped control characters; very long lines are cut, with a note."""
    return [printable_line(line, longest) for line in text.replace("\r\n", "\n").split("\n")]


def printable_line(line: str, longest: int = _LONGEST_LINE) -> str:
    """Escape the control characters of one line, and cut it with a note if it is very long."""
    shown = line[:longest].expandtabs(4)
    if not shown.isprintable():
        shown = "".join(letter if letter.isprintable() else _escaped(letter) for letter in shown)
    return f"{shown} […{len(line) - longest} more characters]" if len(line) > longest else shown


def counted(number: int, noun: str) -> str:
    """Format a number of things; the noun is singular for exactly one."""
    return f"{number} {noun}{'s' * (number != 1)}"


def one_line(text: str, width: int) -> str:
    """Fold a text into one line of at most `width` characters, ending in … if it is cut."""
    shown = printable_line(" ".join(text[: 4 * width].split()))
    return shown if len(shown) <= width else f"{shown[: max(width - 1, 0)]}…"


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape", errors="surrogatepass").decode()


_SENTENCES = ("notes", "note", "what it does", "toolchain or install command", "reason", "dropped because", "packages")
"""Columns of sentences and lists, which are wrapped first."""

_ROOMY, _NARROW = 24, 12
"""Minimum width of such a column before, and after, the other columns are wrapped between words too."""

_GAP = 2

_STYLES = {"works": "green", "passed": "green", "yes": "green", "enforced": "green", "missing": "yellow"}
_STYLES |= {"watched": "yellow", "broken": "red", "absent": "red", "NO": "red"}


def laid_out(columns: Sequence[str], rows: Iterable[Sequence[str]], width: int | None) -> RenderableType:
    """Lay out a table of at most `width` characters per line (None: no limit), without empty columns."""
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
    """Escape control characters: names in cells are often chosen by others."""
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
    """Return the column widths; None if only breaking words outside of sentences would make them fit."""
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
    """Return the minimum widths. Headings wrap between words; if `least` is narrow, cells do as well."""
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
    """Give the remaining room to the columns that are furthest from their full width."""
    widened = list(widths)
    for _ in range(min(room, sum(full)) - sum(widths)):
        lacking = max(range(len(full)), key=lambda index: full[index] - widened[index])
        widened[lacking] += 1
    return widened


def _stacked(heads: Sequence[str], cells: Sequence[Sequence[str]], width: int) -> str:
    """Print each row as a block of lines. Words longer than a line are left for the terminal to break."""
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


def print_json(data: object) -> None:
    """Print one JSON document to standard output."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table that is readable without colour and in a pipe. No cell is cut."""
    from rich.console import Console

    console = Console()
    if not console.is_terminal:  # a pipe has no width, so each row is one line
        table = laid_out(columns, rows, None)
        console = Console(width=console.measure(table, options=console.options.update(width=_WIDEST)).maximum)
        console.print(table, crop=False)
        return
    console.print(laid_out(columns, rows, console.width), crop=False)


_WIDEST = 1_000_000


def judgement_json(judgement: Judgement) -> dict[str, Any]:
    """Build the document of `run --json`: the decisive stage at the top level, all stages under `stages`."""
    execution = judgement.execution
    decisive = next((stage for stage in execution.stages if not stage.succeeded), execution.stages[-1])
    return {
        "verdict": judgement.verdict.value,
        "reason": judgement.reason,
        "judged": judgement.judged,
        "place": _place_json(judgement.place),
        "message": judgement.message,
        "tests": [
            {"name": test.name, "status": test.status, "place": _place_json(test.place), "message": test.message}
            for test in judgement.tests
        ],
        "evidence": judgement.evidence,
        "canary": [{"line": run.line, "verdict": run.verdict.value} for run in judgement.canary],
        **_stage_json(decisive),
        "language": execution.language,
        "toolchain": execution.toolchain,
        "environment": execution.environment,
        "guarantees": {name: getattr(execution.guarantees, name) for name in execution.guarantees.__struct_fields__},
        "backend": execution.backend,
        "stages": [{"name": stage.name, **_stage_json(stage)} for stage in execution.stages],
        "schema": execution.schema,
    }


def _place_json(place: Place | None) -> dict[str, Any] | None:
    return {"part": place.part, "line": place.line} if place else None


def _stage_json(stage: Stage) -> dict[str, Any]:
    import msgspec

    from benchwright.sandbox.json_records import StageRecord

    fields: dict[str, Any] = msgspec.to_builtins(StageRecord.of(stage))
    del fields["name"]
    fields.pop("reply_base64", None)  # the proof that a judged run completed, useless to readers
    return {**fields, "files": fields.pop("files_base64")}


def rate_text(per_s: float) -> str:
    """Format a rate in a readable unit: `3.2/s`, `12.5/min`, `4.0/h`."""
    if per_s >= 1:
        return f"{per_s:.1f}/s"
    return f"{60 * per_s:.1f}/min" if 60 * per_s >= 1 else f"{3600 * per_s:.1f}/h"


def time_text(seconds: float) -> str:
    """Format a duration: `40 s`, `12 min`, `1 h 54 min`, `3 d 2 h`."""
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    days, hours = divmod(hours, 24)
    return f"{days} d {hours} h" if hours else f"{days} d"


@contextlib.contextmanager
def progress_of(total: int, word: str) -> Iterator[Callable[[str], None]]:
    """Show progress; yield a function to call after each of `total` pieces with a short description."""
    if not sys.stderr.isatty():
        yield _lines(total, word)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(word, total=total)
        yield lambda said: bar.update(task, advance=1, description=f"{word} {said}")


def _lines(total: int, word: str) -> Callable[[str], None]:
    done = 0

    def advance(said: str) -> None:
        nonlocal done
        done += 1
        print(f"{word} {done}/{total} {said}", file=sys.stderr)

    return advance
