"""`benchwright report` in every format but HTML: tables as text or data, plots as pictures."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.report.results import Results
    from benchwright.report.tables import DataTable

FORMATS = ("md", "csv", "json", "latex", "svg", "png")
_SUFFIXES = {"md": ".md", "csv": ".csv", "json": ".json", "latex": ".tex"}


def write_format(jobs: Sequence[Path], bench: str | Path | None, format: str, table: str, out: Path | None) -> None:
    """Write tables or plots of these jobs: to standard output, to one file, or each to its own in a folder."""
    from benchwright.cli._printable import printable_line
    from benchwright.report.results import read_jobs

    pictures = format in ("svg", "png")
    if pictures:
        _check_pictures(out, table)
    problems, title = None, ""
    if bench:
        from benchwright.problems import read_problems

        problems, title = read_problems(bench), Path(bench).name
    results = read_jobs(jobs, problems, title)
    for note in results.notes:
        print(f"note: {printable_line(note)}", file=sys.stderr)
    if pictures:
        assert out is not None
        _draw(out, results, f".{format}", table)
    else:
        _write_tables(results, _chosen(results, table), format, out)


def _check_pictures(out: Path | None, name: str) -> None:
    from benchwright.report.drawing import PLOTS_HINT, can_draw

    if out is None or (out.exists() and not out.is_dir()):
        raise UsageError("pictures need a folder", "name one with --out DIR; it is made if it is missing")
    if not can_draw():
        raise UsageError("no plots: matplotlib is missing", PLOTS_HINT)
    from benchwright.report.plots import PLOTS

    if name and name not in PLOTS:
        raise UsageError(f"there is no plot {name!r}", f"there are {', '.join(PLOTS)}")


def _draw(folder: Path, results: Results, suffix: str, only: str) -> None:
    from benchwright.report.plots import draw_results

    _make(folder)
    written = draw_results(folder, results, suffix, only)
    if not written:
        raise UsageError("there is nothing to draw", "the jobs have no scored answers, or nothing of this plot")
    print(f"wrote {', '.join(file.name for file in written)} to {folder}", file=sys.stderr)


def _chosen(results: Results, name: str) -> list[DataTable]:
    from benchwright.report.tables import TABLES, tables_of

    if name and name not in TABLES:
        raise UsageError(f"there is no table {name!r}", f"there are {', '.join(TABLES)}")
    tables = tables_of(results)
    found = [table for table in tables if not name or table.name == name]
    if not found:
        there = ", ".join(table.name for table in tables)
        raise UsageError(f"these jobs have nothing for the table {name!r}", f"they have {there}" if there else "")
    return found


def _write_tables(results: Results, tables: list[DataTable], format: str, out: Path | None) -> None:
    suffix = _SUFFIXES[format]
    if out is not None and (out.is_dir() or not out.suffix):
        _make(out)
        groups = {"tables": tables} if format == "json" else {table.name: [table] for table in tables}
        for name, group in groups.items():
            _write(out / f"{name}{suffix}", _text(results, group, format))
        print(f"wrote {', '.join(f'{name}{suffix}' for name in groups)} to {out}", file=sys.stderr)
        return
    text = _text(results, tables, format)
    if out is not None:
        _make(out.parent)
        _write(out, text)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode(errors="replace"))


def _text(results: Results, tables: list[DataTable], format: str) -> str:
    from benchwright.report.tables.data import csv_text, json_text
    from benchwright.report.tables.latex import latex
    from benchwright.report.tables.shown import shown
    from benchwright.report.text import markdown

    if format == "json":
        return json_text(results, tables)
    if format == "latex":
        return latex(tables)
    if format == "md":
        return markdown([shown(table) for table in tables])
    if len(tables) > 1:
        names = ", ".join(table.name for table in tables)
        raise UsageError(
            "a CSV file holds one table", f"choose one with --table ({names}), or name a folder with --out"
        )
    return csv_text(tables[0])


def _write(file: Path, text: str) -> None:
    from benchwright.problems.replacement import replacement_of

    with replacement_of(file) as opened:
        opened.write(text.encode(errors="replace"))


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot make {folder}: {error.strerror}", "choose another folder for --out") from None
