"""`benchwright derive`: make a benchmark from another one."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from benchwright.cli import app
from benchwright.cli._files import replacement_of
from benchwright.cli._help import BUILD, Commands
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.problems import Problem

commands = Commands(help="Derive a new benchmark from an existing one.", no_args_is_help=True)
app.add_typer(commands, name="derive", rich_help_panel=BUILD)

Bench = Annotated[
    Path, typer.Argument(metavar="BENCH", help="File, folder, built-in benchmark or Hugging Face dataset.")
]
Out = Annotated[Path, typer.Option("--out", metavar="FILE", help="JSONL file to write the problems to.")]
Format = Annotated[str, typer.Option("--format", metavar="NAME", help="Format of BENCH. Default: detected.")]
Languages = Annotated[
    str, typer.Option("--languages", metavar="NAMES", help="Use only problems in these languages (comma-separated).")
]


@commands.command()
def lite(
    bench: Bench,
    results: Annotated[
        list[Path],
        typer.Option("--results", metavar="JOB", help="Evaluation job or its samples.jsonl. Repeat for each model."),
    ],
    out: Out,
    least: Annotated[
        int, typer.Option("--least", metavar="N", min=1, help="Keep problems that at least N models solved.")
    ] = 2,
    size: Annotated[
        int | None,
        typer.Option("--size", metavar="N", min=1, help="Instead, keep the N problems that separate the models best."),
    ] = None,
    file_format: Format = "",
    languages: Languages = "",
) -> None:
    """Keep the problems that separate models.

    Also prints how well the kept problems rank the models, compared with all problems.
    """
    from benchwright.evaluation.derive.lite import agreement, lite, most_discriminating
    from benchwright.evaluation.reading import read_results

    problems = _read(bench, file_format, languages)
    sets = [read_results(path) for path in results]
    if size is not None and len(sets) < 3:
        raise UsageError("--size needs the results of at least three models", "repeat --results for each model")
    chosen = most_discriminating(problems, sets, size) if size is not None else lite(problems, sets, least)
    _write(out, chosen, len(problems))
    found = agreement(chosen, problems, sets)
    if found.spearman is not None and found.kendall is not None:
        typer.echo(
            f"ranking of {found.models} models, kept problems vs. all: "
            f"Spearman {found.spearman:.3f}, Kendall tau-b {found.kendall:.3f}"
        )


@commands.command()
def complete(
    bench: Bench,
    out: Out,
    shots: Annotated[
        Path | None,
        typer.Option(
            "--shots",
            metavar="FILE",
            help="Problems for the worked examples. Default: some of BENCH, which are then excluded.",
        ),
    ] = None,
    size: Annotated[int | None, typer.Option("--size", metavar="N", min=1, help="Keep at most N problems.")] = None,
    prompt: Annotated[
        Path | None, typer.Option("--prompt", metavar="FILE", help="Jinja template of the prompts.")
    ] = None,
    file_format: Format = "",
    languages: Languages = "",
) -> None:
    """Turn problems into completion prompts for base models.

    Each prompt has three worked examples. Evaluate them with `evaluate --mode completion`.
    """
    from benchwright.evaluation.derive.complete import DEFAULT_PROMPT, complete

    problems = _read(bench, file_format, languages)
    examples = _read(shots, "", languages) if shots else []
    _write(out, complete(problems, shots=examples, size=size, prompt=prompt or DEFAULT_PROMPT), len(problems))


@commands.command()
def multilogic(
    bench: Bench,
    out: Out,
    least: Annotated[
        int, typer.Option("--least", metavar="N", min=2, help="Minimum number of functions or classes.")
    ] = 2,
    file_format: Format = "",
    languages: Languages = "",
) -> None:
    """Keep the problems that ask for several functions or classes."""
    from benchwright.evaluation.derive.multilogic import multilogic

    problems = _read(bench, file_format, languages)
    _write(out, multilogic(problems, least), len(problems))


@commands.command()
def sample(
    bench: Bench,
    out: Out,
    size: Annotated[int, typer.Option("--size", metavar="N", min=1, help="Number of problems to draw.")],
    by: Annotated[
        str,
        typer.Option(
            "--by",
            metavar="LIST",
            help="Preserve the proportions of these: language, difficulty, tag (comma-separated).",
        ),
    ] = "language,difficulty",
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Random seed of the draw.")] = 0,
    file_format: Format = "",
    languages: Languages = "",
) -> None:
    """Draw a stratified random sample of the problems."""
    from benchwright.evaluation.derive.stratified import Stratum, stratified

    strata = [part.strip() for part in by.split(",") if part.strip()]
    if unknown := set(strata) - set(get_args(Stratum)):
        raise UsageError(f"unknown --by value {min(unknown)!r}", f"choose from {', '.join(get_args(Stratum))}")
    problems = _read(bench, file_format, languages)
    _write(out, stratified(problems, size, cast(Sequence[Stratum], strata), seed), len(problems))


def _read(bench: Path, file_format: str, languages: str) -> list[Problem]:
    from benchwright.cli._options import choose_problems

    return choose_problems([bench], file_format, languages)


def _write(out: Path, problems: Iterable[Problem], total: int) -> None:
    from benchwright.problems import write_problems

    chosen = list(problems)
    if not chosen:
        raise UsageError("no problems are left", "lower --least, or allow more --languages")
    with replacement_of(out) as opened:
        opened.writelines(write_problems(chosen, "benchwright").lines)
    print(f"wrote {len(chosen)} of {total} problems to {out}", file=sys.stderr)
