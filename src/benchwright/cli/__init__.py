"""The `benchwright` command: one module per subcommand, each adding itself to the app."""

from __future__ import annotations

import contextlib
import errno
import functools
import importlib
import os
import pkgutil
import sys
from typing import Annotated

import typer
from typer.main import get_group

from benchwright.errors import SandboxError, UsageError

app = typer.Typer(
    name="benchwright",
    help="Execution-verified coding benchmarks, and the sandbox that runs them.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

EXIT_FAILED, EXIT_USAGE, EXIT_UNSCORED = 1, 2, 3
EXIT_INTERRUPTED, EXIT_BROKEN_PIPE = 130, 141
"""As a shell reports death by SIGINT and SIGPIPE."""


_Failure = tuple[str, str, int]
"""Message, hint and exit code."""

_CLOSED = (errno.EACCES, errno.EPERM, errno.EROFS)
_DISK = "is the disk full, or the output closed?"
_FOLDER = "choose a folder that can be written"
_BY_SQLITE = {
    "SQLITE_CORRUPT": ("its file is damaged: bring it back from a copy, or begin anew elsewhere", EXIT_USAGE),
    "SQLITE_NOTADB": ("the file is not ours: name another one, or begin anew elsewhere", EXIT_USAGE),
    "SQLITE_ERROR": ("the file is not ours: name another one, or begin anew elsewhere", EXIT_USAGE),
    "SQLITE_READONLY": (_FOLDER, EXIT_USAGE),
    "SQLITE_CANTOPEN": (_FOLDER, EXIT_USAGE),
    "SQLITE_PERM": (_FOLDER, EXIT_USAGE),
    "SQLITE_BUSY": ("another process holds it: try again when it is done", EXIT_UNSCORED),
}
"""By the name of the error without its details; every other one has to do with the disk."""


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
    _open_missing_streams()
    try:
        code = _run(sys.argv[1:] or ["--help"])
        sys.stdout.flush()
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
    except BrokenPipeError:
        code = EXIT_BROKEN_PIPE
        _discard_output()
    except Exception as error:
        code = _told(error)
    sys.exit(code)


def _told(error: Exception) -> int:
    """The exit code of a failure of the machine. A mistake of ours is raised again: its traceback is worth having."""
    failure = _failure_of(error)
    if failure is None:
        raise error
    message, hint, code = failure
    _complain(message, hint)
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    _discard_output()
    return code


def _failure_of(error: Exception) -> _Failure | None:
    """What to tell of an exception that nobody caught; None if it is a mistake in our code."""
    import sqlite3

    if isinstance(error, OSError):
        return _of_system(error)
    if isinstance(error, sqlite3.Error):
        name = "_".join((getattr(error, "sqlite_errorname", None) or "").split("_")[:2])
        hint, code = _BY_SQLITE.get(name, (_DISK, EXIT_UNSCORED))
        return f"cannot go on: database: {error}", hint, code
    return None


def _of_system(error: OSError) -> _Failure:
    place = f"{error.filename}: " if error.filename else ""
    message = f"cannot go on: {place}{error.strerror or error}"
    if error.errno in _CLOSED:
        return message, _FOLDER, EXIT_USAGE
    return message, _DISK, EXIT_UNSCORED


@functools.cache
def command() -> typer.core.TyperGroup:
    """The whole command line. Making it takes a while, as it reads the types of every option."""
    return get_group(app)


def _run(arguments: list[str]) -> int:
    """Not by the app's own call, which would answer a closed pipe with exit code 1: not passed."""
    try:
        with command().make_context("benchwright", arguments) as context:
            command().invoke(context)
    except typer.Exit as stop:
        return stop.exit_code
    return 0


def _open_missing_streams() -> None:
    """Started with a closed output, the work and the exit code still count."""
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _discard_output() -> None:
    """Nobody can take what is still buffered; the interpreter would try at its end, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, hint: str) -> None:
    print(f"error: {' '.join(message.splitlines())}", file=sys.stderr)
    if hint:
        print(f"hint: {hint}", file=sys.stderr)
