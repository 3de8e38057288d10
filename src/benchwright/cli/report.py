"""`benchwright report`: write jobs as a static site, as tables or as plots."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli import app
from benchwright.cli._help import INSPECT
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.report.results import Results
    from benchwright.report.tables import DataTable


FORMATS = ("md", "csv", "json", "latex", "svg", "png")
_SUFFIXES = {"md": ".md", "csv": ".csv", "json": ".json", "latex": ".tex"}


def write_format(jobs: Sequence[Path], bench: str | Path | None, format: str, table: str, out: Path | None) -> None:
    """Write tables or plots of these jobs to standard output, to one file, or to one file each in a folder."""
    from benchwright.cli._output import printable_line
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
        raise UsageError("plots need a folder", "add --out DIR; the folder is created if missing")
    if not can_draw():
        raise UsageError("plots need matplotlib, which is not installed", PLOTS_HINT)
    from benchwright.report.plots import PLOTS

    if name and name not in PLOTS:
        raise UsageError(f"unknown plot {name!r}", f"choose from {', '.join(PLOTS)}")


def _draw(folder: Path, results: Results, suffix: str, only: str) -> None:
    from benchwright.report.plots import draw_results

    _make(folder)
    written = draw_results(folder, results, suffix, only)
    if not written:
        raise UsageError("there is nothing to draw", "pass jobs that have scored answers and data for this plot")
    print(f"wrote {', '.join(file.name for file in written)} to {folder}", file=sys.stderr)


def _chosen(results: Results, name: str) -> list[DataTable]:
    from benchwright.report.tables import TABLES, tables_of

    if name and name not in TABLES:
        raise UsageError(f"unknown table {name!r}", f"choose from {', '.join(TABLES)}")
    tables = tables_of(results)
    found = [table for table in tables if not name or table.name == name]
    if not found:
        there = ", ".join(table.name for table in tables)
        hint = f"choose from {there}" if there else ""
        raise UsageError(f"these jobs have no data for the table {name!r}", hint)
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
    from benchwright.report.tables.formats import csv_text, json_text, latex
    from benchwright.report.tables.records import shown
    from benchwright.report.text import markdown

    if format == "json":
        return json_text(results, tables)
    if format == "latex":
        return latex(tables)
    if format == "md":
        return markdown([shown(table) for table in tables])
    if len(tables) > 1:
        names = ", ".join(table.name for table in tables)
        raise UsageError("a CSV file holds one table", f"choose one with --table ({names}), or pass a folder to --out")
    return csv_text(tables[0])


def _write(file: Path, text: str) -> None:
    from benchwright.problems.rows import replacement_of

    with replacement_of(file) as opened:
        opened.write(text.encode(errors="replace"))


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot create {folder}: {error.strerror}", "choose another folder for --out") from None


_MANY = 200
"""Minimum number of problems for which progress is shown."""


@app.command(rich_help_panel=INSPECT)
def report(
    jobs: Annotated[
        list[Path],
        typer.Argument(metavar="JOB", help="Job directories of evaluations and generations, or folders of them."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="PATH",
            help="Folder to write to; an older report in it is replaced. Default for tables: standard output.",
        ),
    ] = None,
    benchmark: Annotated[
        str,
        typer.Option(
            "--bench",
            metavar="BENCH",
            help="Benchmark to take problems, name and card from. Default: the benchmark of the jobs.",
        ),
    ] = "",
    title: Annotated[
        str, typer.Option("--title", metavar="TEXT", help="Title of the site. Default: the benchmark's name.")
    ] = "",
    file_format: Annotated[
        str,
        typer.Option("--format", metavar="NAME", help="html (a site), md, csv, json, latex, svg or png."),
    ] = "html",
    table: Annotated[
        str, typer.Option("--table", metavar="NAME", help="Write only this table or plot. Default: all.")
    ] = "",
) -> None:
    """Write results as a static site, tables or plots.

    The site has a leaderboard, a page per model, every problem with all answers, the benchmark and the jobs. It opens
    from disk without a server or network, and can be hosted anywhere. Unfinished jobs are included with their results
    so far. The site contains problems, references, tests and answers: anyone who can see it knows the benchmark.
    """
    if file_format in FORMATS:
        write_format(_found(jobs), benchmark, file_format, table, out)
    elif file_format != "html":
        raise UsageError(f"unknown format {file_format!r}", f"choose from html, {', '.join(FORMATS)}")
    elif out is None:
        raise UsageError("a site needs a folder", "add --out DIR, or choose another --format")
    elif table:
        raise UsageError("--table is for tables and plots", "add --format md, csv, json, latex, svg or png")
    else:
        _write_site(_found(jobs), out, benchmark, title)


def _found(named: list[Path]) -> list[Path]:
    """Return the jobs; a folder means all jobs below it."""
    from benchwright.jobs import distinct_folders, find_jobs
    from benchwright.jobs.job import check_directory

    jobs: list[Path] = []
    for path in named:
        check_directory(path)
        below = list(find_jobs(path))
        if not below:
            hint = "pass a folder with manifest.json and job.sqlite, or a parent of such folders"
            raise UsageError(f"{path} is not a job and contains none", hint)
        jobs += below
    return list(distinct_folders(jobs))


def _write_site(jobs: list[Path], out: Path, benchmark: str, title: str) -> None:
    from benchwright.cli._output import counted, printable_line
    from benchwright.report.site import Explorer, write_site
    from benchwright.report.site.page import built_assets

    built_assets()
    explorer = Explorer(jobs, benchmark, title=title)
    with _progress(explorer.problem_count()) as watch:
        written = write_site(explorer, out, watch=watch)
    for note in written.notes:
        typer.echo(f"note: {printable_line(note)}", err=True)
    models, problems = counted(written.models, "model"), counted(written.problems, "problem")
    typer.echo(f"{models}, {problems}: {written.files} files, {written.size_bytes / 1e6:.1f} MB")
    typer.echo(f"open {written.page}")


@contextmanager
def _progress(total: int) -> Iterator[Callable[[str], None]]:
    """Show a progress bar, on a terminal and for many problems only."""
    from benchwright.cli._output import progress_of

    if total < _MANY or not sys.stderr.isatty():
        yield lambda _: None
        return
    with progress_of(total, "problems") as advance:
        yield lambda _: advance("")
