"""The files that users name: what cannot be read or written is one line and a hint, and none is left half-written."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
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
    """A file to write that takes the place of `file` at the end, if all went well. Until then the old one stands, also
    if we are killed; that the folder can be written is known at once."""
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}", "check the path") from None
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
            yield opened
            opened.flush()
            os.fsync(descriptor)
        os.chmod(name, 0o666 & ~_mask())
        os.replace(name, file)
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}", "check the path and the disk") from None
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
