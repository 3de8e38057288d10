"""The files that users name: what cannot be read or written is one line and a hint, and none is left half-written."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

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


@contextlib.contextmanager
def replacement_of(file: Path) -> Iterator[TextIO]:
    """A text file to write that takes the place of `file` at the end, if all went well."""
    from benchwright.problems.rows import replacement_of as replacement_in_bytes

    with replacement_in_bytes(file) as opened:
        text = io.TextIOWrapper(opened, encoding="utf-8", write_through=True)
        yield text
        text.detach()
