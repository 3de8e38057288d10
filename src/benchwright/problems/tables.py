"""Rows that need further packages: Parquet files and datasets of the Hugging Face Hub."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from benchwright.errors import UsageError
from benchwright.problems.rows import NumberedRow

_TABLES = "pip install 'benchwright[data]'"
_DATASETS = "pip install 'benchwright[hub]'"
_BATCH_ROWS = 64


def parquet_rows(file: Path) -> Iterator[NumberedRow]:
    """The rows of a Parquet file."""
    if not file.is_file():
        raise UsageError(f"cannot read {file}: No such file or directory", "check the path")
    try:
        parquet: Any = importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(f"{file} is Parquet, which needs pyarrow", _TABLES) from None
    try:
        batches = parquet.ParquetFile(file).iter_batches(batch_size=_BATCH_ROWS)
        values = (value for batch in batches for value in batch.to_pylist())
        yield from _numbered(str(file), values)
    except (OSError, ValueError) as error:  # pyarrow's own errors are ValueErrors
        raise UsageError(f"cannot read {file}: {_first_line(error)}", "is it whole, and Parquet?") from None


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


def _numbered(name: str, values: Iterable[Any]) -> Iterator[NumberedRow]:
    for number, value in enumerate(values, start=1):
        yield NumberedRow(place=f"{name}:{number}", number=number, value=value)


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
