"""`benchwright toolchains`: install, list and remove compilers and interpreters."""

from __future__ import annotations

import contextlib
import shlex
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli import EXIT_FAILED, app
from benchwright.cli._help import MAINTAIN, Commands
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.languages import Language
    from benchwright.languages.installers.run import Done, Watcher

commands = Commands(help="Install, list and remove compilers and interpreters.", no_args_is_help=True)
app.add_typer(commands, name="toolchains", rich_help_panel=MAINTAIN)

Names = Annotated[list[str] | None, typer.Argument(metavar="LANGUAGE", help="Language ids or aliases.")]
All = Annotated[bool, typer.Option("--all", help="All known languages.")]


@commands.command("install")
def install_toolchains(
    names: Names = None,
    everything: All = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the commands without running them.")] = False,
) -> None:
    """Install missing toolchains from system packages and registries.

    Also prepares them for use. If it is interrupted, re-run it to resume.

    Exit code: 0 everything is installed, 1 something could not be installed, 2 incorrect usage.
    """
    from benchwright.languages.installers import tasks
    from benchwright.languages.installers.run import command, install
    from benchwright.languages.toolchain import toolchains_prefix

    languages = _languages(names, everything)
    planned = tasks(languages)
    if dry_run:
        for step in (step for task in planned for step in task.steps):
            typer.echo(f"{step.what}\n  {shlex.join(command(step))}")
        return
    with contextlib.suppress(OSError):  # reported by the step that needs it
        Path(toolchains_prefix()).mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # both signals stop all running commands
    with _watching(sum(len(task.steps) for task in planned)) as watcher:
        failed = [done for done in install(planned, languages, watcher) if done.blocking]
    for done in failed:
        typer.echo(f"failed: {done.what}; run it manually: {shlex.join(done.by_hand)}", err=True)
    if failed:
        raise typer.Exit(EXIT_FAILED)


@contextlib.contextmanager
def _watching(steps: int) -> Iterator[Watcher]:
    """Show live rows with elapsed times on a terminal, or one line per finished step in a pipe."""
    from benchwright.languages.installers.run import Watcher

    class Lines(Watcher):
        def finished(self, done: Done) -> None:
            typer.echo(_line(done), err=True)

    if not sys.stderr.isatty():
        yield Lines()
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        rows = {}
        if steps:
            bar.add_task(f"{steps} downloads, then each toolchain is prepared")

        class Rows(Watcher):
            def started(self, what: str) -> None:
                rows[what] = bar.add_task(what)

            def finished(self, done: Done) -> None:
                if done.what in rows:
                    bar.remove_task(rows.pop(done.what))
                bar.console.print(_line(done), markup=False, highlight=False)

        yield Rows()


def _line(done: Done) -> str:
    if not done.problem:
        return f"{done.what} ({done.seconds:.0f} s)"
    return f"{done.problem}" if not done.seconds else f"{done.what} failed after {done.seconds:.0f} s:\n{done.problem}"


@commands.command("list")
def list_toolchains(names: Names = None) -> None:
    """List installed toolchains, and how to install the others."""
    from benchwright.cli._output import print_table
    from benchwright.judging.probe import look_up

    statuses = [look_up(language) for language in _languages(names, everything=not names)]
    rows = [
        (each.language, "found", each.toolchain) if each.found else (each.language, "missing", _install(each.language))
        for each in statuses
    ]
    print_table(("language", "state", "toolchain or install command"), rows)


@commands.command()
def clean(names: Names = None, everything: All = False) -> None:
    """Remove installed toolchains and their prepared files.

    Removes only benchwright's own folders. System packages stay installed.
    """
    from benchwright.languages.prepare import cache_folder
    from benchwright.languages.toolchain import toolchains_prefix

    prefix = Path(toolchains_prefix())
    for language in _languages(names, everything):
        folders = [prefix / place / language.id for place in ("npm", "pypi", "gomod", "crates", "debian")]
        folders += sorted((prefix / "pypi").glob(f"{language.id}-*"))
        folders += [prefix / "npm" / f"packages-{name}" for name, each in language.environments.items() if each.npm]
        for place in (prefix, cache_folder()):
            folders += sorted((place / "prepared").glob(f"{language.id}-*"))
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
        raise UsageError("no language given", "name languages, or pass --all")
    return chosen


def _install(language_id: str) -> str:
    """Return the install command, or a hint if `toolchains install` cannot install the language."""
    from benchwright.languages import find_language

    recipe = find_language(language_id).toolchain
    if recipe.install or any(files.install for files in recipe.files.values()):
        return f"benchwright toolchains install {language_id}"
    return recipe.hint
