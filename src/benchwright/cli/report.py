"""`benchwright report`: jobs as a folder of pages to look at, as tables, or as plots."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from benchwright.cli import app
from benchwright.errors import UsageError

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
    from benchwright.cli._report_formats import FORMATS, write_format

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
    from benchwright.jobs.named import check_directory

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
    from benchwright.cli._printable import printable_line
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
    from benchwright.cli._progress import progress_of

    if total < _MANY or not sys.stderr.isatty():
        yield lambda _: None
        return
    with progress_of(total, "problems") as advance:
        yield lambda _: advance("")
