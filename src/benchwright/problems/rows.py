"""Rows of files: JSONL and JSON arrays, optionally gzipped, Parquet, and datasets of the Hugging Face Hub."""

from __future__ import annotations

import contextlib
import gzip
import importlib
import json
import logging
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from benchwright.errors import UnknownLanguage, UsageError
from benchwright.languages import find_language


@contextlib.contextmanager
def replacement_of(file: Path) -> Iterator[BinaryIO]:
    """Open a file that replaces `file` when the block ends without an error. Until then the old file is kept, even if
    the process is killed. An unwritable folder is reported immediately."""
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


SUFFIXES = (".jsonl", ".jsonl.gz", ".json", ".json.gz", ".parquet")
"""Suffixes of the files that are read from a folder."""
TOO_DEEP = "the JSON is nested too deeply"


class NumberedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row and its location."""

    place: str
    """File and line; for Parquet, the number of the row."""
    number: int
    """Line number in a file of lines, otherwise the number of the row; from 1."""
    value: Any = None
    """The decoded value of the row."""
    fault: str = ""
    """Why the row cannot be read; empty if it can."""


def rows_of(file: Path) -> Iterator[NumberedRow]:
    """Yield all rows of a file, in order."""
    name = file.name.removesuffix(".gz")
    if name.endswith(".parquet"):
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
        yield NumberedRow(place=f"{file}:{number + 1}", number=number + 1, fault=f"the file is truncated: {error}")
    except OSError as error:
        raise _unreadable(file, error) from None


def _line(place: str, number: int, line: bytes) -> NumberedRow:
    try:
        return NumberedRow(place=place, number=number, value=msgspec.json.decode(line.decode("utf-8-sig")))
    except UnicodeDecodeError as error:
        return NumberedRow(place=place, number=number, fault=f"not UTF-8: {error.reason} at byte {error.start + 1}")
    except msgspec.DecodeError as error:
        why = str(error) if line.endswith(b"\n") else f"the last line is truncated: {error}"
        return NumberedRow(place=place, number=number, fault=f"not JSON: {why}")
    except RecursionError:
        return NumberedRow(place=place, number=number, fault=TOO_DEEP)


def _values(file: Path) -> Iterator[NumberedRow]:
    """Yield the elements of an array, or consecutive values."""
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
            cut = "" if text.rstrip().endswith(("]", "}")) else "the file is truncated: "
            yield NumberedRow(place=place, number=number, fault=f"not JSON: {cut}{error}")
            return
        except RecursionError:
            yield NumberedRow(place=place, number=number, fault=TOO_DEEP)
            return
        yield NumberedRow(place=place, number=number, value=value)
        position = _skip(text, position, ",")


def _skip(text: str, position: int, sign: str) -> int:
    """Skip white space and at most one `sign`."""
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
    """Return the id of a language. An unknown language keeps its name until a solution must be run."""
    try:
        return find_language(name).id
    except UnknownLanguage:
        return name


_TABLES = "pip install 'benchwright[data]'"
_DATASETS = "pip install 'benchwright[hub]'"
_BATCH_ROWS = 64


def parquet_rows(file: Path) -> Iterator[NumberedRow]:
    """Yield the rows of a Parquet file."""
    if not file.is_file():
        raise UsageError(f"cannot read {file}: No such file or directory", "check the path")
    parquet = _parquet(file)
    try:
        batches = parquet.ParquetFile(file).iter_batches(batch_size=_BATCH_ROWS)
        values = (_without_nulls(value) for batch in batches for value in batch.to_pylist())
        yield from _numbered(str(file), values)
    except (OSError, ValueError) as error:  # pyarrow's errors are ValueErrors
        raise UsageError(
            f"cannot read {file}: {_first_line(error)}", "check that it is a complete Parquet file"
        ) from None


def write_parquet(rows: Iterable[Mapping[str, Any]], file: Path) -> None:
    """Write a Parquet file, replacing the old one; equal rows give equal bytes. A field that is missing in some rows is
    null there."""
    parquet = _parquet(file)
    arrow: Any = importlib.import_module("pyarrow")
    listed = list(rows)
    names = dict.fromkeys(name for row in listed for name in row)
    with replacement_of(file) as opened:
        try:
            columns = {name: arrow.array([row.get(name) for row in listed]) for name in names}
            parquet.write_table(arrow.table(columns), opened, compression="zstd")
        except (
            ValueError,
            TypeError,
            OverflowError,
            NotImplementedError,
        ) as error:  # pyarrow's errors are among the first two
            hint = "write JSONL instead: name the file as in problems.jsonl"
            raise UsageError(f"cannot write these rows as Parquet: {_first_line(error)}", hint) from None


def write_gzip(lines: Iterable[str], file: Path) -> None:
    """Write gzipped lines, replacing the old file; equal lines give equal bytes."""
    # Otherwise the header would contain the name of the temporary file and the time.
    with replacement_of(file) as opened, gzip.GzipFile(filename="", mode="wb", fileobj=opened, mtime=0) as packed:
        packed.writelines(line.encode() for line in lines)


def dataset_rows(name: str) -> Iterator[NumberedRow]:
    """Yield the rows of a dataset on the Hub: `owner/name`, with `:configuration` and `@split` if there are several."""
    try:
        datasets: Any = importlib.import_module("datasets")
    except ImportError:
        hint = f"check the path; to read datasets of the Hugging Face Hub: {_DATASETS}"
        raise UsageError(
            f"{name} is not a file, and fetching it as a dataset needs the package `datasets`", hint
        ) from None
    logging.getLogger("huggingface_hub").setLevel(logging.CRITICAL)  # it logs every attempt
    datasets.disable_progress_bars()
    whole, _, split = name.partition("@")
    dataset, _, configuration = whole.partition(":")
    try:
        loaded = datasets.load_dataset(dataset, configuration or None)
    except Exception as error:  # of many kinds: no network, no such dataset, a cache that is not writable
        hint = "check its name and the network; a dataset with several configurations needs owner/name:configuration"
        raise UsageError(f"cannot load the dataset {whole}: {_first_line(error)}", hint) from None
    yield from _numbered(name, loaded[_split(name, split, list(loaded))])


def _split(name: str, wanted: str, known: list[str]) -> str:
    if not wanted and (len(known) == 1 or "test" in known):
        return known[0] if len(known) == 1 else "test"
    if wanted in known:
        return wanted
    fault = f"has no split {wanted!r}" if wanted else "has several splits"
    hint = f"append a split, as in owner/name@test; choose from {', '.join(known)}"
    raise UsageError(f"the dataset {name.partition('@')[0]} {fault}", hint)


def _parquet(file: Path) -> Any:
    try:
        return importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(f"{file} is Parquet, which needs pyarrow", _TABLES) from None


def _without_nulls(value: Any) -> Any:
    """Remove nulls: a table gives every row all fields that any row has, including nested ones, and fills the gaps with
    null."""
    if isinstance(value, dict):
        return {name: _without_nulls(field) for name, field in value.items() if field is not None}
    if isinstance(value, list):
        return [_without_nulls(item) for item in value]
    return value


def _numbered(name: str, values: Iterable[Any]) -> Iterator[NumberedRow]:
    for number, value in enumerate(values, start=1):
        yield NumberedRow(place=f"{name}:{number}", number=number, value=value)


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
