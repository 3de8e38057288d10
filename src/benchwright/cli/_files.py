"""Read and write the files that users name: errors are one line and a hint, and no file is left half-written."""

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
    """Read a whole file; `-` is standard input."""
    try:
        with sys.stdin.buffer if str(file) == "-" else file.open("rb") as opened:
            data = opened.read(_MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}", "check the path") from None
    if len(data) > _MOST_BYTES:
        raise UsageError(f"{file} is too large", "use a file of at most 512 MiB")
    return data


def read_text(file: Path) -> str:
    """Read a file as text. Bytes that are not UTF-8 are preserved as surrogates."""
    return read_bytes(file).decode(errors="surrogateescape")


@contextlib.contextmanager
def replacement_of(file: Path) -> Iterator[TextIO]:
    """Open a text file that replaces `file` on success; on an exception `file` is unchanged."""
    from benchwright.problems.rows import replacement_of as replacement_in_bytes

    with replacement_in_bytes(file) as opened:
        text = io.TextIOWrapper(opened, encoding="utf-8", write_through=True)
        yield text
        text.detach()
