"""`benchwright report`: jobs as tables and plots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchwright.cli import app
from benchwright.errors import UsageError


@app.command()
def report(
    jobs: Annotated[list[Path], typer.Argument(metavar="JOB…", help="Job directories of evaluations or generations.")],
    bench: Annotated[
        str, typer.Option("--bench", metavar="BENCH", help="Benchmark that the jobs are of. Default: as the jobs say.")
    ] = "",
    file_format: Annotated[
        str, typer.Option("--format", metavar="NAME", help="md, csv, json, latex, svg or png.")
    ] = "md",
    table: Annotated[str, typer.Option("--table", metavar="NAME", help="Only this table or plot. Default: all.")] = "",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE_OR_DIR", help="Where to write. Default: standard output; plots need one."),
    ] = None,
) -> None:
    """Write the results of jobs as tables for papers and READMEs, or as plots."""
    from benchwright.cli._report_formats import FORMATS, write_format

    if file_format not in FORMATS:
        raise UsageError(f"there is no format {file_format!r}", f"there are {', '.join(FORMATS)}")
    write_format(jobs, bench, file_format, table, out)
