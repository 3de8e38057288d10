"""Files of one JSON object per line, also gzipped."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from benchwright.errors import UnknownLanguage, UsageError
from benchwright.languages import find_language

Row = TypeVar("Row")


def decode_rows(file: Path, kind: type[Row], hint: str) -> Iterator[tuple[int, Row]]:
    """Line number and row; a row that is not as it must be is refused with its line."""
    for number, line in numbered_lines(file):
        try:
            yield number, msgspec.json.decode(line, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise UsageError(f"{file}:{number}: {error}", hint) from None


def numbered_lines(file: Path) -> Iterator[tuple[int, bytes]]:
    """The lines that are not empty."""
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as opened:
            for number, line in enumerate(opened, start=1):
                if line.strip():
                    yield number, line
    except (OSError, EOFError) as error:
        raise UsageError(f"cannot read {file}: {getattr(error, 'strerror', None) or error}", "check the path") from None


def language_id(name: str) -> str:
    """Our id; a language that we do not know keeps its name until somebody wants to run it."""
    try:
        return find_language(name).id
    except UnknownLanguage:
        return name
