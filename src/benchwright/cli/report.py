"""`benchwright report`: jobs as a static site, as tables, or as plots."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli import app
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.report.results import Results
    from benchwright.report.tables import DataTable


FORMATS = ("md", "csv", "json", "latex", "svg", "png")
_SUFFIXES = {"md": ".md", "csv": ".csv", "json": ".json", "latex": ".tex"}


def write_format(jobs: Sequence[Path], bench: str | Path | None, format: str, table: str, out: Path | None) -> None:
    """Write tables or plots of these jobs: to standard output, to one file, or each to its own in a folder."""
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
        raise UsageError(
            "a CSV file holds one table", f"choose one with --table ({names}), or name a folder with --out"
        )
    return csv_text(tables[0])


def _write(file: Path, text: str) -> None:
    from benchwright.problems.rows import replacement_of

    with replacement_of(file) as opened:
        opened.write(text.encode(errors="replace"))


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot make {folder}: {error.strerror}", "choose another folder for --out") from None


_MANY = 200
"""Problems from which progress is shown."""


@app.command()
def report(
    jobs: Annotated[
        list[Path],
        typer.Argument(metavar="JOB...", help="Job directories of evaluations and generations, or folders of them."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="PATH",
            help="Folder to write; an older report in it is replaced. Tables go to standard output without it.",
        ),
    ] = None,
    benchmark: Annotated[
        str,
        typer.Option(
            "--bench", metavar="BENCH", help="Benchmark that gives problems, name and card. Default: the jobs'."
        ),
    ] = "",
    title: Annotated[str, typer.Option("--title", help="Heading of the site. Default: the benchmark's name.")] = "",
    file_format: Annotated[
        str, typer.Option("--format", metavar="NAME", help="html (a site), md, csv, json, latex, svg or png.")
    ] = "html",
    table: Annotated[str, typer.Option("--table", metavar="NAME", help="Only this table or plot. Default: all.")] = "",
) -> None:
    """Write the results as a static site: leaderboard, models, problems with every answer, benchmark, runs. Or as
    tables for papers and READMEs, or as plots.

    The site opens from disk without a server or network, and can be hosted anywhere. Jobs that are not finished are
    shown as far as they are. It holds problems, references, tests and answers: who sees it knows the benchmark.
    """
    if file_format in FORMATS:
        write_format(_found(jobs), benchmark, file_format, table, out)
    elif file_format != "html":
        raise UsageError(f"there is no format {file_format!r}", f"there are html, {', '.join(FORMATS)}")
    elif out is None:
        raise UsageError("a site needs a folder", "name one with --out DIR, or another --format")
    elif table:
        raise UsageError("--table is for tables and plots", "give --format md, csv, json, latex, svg or png too")
    else:
        _write_site(_found(jobs), out, benchmark, title)


def _found(named: list[Path]) -> list[Path]:
    """The jobs, where a folder may stand for all in it."""
    from benchwright.jobs import distinct_folders, find_jobs
    from benchwright.jobs.job import check_directory

    jobs: list[Path] = []
    for path in named:
        check_directory(path)
        below = list(find_jobs(path))
        if not below:
            hint = "a job directory has a manifest.json and a job.sqlite"
            raise UsageError(f"{path} is no job and has none in it", hint)
        jobs += below
    return list(distinct_folders(jobs))


def _write_site(jobs: list[Path], out: Path, benchmark: str, title: str) -> None:
    from benchwright.cli._output import printable_line
    from benchwright.report.site import Explorer, write_site
    from benchwright.report.site.page import built_assets

    built_assets()
    explorer = Explorer(jobs, benchmark, title=title)
    with _progress(explorer.problem_count()) as watch:
        written = write_site(explorer, out, watch=watch)
    for note in written.notes:
        typer.echo(f"note: {printable_line(note)}", err=True)
    models = f"{written.models} model{'s' * (written.models != 1)}"
    problems = f"{written.problems} problem{'s' * (written.problems != 1)}"
    typer.echo(f"{models}, {problems}: {written.files} files, {written.size_bytes / 1e6:.1f} MB")
    typer.echo(f"open {written.page}")


@contextmanager
def _progress(total: int) -> Iterator[Callable[[str], None]]:
    """A bar on a terminal, where there is something to wait for."""
    from benchwright.cli._output import progress_of

    if total < _MANY or not sys.stderr.isatty():
        yield lambda _: None
        return
    with progress_of(total, "problems") as advance:
        yield lambda _: advance("")
