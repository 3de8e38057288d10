"""The group of commands that make benchmarks, and what they have in common."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from benchwright.cli import EXIT_UNSCORED, app
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.cli._generation_plan import Plan
    from benchwright.generate.finish import Finished

commands = typer.Typer(help="Make a benchmark from code.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(commands, name="generate")


def language_names(text: str) -> tuple[str, ...]:
    """Language ids of a comma list."""
    from benchwright.languages import find_language

    return tuple(dict.fromkeys(find_language(name).id for name in text.split(",") if name.strip()))


def known_languages(text: str) -> tuple[str, ...]:
    """Language ids whose toolchains are here: a problem that cannot be run cannot be proven."""
    from benchwright.languages import find_language, find_toolchain

    names = language_names(text)
    for name in names:
        find_toolchain(find_language(name))
    return names


def refuse_with(context: typer.Context, option: str, deciding: Sequence[str]) -> None:
    """The job, or the recording, says what is made: what is said besides would be passed over."""
    sources = {name: context.get_parameter_source(name) for name in deciding}
    given = [name for name, source in sources.items() if source is not None and source.name != "DEFAULT"]
    if given:
        said = given[0].upper() if given[0] in ("seeds", "source") else f"--{given[0].replace('_', '-')}"
        raise UsageError(f"{said} has no meaning with {option}", f"leave it out, or {option}")


def go(planned: Plan, out: Path | None, as_json: bool, only: str, estimate: bool) -> None:
    """Do what is planned, or only say what it would take."""
    if estimate:
        _show_estimate(planned)
    elif out is not None:
        _run(planned, out, as_json, language_names(only))


def _run(planned: Plan, out: Path, as_json: bool, only: tuple[str, ...]) -> None:
    from benchwright.cli._generation import GenerationProgress

    planned = planned.keeping_to(only)
    progress = GenerationProgress(planned)
    try:
        finished = asyncio.run(planned.run(out, progress.hear))
    except KeyboardInterrupt:
        print(f"stopped; the same command, or --resume, goes on with {out}", file=sys.stderr)
        raise
    finally:
        progress.end()
    _report(planned.method, finished, out, as_json)


def _report(method: str, finished: Finished, out: Path, as_json: bool) -> None:
    from benchwright.cli._generation import print_funnel
    from benchwright.cli._output import print_json

    if as_json:
        import msgspec

        told: dict[str, Any] = msgspec.to_builtins(finished)
        print_json({"job": str(out), **told})
    else:
        print_funnel(finished.funnel)
        short = "" if finished.problems >= finished.wanted else f" of {finished.wanted} wanted"
        typer.echo(f"{finished.problems} problems{short}: {out}")
    if finished.waiting or finished.failed:
        if finished.waiting:
            print(f"{finished.waiting} steps wait: {finished.why_waiting}", file=sys.stderr)
        if finished.failed:
            print(f"{finished.failed} steps failed, the first: {finished.why_failed}", file=sys.stderr)
        print(f"hint: `benchwright generate {method} --out {out} --resume` goes on", file=sys.stderr)
        raise typer.Exit(EXIT_UNSCORED)


def _show_estimate(planned: Plan) -> None:
    from benchwright.cli._generation import print_estimate

    print_estimate(planned)
