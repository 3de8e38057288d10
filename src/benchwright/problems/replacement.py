"""A file that is written beside the old one and takes its place at the end, so that none is left half-written."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from benchwright.errors import UsageError


@contextlib.contextmanager
def replacement_of(file: Path) -> Iterator[BinaryIO]:
    """A file to write that takes the place of `file` at the end, if all went well. Until then the old one stands, also
    if we are killed; that the folder can be written is known at once."""
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}", "check the path") from None
    try:
        with os.fdopen(descriptor, "wb") as opened:
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
