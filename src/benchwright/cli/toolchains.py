"""`benchwright toolchains`: brings compilers and interpreters here, and takes them away again."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli import EXIT_FAILED, app
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.languages import Language
    from benchwright.languages.installers.step import Step

_ATTEMPTS = 3

commands = typer.Typer(
    help="Install, list and remove the compilers and interpreters of languages.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(commands, name="toolchains")

Names = Annotated[list[str] | None, typer.Argument(metavar="[LANGUAGE]...", help="Language ids or aliases.")]
All = Annotated[bool, typer.Option("--all", help="Every language that we know.")]


@commands.command()
def install(
    names: Names = None,
    everything: All = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would be done.")] = False,
) -> None:
    """Get what is missing, from the system's packages and from registries, and prepare it; what is here already is left
    alone.

    Exit code: 0 all is here, 1 something could not be installed, 2 wrong use.
    """
    from benchwright.languages.installers import steps

    languages = _languages(names, everything)
    failed = []
    for step in steps(languages):
        typer.echo(f"{step.what}\n  {shlex.join(_command(step))}" if dry_run else step.what, err=not dry_run)
        if not dry_run and not _done(step):
            failed.append(step)
    if not dry_run:
        _prepare(languages)
    for step in failed:
        typer.echo(f"failed: {step.what}; by hand: {shlex.join(_command(step))}", err=True)
    if failed:
        raise typer.Exit(EXIT_FAILED)


def _prepare(languages: Iterable[Language]) -> None:
    """Make now what the first judgement would have to wait for."""
    from benchwright.errors import ToolchainMissing
    from benchwright.languages import find_toolchain
    from benchwright.languages.prepare import is_prepared, prepared_folder
    from benchwright.languages.toolchain import forget_toolchains

    forget_toolchains()
    for language in languages:
        try:
            toolchain = find_toolchain(language)
            if language.toolchain.prepare and not is_prepared(language, toolchain):
                typer.echo(f"{language.id}: prepare {toolchain.version}", err=True)
                prepared_folder(language, toolchain)
        except ToolchainMissing as error:
            typer.echo(error.sentence, err=True)


@commands.command("list")
def list_toolchains(names: Names = None) -> None:
    """Show which toolchains are here, and how to get the others."""
    from benchwright.cli._output import print_table
    from benchwright.judge.probe import look_up

    statuses = [look_up(language) for language in _languages(names, everything=not names)]
    rows = [
        (each.language, "found", each.toolchain) if each.found else (each.language, "missing", _install(each.language))
        for each in statuses
    ]
    print_table(("language", "state", "toolchain, or how to get it"), rows)


@commands.command()
def clean(names: Names = None, everything: All = False) -> None:
    """Remove what we installed below our own folders, and what was prepared from it; the system's packages stay."""
    from benchwright.languages.prepare import cache_folder
    from benchwright.languages.toolchain import toolchains_prefix

    prefix = Path(toolchains_prefix())
    for language in _languages(names, everything):
        folders = [prefix / place / language.id for place in ("npm", "pypi", "gomod", "crates", "debian")]
        folders += sorted((prefix / "pypi").glob(f"{language.id}-*"))
        folders += sorted((cache_folder() / "prepared").glob(f"{language.id}-*"))
        for folder in filter(Path.exists, folders):
            shutil.rmtree(folder, ignore_errors=True) if folder.is_dir() else folder.unlink()
            typer.echo(f"removed {folder}", err=True)
    if everything and prefix.exists():
        shutil.rmtree(prefix)
        typer.echo(f"removed {prefix}", err=True)


def _languages(names: Iterable[str] | None, everything: bool) -> list[Language]:
    from benchwright.languages import find_language, languages

    if everything:
        return list(languages().values())
    chosen = [find_language(name) for name in names or ()]
    if not chosen:
        raise UsageError("no language named", "name some, or say --all")
    return chosen


def _install(language_id: str) -> str:
    """Our command, or the hint for people where there is nothing that it could install."""
    from benchwright.languages import find_language

    recipe = find_language(language_id).toolchain
    if recipe.install or any(files.install for files in recipe.files.values()):
        return f"benchwright toolchains install {language_id}"
    return recipe.hint


def _command(step: Step) -> tuple[str, ...]:
    variables = tuple(f"{name}={value}" for name, value in step.env.items())
    if not step.root or os.geteuid() == 0:
        return (*(("env", *variables) if variables else ()), *step.argv)
    return ("sudo", "-n", "env", *variables, *step.argv)


def _done(step: Step) -> bool:
    """Registries fail now and then; a step can be repeated."""
    for attempt in range(_ATTEMPTS):
        try:
            if subprocess.run(_command(step), stdin=subprocess.DEVNULL, check=False).returncode == 0:
                return True
        except OSError as error:
            typer.echo(f"{step.argv[0]}: {error.strerror}", err=True)
            return False
        time.sleep(2 * attempt)
    return False
