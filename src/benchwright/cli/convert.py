"""`benchwright convert`: a benchmark in another format."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from benchwright.cli import app
from benchwright.cli._chosen import chosen_problems
from benchwright.cli._files import replacement_of
from benchwright.cli._formats import format_names
from benchwright.errors import UsageError

_SHOWN = 10


@app.command()
def convert(
    source: Annotated[
        str,
        typer.Argument(
            metavar="IN", help="File, folder, built-in benchmark or Hugging Face dataset.", show_default=False
        ),
    ],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="File to write, as JSON lines.", show_default=False)],
    to: Annotated[str, typer.Option("--to", metavar="NAME", help=f"{format_names()}.", show_default=False)],
    file_format: Annotated[
        str, typer.Option("--format", metavar="NAME", help="Format of IN. Default: by the fields of the rows.")
    ] = "",
    languages: Annotated[
        str, typer.Option("--languages", metavar="NAMES", help="Only problems in these languages (comma list).")
    ] = "",
    lenient: Annotated[
        bool,
        typer.Option("--lenient", help="Leave out bad rows, and problems that the format cannot hold, and say so."),
    ] = False,
) -> None:
    """Write a benchmark in another format, and say what that format cannot hold.

    Exit code: 0 done, 2 wrong use, or a row that is bad or cannot be written; OUT is then as it was.
    """
    from benchwright.problems import read_problems, write_problems
    from benchwright.problems.formats import format_module

    format_module(to)
    if target.name.endswith((".gz", ".parquet")):
        raise UsageError(f"{target} would be compressed or a table", "name OUT as in problems.jsonl")
    skipped: list[str] = []
    problems = read_problems(source, file_format, lenient=lenient, skipped=skipped)
    written = write_problems(chosen_problems(problems, languages), to, lenient=lenient)
    if not written.lines:
        raise UsageError(f"{to} can hold none of the problems: {written.skipped[0]}", "choose another format")
    with replacement_of(target) as opened:
        opened.writelines(written.lines)
    _say_skipped([*skipped, *written.skipped])
    _say_fields(f"{to} cannot hold", written.lost)
    _say_fields(f"{to} holds in another form", written.changed)
    print(f"wrote {len(written.lines)} problems to {target}", file=sys.stderr)


def _say_skipped(lines: list[str]) -> None:
    for line in lines[:_SHOWN]:
        print(f"left out: {line}", file=sys.stderr)
    if len(lines) > _SHOWN:
        print(f"left out: {len(lines) - _SHOWN} more", file=sys.stderr)


def _say_fields(what: str, fields: Mapping[str, int]) -> None:
    if fields:
        listed = ", ".join(f"{field} (of {count} problems)" for field, count in sorted(fields.items()))
        print(f"note: {what} {listed}", file=sys.stderr)
