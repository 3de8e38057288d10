"""`benchwright convert`: write a benchmark in another format, or only its public or private part."""

from __future__ import annotations

import enum
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli import app
from benchwright.cli._files import replacement_of
from benchwright.cli._help import BUILD
from benchwright.cli._options import chosen_problems, format_names
from benchwright.cli._output import counted
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.problems import Problem, Written

_SHOWN = 10
_OWN = "benchwright"


class Part(enum.StrEnum):
    """The part of each problem to write."""

    public = "public"
    private = "private"


@app.command(rich_help_panel=BUILD)
def convert(
    source: Annotated[
        str,
        typer.Argument(
            metavar="IN", help="File, folder, built-in benchmark or Hugging Face dataset.", show_default=False
        ),
    ],
    target: Annotated[
        Path,
        typer.Argument(
            metavar="OUT",
            help="File to write: Parquet for .parquet, otherwise JSONL, compressed for .gz.",
            show_default=False,
        ),
    ],
    to: Annotated[str, typer.Option("--to", metavar="NAME", help=f"Format of OUT: {format_names()}.")] = _OWN,
    file_format: Annotated[str, typer.Option("--format", metavar="NAME", help="Format of IN. Default: detected.")] = "",
    languages: Annotated[
        str,
        typer.Option("--languages", metavar="NAMES", help="Write only problems in these languages (comma-separated)."),
    ] = "",
    part: Annotated[
        Part | None,
        typer.Option(
            "--part",
            help="Write only the public part (question, demo tests) or only the private part (solutions, other tests). "
            "Default: both.",
            show_default=False,
        ),
    ] = None,
    private: Annotated[
        Path | None,
        typer.Option(
            "--private", metavar="FILE", help="Merge this private part with IN, the public part.", show_default=False
        ),
    ] = None,
    lenient: Annotated[
        bool,
        typer.Option("--lenient", help="Skip and report invalid rows, and problems that the format cannot represent."),
    ] = False,
) -> None:
    """Convert a benchmark to another format.

    Reports the fields that the format cannot represent.

    Exit code: 0 done, 2 incorrect usage, or a row that is invalid or cannot be written; OUT is then unchanged.
    """
    from benchwright.problems import read_problems
    from benchwright.problems.formats import format_module
    from benchwright.problems.split import join_parts

    format_module(to)
    if part and to != _OWN:
        raise UsageError(f"--part needs the {_OWN} format, not {to}", f"remove --to, or use --to {_OWN}")
    skipped: list[str] = []
    problems = read_problems(source, file_format, lenient=lenient, skipped=skipped)
    if private:
        problems = join_parts(problems, private)
    written = _written(chosen_problems(problems, languages), to, part, lenient)
    _write(written.lines, target)
    _say_skipped([*skipped, *written.skipped])
    _say_fields(f"{to} cannot represent", written.lost)
    _say_fields(f"{to} changes the form of", written.changed)
    print(f"wrote {counted(len(written.lines), 'problem')} to {target}", file=sys.stderr)


def _written(problems: list[Problem], to: str, part: Part | None, lenient: bool) -> Written:
    from benchwright.problems import Written, write_problems
    from benchwright.problems.split import split_public
    from benchwright.problems.write import json_line

    if part is Part.private:
        lines = tuple(json_line(split_public(problem)[1]) for problem in problems)
        return Written(lines=lines, lost={}, changed={}, skipped=())
    if part is Part.public:
        problems = [split_public(problem)[0] for problem in problems]
    written = write_problems(problems, to, lenient=lenient)
    if not written.lines:
        raise UsageError(f"{to} cannot represent any of the problems: {written.skipped[0]}", "choose another format")
    return written


def _write(lines: Sequence[str], target: Path) -> None:
    import json

    from benchwright.problems.rows import write_gzip, write_parquet

    if target.name.endswith(".parquet"):
        write_parquet(map(json.loads, lines), target)
    elif target.name.endswith(".gz"):
        write_gzip(lines, target)
    else:
        with replacement_of(target) as opened:
            opened.writelines(lines)


def _say_skipped(lines: list[str]) -> None:
    for line in lines[:_SHOWN]:
        print(f"skipped: {line}", file=sys.stderr)
    if len(lines) > _SHOWN:
        print(f"skipped: {len(lines) - _SHOWN} more", file=sys.stderr)


def _say_fields(what: str, fields: Mapping[str, int]) -> None:
    if fields:
        listed = ", ".join(f"{field} ({counted(count, 'problem')})" for field, count in sorted(fields.items()))
        print(f"note: {what} {listed}", file=sys.stderr)
