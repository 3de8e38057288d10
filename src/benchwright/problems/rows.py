"""The rows of a file: JSON lines, a JSON array, both also gzipped, or Parquet. What cannot be read is a row with a
fault, so that who reads decides whether to stop."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from benchwright.errors import UnknownLanguage, UsageError
from benchwright.languages import find_language

SUFFIXES = (".jsonl", ".jsonl.gz", ".json", ".json.gz", ".parquet")
"""Of the files that a folder is searched for."""
TOO_DEEP = "the JSON is nested too deeply"


class NumberedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row and where it stands."""

    place: str
    """File and line; for Parquet, the number of the row."""
    number: int
    """The line in a file of lines, elsewhere the number of the row; both count from 1."""
    value: Any = None
    """What it holds."""
    fault: str = ""
    """Why it cannot be read; empty where it can."""


def rows_of(file: Path) -> Iterator[NumberedRow]:
    """All rows of a file, in order."""
    name = file.name.removesuffix(".gz")
    if name.endswith(".parquet"):
        from benchwright.problems.tables import parquet_rows

        yield from parquet_rows(file)
    elif name.endswith(".json"):
        yield from _values(file)
    else:
        yield from _lines(file)


def _lines(file: Path) -> Iterator[NumberedRow]:
    number = 0
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as opened:
            for number, line in enumerate(opened, start=1):
                if line.strip():
                    yield _line(f"{file}:{number}", number, line)
    except (gzip.BadGzipFile, EOFError) as error:
        yield NumberedRow(place=f"{file}:{number + 1}", number=number + 1, fault=f"the file is cut off: {error}")
    except OSError as error:
        raise _unreadable(file, error) from None


def _line(place: str, number: int, line: bytes) -> NumberedRow:
    try:
        return NumberedRow(place=place, number=number, value=msgspec.json.decode(line.decode("utf-8-sig")))
    except UnicodeDecodeError as error:
        return NumberedRow(place=place, number=number, fault=f"not UTF-8: {error.reason} at byte {error.start + 1}")
    except msgspec.DecodeError as error:
        why = str(error) if line.endswith(b"\n") else f"the last line is cut off: {error}"
        return NumberedRow(place=place, number=number, fault=f"not JSON: {why}")
    except RecursionError:
        return NumberedRow(place=place, number=number, fault=TOO_DEEP)


def _values(file: Path) -> Iterator[NumberedRow]:
    """The elements of an array, or values one after the other."""
    try:
        text = _bytes(file).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        yield NumberedRow(place=str(file), number=1, fault=f"not UTF-8: {error.reason} at byte {error.start + 1}")
        return
    decode = json.JSONDecoder().raw_decode
    position, line, number = _skip(text, 0, "["), 1, 0
    done = 0
    while position < len(text) and text[position] != "]":
        number += 1
        line, done = line + text.count("\n", done, position), position
        place = f"{file}:{line}"
        try:
            value, position = decode(text, position)
        except ValueError as error:
            cut = "" if text.rstrip().endswith(("]", "}")) else "the file is cut off: "
            yield NumberedRow(place=place, number=number, fault=f"not JSON: {cut}{error}")
            return
        except RecursionError:
            yield NumberedRow(place=place, number=number, fault=TOO_DEEP)
            return
        yield NumberedRow(place=place, number=number, value=value)
        position = _skip(text, position, ",")


def _skip(text: str, position: int, sign: str) -> int:
    """Past white space and, once, a sign."""
    for wanted in ("", sign, ""):
        if wanted and text.startswith(wanted, position):
            position += 1
        while position < len(text) and text[position] in " \t\r\n":
            position += 1
    return position


def _bytes(file: Path) -> bytes:
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as opened:
            return opened.read()
    except (OSError, EOFError) as error:
        raise _unreadable(file, error) from None


def _unreadable(file: Path, error: OSError | EOFError) -> UsageError:
    return UsageError(f"cannot read {file}: {getattr(error, 'strerror', None) or error}", "check the path")


def language_id(name: str) -> str:
    """Our id; a language that we do not know keeps its name until somebody wants to run it."""
    try:
        return find_language(name).id
    except UnknownLanguage:
        return name
