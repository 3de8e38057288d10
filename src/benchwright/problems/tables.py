"""Rows that need further packages, Parquet files and datasets of the Hugging Face Hub, and files that are packed."""

from __future__ import annotations

import gzip
import importlib
import logging
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from benchwright.errors import UsageError
from benchwright.problems.replacement import replacement_of
from benchwright.problems.rows import NumberedRow

_TABLES = "pip install 'benchwright[data]'"
_DATASETS = "pip install 'benchwright[hub]'"
_BATCH_ROWS = 64


def parquet_rows(file: Path) -> Iterator[NumberedRow]:
    """The rows of a Parquet file."""
    if not file.is_file():
        raise UsageError(f"cannot read {file}: No such file or directory", "check the path")
    parquet = _parquet(file)
    try:
        batches = parquet.ParquetFile(file).iter_batches(batch_size=_BATCH_ROWS)
        values = (_without_nulls(value) for batch in batches for value in batch.to_pylist())
        yield from _numbered(str(file), values)
    except (OSError, ValueError) as error:  # pyarrow's own errors are ValueErrors
        raise UsageError(f"cannot read {file}: {_first_line(error)}", "is it whole, and Parquet?") from None


def write_parquet(rows: Iterable[Mapping[str, Any]], file: Path) -> None:
    """Write a Parquet file in place of the old one; equal rows give equal bytes. A field that only some rows have is
    null in the others."""
    parquet = _parquet(file)
    arrow: Any = importlib.import_module("pyarrow")
    listed = list(rows)
    names = dict.fromkeys(name for row in listed for name in row)
    with replacement_of(file) as opened:
        try:
            columns = {name: arrow.array([row.get(name) for row in listed]) for name in names}
            parquet.write_table(arrow.table(columns), opened, compression="zstd")
        except (ValueError, TypeError, OverflowError, NotImplementedError) as error:  # arrow's are among the first two
            hint = "JSON lines can hold them: name the file as in problems.jsonl"
            raise UsageError(f"a table cannot hold these rows: {_first_line(error)}", hint) from None


def write_gzip(lines: Iterable[str], file: Path) -> None:
    """Write lines, packed, in place of the old file; equal lines give equal bytes."""
    # The header would name the temporary file and the time.
    with replacement_of(file) as opened, gzip.GzipFile(filename="", mode="wb", fileobj=opened, mtime=0) as packed:
        packed.writelines(line.encode() for line in lines)


def dataset_rows(name: str) -> Iterator[NumberedRow]:
    """The rows of a dataset of the Hub: `owner/name`, with `:configuration` and `@split` where there are several."""
    try:
        datasets: Any = importlib.import_module("datasets")
    except ImportError:
        hint = f"check the path; to read datasets of the Hugging Face Hub: {_DATASETS}"
        raise UsageError(f"{name} is no file, and there is no package `datasets` to fetch it with", hint) from None
    logging.getLogger("huggingface_hub").setLevel(logging.CRITICAL)  # it tells of every attempt; we say how it ended
    datasets.disable_progress_bars()
    whole, _, split = name.partition("@")
    dataset, _, configuration = whole.partition(":")
    try:
        loaded = datasets.load_dataset(dataset, configuration or None)
    except Exception as error:  # of many kinds: no network, no such dataset, a cache that cannot be written
        hint = "check its name and the network; a dataset with several configurations wants owner/name:configuration"
        raise UsageError(f"cannot load the dataset {whole}: {_first_line(error)}", hint) from None
    yield from _numbered(name, loaded[_split(name, split, list(loaded))])


def _split(name: str, wanted: str, known: list[str]) -> str:
    if not wanted and (len(known) == 1 or "test" in known):
        return known[0] if len(known) == 1 else "test"
    if wanted in known:
        return wanted
    fault = f"has no split {wanted!r}" if wanted else "has several splits"
    raise UsageError(f"the dataset {name.partition('@')[0]} {fault}", f"add @ and one of {', '.join(known)}")


def _parquet(file: Path) -> Any:
    try:
        return importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(f"{file} is Parquet, which needs pyarrow", _TABLES) from None


def _without_nulls(value: Any) -> Any:
    """A table gives each row all names that any row has, also in records within; where there was none is null."""
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
