"""Reads the files that users name. A file that cannot be read is one line and a hint."""

from __future__ import annotations

import sys
from pathlib import Path

from benchwright.errors import UsageError

_MOST_BYTES = 512 << 20


def read_bytes(file: Path) -> bytes:
    """All of a file, or of standard input for -."""
    try:
        with sys.stdin.buffer if str(file) == "-" else file.open("rb") as opened:
            data = opened.read(_MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}", "check the path") from None
    if len(data) > _MOST_BYTES:
        raise UsageError(f"{file} is too large", "at most 512 MiB")
    return data


def read_text(file: Path) -> str:
    """The file as text; bytes that are no UTF-8 survive."""
    return read_bytes(file).decode(errors="surrogateescape")
