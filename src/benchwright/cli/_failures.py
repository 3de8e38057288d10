"""Failures of the machine and of its files, in one line and a hint."""

from __future__ import annotations

import errno

from benchwright.cli import EXIT_UNSCORED, EXIT_USAGE

Failure = tuple[str, str, int]
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


def failure_of(error: Exception) -> Failure | None:
    """What to tell of an exception that nobody caught; None if it is a mistake in our code."""
    import sqlite3

    if isinstance(error, OSError):
        return _of_system(error)
    if isinstance(error, sqlite3.Error):
        name = "_".join((getattr(error, "sqlite_errorname", None) or "").split("_")[:2])
        hint, code = _BY_SQLITE.get(name, (_DISK, EXIT_UNSCORED))
        return f"cannot go on: database: {error}", hint, code
    return None


def _of_system(error: OSError) -> Failure:
    place = f"{error.filename}: " if error.filename else ""
    message = f"cannot go on: {place}{error.strerror or error}"
    if error.errno in _CLOSED:
        return message, _FOLDER, EXIT_USAGE
    return message, _DISK, EXIT_UNSCORED
