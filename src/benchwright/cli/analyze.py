"""`benchwright analyze`: diversity, complexity and difficulty of a benchmark."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli import app
from benchwright.cli._help import INSPECT
from benchwright.cli._options import format_names
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchwright.report.analysis import Analysis


@app.command(rich_help_panel=INSPECT)
def analyze(
    benchmark: Annotated[
        Path, typer.Argument(metavar="BENCH", help="File, folder, built-in benchmark or Hugging Face dataset.")
    ],
    jobs: Annotated[
        list[Path] | None,
        typer.Option("--job", metavar="JOB", help="Measure difficulty with this evaluation job. Repeatable."),
    ] = None,
    file_format: Annotated[
        str,
        typer.Option("--format", metavar="NAME", help=f"Format: {format_names()}. Default: detected."),
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write analysis.md, analysis.json and SVG plots to this folder."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON document.")] = False,
) -> None:
    """Show how varied, complex and hard a benchmark's problems are.

    The numbers are printed next to published figures of other benchmarks. No problem is run.
    """
    from benchwright.cli._output import print_json
    from benchwright.problems import read_problems
    from benchwright.report.analysis import analyze as analyze_problems
    from benchwright.report.analysis import published
    from benchwright.report.analysis.analyze import as_document
    from benchwright.report.analysis.tables import tables
    from benchwright.report.text import plain

    if out is not None and out.exists() and not out.is_dir():
        raise UsageError(f"{out} is not a folder", "pass a folder to --out; it is created if missing")
    problems = read_problems(benchmark, file_format)
    analysis = analyze_problems(_name(benchmark), problems, _results(jobs or []), str(benchmark))
    wrote = _write(out, analysis) if out is not None else ""
    if as_json:
        print_json(as_document(analysis, published()))
    else:
        typer.echo(plain(tables(analysis, published())), nl=False)
    if wrote:
        typer.echo(wrote, err=True)


def _name(path: Path) -> str:
    return path.name or path.resolve().name


def _results(jobs: list[Path]) -> Mapping[str, Mapping[str, float]]:
    """Map the name of each job to its results; jobs with the same name get their path instead."""
    from benchwright.evaluation.reading import read_results

    names = [_name(job) for job in jobs]
    return {
        str(job) if names.count(name) > 1 else name: read_results(job) for name, job in zip(names, jobs, strict=True)
    }


def _write(folder: Path, analysis: Analysis) -> str:
    """Write the analysis to the folder, and return a line that says what was written."""
    from benchwright.report.analysis.analyze import write_analysis

    try:
        written = write_analysis(folder, analysis)
    except OSError as error:
        raise UsageError(f"cannot write to {folder}: {error.strerror}", "choose another folder for --out") from None
    if written.missing:
        print(written.missing, file=sys.stderr)
    plots = f" and {written.plots} plot{'s' * (written.plots != 1)}" if written.plots else ""
    return f"wrote analysis.md{',' if plots else ' and'} analysis.json{plots} to {folder}"
