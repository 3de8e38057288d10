"""`benchwright derive`: benchmarks made from a benchmark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from benchwright.cli import app
from benchwright.cli._files import replacement_of
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.problems import Problem

commands = typer.Typer(
    help="Make a smaller or another benchmark from one.", no_args_is_help=True, rich_markup_mode=None
)
app.add_typer(commands, name="derive")

Bench = Annotated[Path, typer.Argument(metavar="BENCH", help="File, folder or built-in name of problems.")]
Out = Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write the problems, as JSONL.")]
Format = Annotated[str, typer.Option("--format", metavar="NAME", help="Format of BENCH. Default: by its fields.")]
Languages = Annotated[str, typer.Option("--languages", metavar="NAMES", help="Only these languages (comma list).")]


@commands.command()
def lite(
    bench: Bench,
    results: Annotated[
        list[Path], typer.Option("--results", metavar="JOB", help="A job, or its samples.jsonl. Repeat for each model.")
    ],
    out: Out,
    least: Annotated[int, typer.Option("--least", min=1, help="Keep what at least so many models solved.")] = 2,
    size: Annotated[
        int | None, typer.Option("--size", min=1, help="Instead, keep so many that tell the models apart best.")
    ] = None,
    file_format: Format = "",
    languages: Languages = "",
) -> None:
    """Keep the problems that separate models, and say how well they rank the models compared with all problems."""
    from benchwright.evaluation.derive.lite import agreement, lite, most_discriminating
    from benchwright.evaluation.resultsets import read_results

    problems = _read(bench, file_format, languages)
    sets = [read_results(path) for path in results]
    if size is not None and len(sets) < 3:
        raise UsageError("with fewer than three models nothing tells them apart", "give --results more often")
    chosen = most_discriminating(problems, sets, size) if size is not None else lite(problems, sets, least)
    _write(out, chosen, len(problems))
    found = agreement(chosen, problems, sets)
    if found.spearman is not None and found.kendall is not None:
        typer.echo(
            f"ranks of {found.models} models, chosen against all: "
            f"Spearman {found.spearman:.3f}, Kendall tau-b {found.kendall:.3f}"
        )


@commands.command()
def complete(
    bench: Bench,
    out: Out,
    shots: Annotated[
        Path | None,
        typer.Option(
            "--shots", metavar="FILE", help="Problems for the worked examples. Default: some of BENCH, left out."
        ),
    ] = None,
    size: Annotated[int | None, typer.Option("--size", min=1, help="Keep at most so many.")] = None,
    prompt: Annotated[Path | None, typer.Option("--prompt", metavar="FILE", help="Jinja file to write with.")] = None,
    file_format: Format = "",
    languages: Languages = "",
) -> None:
    """Make completion prompts with three worked examples each, for base models (`evaluate --mode completion`)."""
    from benchwright.evaluation.derive.complete import DEFAULT_PROMPT, complete

    problems = _read(bench, file_format, languages)
    examples = _read(shots, "", languages) if shots else []
    _write(out, complete(problems, shots=examples, size=size, prompt=prompt or DEFAULT_PROMPT), len(problems))


@commands.command()
def multilogic(
    bench: Bench,
    out: Out,
    least: Annotated[int, typer.Option("--least", min=2, help="How many functions or classes.")] = 2,
    file_format: Format = "",
    languages: Languages = "",
) -> None:
    """Keep the problems that ask for several functions or classes at once."""
    from benchwright.evaluation.derive.multilogic import multilogic

    problems = _read(bench, file_format, languages)
    _write(out, multilogic(problems, least), len(problems))


@commands.command()
def sample(
    bench: Bench,
    out: Out,
    size: Annotated[int, typer.Option("--size", min=1, help="How many.")],
    by: Annotated[
        str, typer.Option("--by", metavar="LIST", help="Keep the shares of these: language, difficulty, tag.")
    ] = "language,difficulty",
    seed: Annotated[int, typer.Option("--seed", help="Which ones are drawn.")] = 0,
    file_format: Format = "",
    languages: Languages = "",
) -> None:
    """Draw a smaller sample with the shares of the whole."""
    from benchwright.evaluation.derive.stratified import Stratum, stratified

    strata = [part.strip() for part in by.split(",") if part.strip()]
    if unknown := set(strata) - set(get_args(Stratum)):
        raise UsageError(f"--by cannot be {min(unknown)!r}", f"it is a list of {', '.join(get_args(Stratum))}")
    problems = _read(bench, file_format, languages)
    _write(out, stratified(problems, size, cast(Sequence[Stratum], strata), seed), len(problems))


def _read(bench: Path, file_format: str, languages: str) -> list[Problem]:
    from benchwright.cli._options import choose_problems

    return choose_problems([bench], file_format, languages)


def _write(out: Path, problems: Iterable[Problem], total: int) -> None:
    from benchwright.problems import write_problems

    chosen = list(problems)
    if not chosen:
        raise UsageError("no problem is left", "ask for less")
    with replacement_of(out) as opened:
        opened.writelines(write_problems(chosen, "benchwright").lines)
    typer.echo(f"{len(chosen)} of {total} problems: {out}")
