"""Failures of disks and databases print one line, and the exit code says whose fault they are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

_COMMAND = """
import errno, os, sqlite3, sys
from benchwright import cli

@cli.app.command()
def fail() -> None:
    print("some output")
{body}

cli.main()
"""

_FULL = """
connection = sqlite3.connect(":memory:")
connection.execute("PRAGMA max_page_count = 3")
connection.execute("CREATE TABLE t (x)")
connection.execute("INSERT INTO t VALUES (zeroblob(1000000))")
"""
_NO_DATABASE = """
open("file.sqlite", "wb").write(b"x" * 5000)
sqlite3.connect("file.sqlite").execute("CREATE TABLE t (x)")
"""
_DAMAGED = """
connection = sqlite3.connect("file.sqlite")
connection.execute("CREATE TABLE t (x)")
connection.executemany("INSERT INTO t VALUES (?)", [("y" * 1000,) for _ in range(100)])
connection.commit()
connection.close()
with open("file.sqlite", "r+b") as file:
    file.seek(4096)
    file.write(b"x" * 100_000)
sqlite3.connect("file.sqlite").execute("SELECT * FROM t").fetchall()
"""
_OTHER_TABLES = 'sqlite3.connect("file.sqlite").execute("SELECT * FROM items")'
_READ_ONLY_DATABASE = """
sqlite3.connect("file.sqlite").execute("CREATE TABLE t (x)")
sqlite3.connect("file:file.sqlite?mode=ro", uri=True).execute("CREATE TABLE u (x)")
"""
_NO_FOLDER = 'sqlite3.connect("none/file.sqlite")'
_HELD = """
connection = sqlite3.connect("file.sqlite")
connection.execute("BEGIN EXCLUSIVE")
sqlite3.connect("file.sqlite", timeout=0).execute("CREATE TABLE t (x)")
"""
_DISK_FULL = 'open("/dev/full", "wb", buffering=0).write(b"x")'
_READ_ONLY_FOLDER = 'raise OSError(errno.EROFS, os.strerror(errno.EROFS), "jobs/a")'
_NOT_ALLOWED = 'raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), "jobs/a")'
_UNNAMED = 'raise OSError("a text of its own")'


def run(body: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the real command line with an additional command that fails this way."""
    program = _COMMAND.format(body="".join(f"    {line}\n" for line in body.strip().splitlines()))
    return subprocess.run(
        [sys.executable, "-c", program, "fail"],
        capture_output=True,
        text=True,
        cwd=folder,
        env=os.environ,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize(
    ("body", "code", "message", "hint"),
    [
        (_FULL, 3, "database: database or disk is full", "check for a full disk"),
        (_NO_DATABASE, 2, "database: file is not a database", "not written by benchwright"),
        (_DAMAGED, 2, "database: database disk image is malformed", "damaged"),
        (_OTHER_TABLES, 2, "database: no such table: items", "not written by benchwright"),
        (_READ_ONLY_DATABASE, 2, "database: attempt to write a readonly database", "choose a writable folder"),
        (_NO_FOLDER, 2, "database: unable to open database file", "choose a writable folder"),
        (_HELD, 3, "database: database is locked", "another process"),
        (_DISK_FULL, 3, "No space left on device", "check for a full disk"),
        (_READ_ONLY_FOLDER, 2, "jobs/a: Read-only file system", "choose a writable folder"),
        (_NOT_ALLOWED, 2, "jobs/a: Permission denied", "choose a writable folder"),
        (_UNNAMED, 3, "a text of its own", "check for a full disk"),
    ],
    ids=[
        "full database",
        "no database",
        "damaged database",
        "other tables",
        "read-only database",
        "no folder",
        "held database",
        "full disk",
        "read-only folder",
        "not allowed",
        "unnamed",
    ],
)
def test_failures_are_one_line_and_a_hint(tmp_path: Path, body: str, code: int, message: str, hint: str) -> None:
    done = run(body, tmp_path)
    lines = done.stderr.splitlines()
    assert (done.returncode, len(lines)) == (code, 2), done.stderr
    assert lines[0] == f"error: cannot continue: {message}"
    assert lines[1].startswith("hint: ")
    assert hint in lines[1]
    assert done.stdout == "some output\n"


def test_an_internal_error_keeps_its_traceback(tmp_path: Path) -> None:
    done = run("raise ZeroDivisionError", tmp_path)
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr.splitlines()[-1]
