"""Rows that need further packages: Parquet files and datasets of the Hugging Face Hub."""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchwright.errors import UsageError
from benchwright.seeds.material import Material
from benchwright.seeds.rows import rows_material
from benchwright.seeds.seed import SeedOptions

_BATCH_ROWS = 64
_MOST_ROWS = 100_000
"""Datasets of code can be larger than any disk; so many rows of one are read."""


def read_parquet(file: Path, options: SeedOptions) -> Iterator[Material]:
    """The rows of a Parquet file."""
    yield rows_material(_parquet(file), file.name, options)


def read_dataset(name: str, options: SeedOptions) -> Iterator[Material]:
    """The first rows of a dataset of the Hub: `owner/name`, with `:configuration` and `@split` (train unless said)."""
    yield rows_material(_dataset(name), name, options)


def _parquet(file: Path) -> Iterator[tuple[str, Any]]:
    try:
        parquet: Any = importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(f"{file} is Parquet, which needs pyarrow", "pip install 'benchwright[data]'") from None
    try:
        number = 0
        for batch in parquet.ParquetFile(file).iter_batches(batch_size=_BATCH_ROWS):
            for value in batch.to_pylist():
                number += 1
                yield f"{file}:{number}", value
    except (OSError, ValueError) as error:  # pyarrow's own errors are ValueErrors
        raise UsageError(f"cannot read {file}: {_first_line(error)}", "is it whole, and Parquet?") from None


def _dataset(name: str) -> Iterator[tuple[str, Any]]:
    try:
        datasets: Any = importlib.import_module("datasets")
    except ImportError:
        hint = "check the path; to read datasets of the Hugging Face Hub: pip install 'benchwright[hub]'"
        raise UsageError(f"{name} is no file, and there is no package `datasets` to fetch it with", hint) from None
    whole, _, split = name.partition("@")
    dataset, _, configuration = whole.partition(":")
    try:
        rows = datasets.load_dataset(dataset, configuration or None, split=split or "train", streaming=True)
        for number, value in enumerate(itertools.islice(rows, _MOST_ROWS), start=1):
            yield f"{name}:{number}", value
    except UsageError:
        raise
    except Exception as error:  # of many kinds: no network, no such dataset, no such split
        hint = "check its name and the network; owner/name:configuration@split says which part"
        raise UsageError(f"cannot load the dataset {whole}: {_first_line(error)}", hint) from None


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
