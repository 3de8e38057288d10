"""The `benchwright` command: one module per subcommand, each of which registers itself with the app."""

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

from benchwright.cli._help import Commands
from benchwright.errors import SandboxError, UsageError

app = Commands(
    name="benchwright",
    help="Execution-verified coding benchmarks, and the sandbox that runs them.",
    pretty_exceptions_enable=False,
)

EXIT_FAILED, EXIT_USAGE, EXIT_UNSCORED = 1, 2, 3
EXIT_INTERRUPTED, EXIT_BROKEN_PIPE = 130, 141
"""The codes with which a shell reports SIGINT and SIGPIPE."""


_Failure = tuple[str, str, int]
"""Message, hint and exit code."""

_CLOSED = (errno.EACCES, errno.EPERM, errno.EROFS)
_DISK = "check for a full disk or closed output"
_FOLDER = "choose a writable folder"
_FOREIGN = "the file was not written by benchwright: choose another one, or start over in a new folder"
_BY_SQLITE = {
    "SQLITE_CORRUPT": ("the file is damaged: restore it from a backup, or start over in a new folder", EXIT_USAGE),
    "SQLITE_NOTADB": (_FOREIGN, EXIT_USAGE),
    "SQLITE_ERROR": (_FOREIGN, EXIT_USAGE),
    "SQLITE_READONLY": (_FOLDER, EXIT_USAGE),
    "SQLITE_CANTOPEN": (_FOLDER, EXIT_USAGE),
    "SQLITE_PERM": (_FOLDER, EXIT_USAGE),
    "SQLITE_BUSY": ("another process is using it: retry when that process is done", EXIT_UNSCORED),
}
"""Hint and exit code by the primary name of the SQLite error; every other error is a problem with the disk."""


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"benchwright {version('benchwright')}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_show_version)
    ] = False,
) -> None:
    pass


def load_commands() -> None:
    """Import every command module, so that a new command needs a new module and no change here."""
    for module in sorted(item.name for item in pkgutil.iter_modules(__path__) if not item.name.startswith("_")):
        importlib.import_module(f"{__name__}.{module}")


load_commands()


def main() -> None:
    """Run the command line. Incorrect usage prints one line and a hint, never a traceback."""
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
        _complain(f"the sandbox failed, which says nothing about the program: {error}", error.hint)
        code = EXIT_UNSCORED
    except (KeyboardInterrupt, typer.Abort):
        code = EXIT_INTERRUPTED
    except BrokenPipeError:
        code = EXIT_BROKEN_PIPE
        _discard_output()
    except Exception as error:
        code = _report_failure(error)
    sys.exit(code)


def _report_failure(error: Exception) -> int:
    """Print a failure of the machine and return its exit code. Re-raise a bug, to keep its traceback."""
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
    """Describe an uncaught exception; None if it is a bug in benchwright."""
    import sqlite3

    if isinstance(error, OSError):
        return _of_system(error)
    if isinstance(error, sqlite3.Error):
        name = "_".join((getattr(error, "sqlite_errorname", None) or "").split("_")[:2])
        hint, code = _BY_SQLITE.get(name, (_DISK, EXIT_UNSCORED))
        return f"cannot continue: database: {error}", hint, code
    return None


def _of_system(error: OSError) -> _Failure:
    place = f"{error.filename}: " if error.filename else ""
    message = f"cannot continue: {place}{error.strerror or error}"
    if error.errno in _CLOSED:
        return message, _FOLDER, EXIT_USAGE
    return message, _DISK, EXIT_UNSCORED


@functools.cache
def command() -> typer.core.TyperGroup:
    """Build the whole command line. This is slow, as it inspects the type of every option, so it is cached."""
    return get_group(app)


def _run(arguments: list[str]) -> int:
    """Invoke the command and return its exit code.

    Calling the app itself would turn a closed pipe into exit code 1, which means "not passed" here.
    """
    try:
        with command().make_context("benchwright", arguments) as context:
            command().invoke(context)
    except typer.Exit as stop:
        return stop.exit_code
    return 0


def _open_missing_streams() -> None:
    """Replace closed streams: the work and the exit code still count."""
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _discard_output() -> None:
    """Drop buffered output that cannot be written, which the interpreter would complain about on exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, hint: str) -> None:
    print(f"error: {' '.join(message.splitlines())}", file=sys.stderr)
    if hint:
        print(f"hint: {hint}", file=sys.stderr)
