"""The `benchwright` command: one module per subcommand, each adding itself to the app."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from typing import Annotated

import typer

from benchwright.errors import SandboxError, UsageError

app = typer.Typer(
    name="benchwright",
    help="Execution-verified coding benchmarks, and the sandbox that runs them.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

EXIT_FAILED, EXIT_USAGE, EXIT_UNSCORED, EXIT_INTERRUPTED = 1, 2, 3, 130


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"benchwright {version('benchwright')}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[bool, typer.Option("--version", help="Show the version.", callback=_show_version)] = False,
) -> None:
    pass


def load_commands() -> None:
    """Import every command module; a new command is a new module and no edit here."""
    for module in sorted(item.name for item in pkgutil.iter_modules(__path__) if not item.name.startswith("_")):
        importlib.import_module(f"{__name__}.{module}")


load_commands()


def main() -> None:
    """Run the command line: wrong use is one line and a hint, never a traceback."""
    try:
        code = app(args=sys.argv[1:] or ["--help"], standalone_mode=False)
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "benchwright"
        _complain(error.format_message(), f"see `{path} --help`")
        code = EXIT_USAGE
    except UsageError as error:
        _complain(str(error), error.hint)
        code = EXIT_USAGE
    except SandboxError as error:
        _complain(f"the sandbox failed, this says nothing about the program: {error}", error.hint)
        code = EXIT_UNSCORED
    except (KeyboardInterrupt, typer.Abort):
        code = EXIT_INTERRUPTED
    sys.exit(code)


def _complain(message: str, hint: str) -> None:
    print(f"error: {' '.join(message.splitlines())}", file=sys.stderr)
    if hint:
        print(f"hint: {hint}", file=sys.stderr)
