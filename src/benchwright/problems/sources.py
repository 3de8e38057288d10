"""What a benchmark's name can mean: a file, a folder of files, a benchmark that comes with us, a dataset of the Hub."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.problems.errata import errata_beside, is_errata
from benchwright.problems.rows import SUFFIXES, NumberedRow, rows_of
from benchwright.problems.tables import dataset_rows

BUILTIN_PREFIX = "builtin:"
_BUILTIN_FOLDER = Path(__file__).parents[1] / "benchmarks"
"""One folder per benchmark, its problems in `problems` with one of the known suffixes; other files may lie beside."""
_DATASET = re.compile(r"[\w-][\w.-]*/[\w-][\w.-]*(:[\w.-]+)?(@[\w.-]+)?")


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """Something that has rows, all of one format."""

    name: str
    """For messages."""
    rows: Callable[[], Iterator[NumberedRow]]
    """Gives them, each time anew."""
    errata: tuple[Path, ...] = ()
    """Files with corrections of its problems; one that holds for several sources is named by each."""


def find_sources(name: str | Path) -> list[Source]:
    """What the name means. Files and folders come first; the network is asked last."""
    path, text = Path(name), str(name)
    if path.is_dir():
        files = [file for file in sorted(path.iterdir()) if file.name.endswith(SUFFIXES)]
        if (path / "manifest.json").is_file() and (path / "problems.jsonl").is_file():
            files = [path / "problems.jsonl"]  # a job that made them, and wrote them in several forms
        return [_file(file, _errata_in(path)) for file in files if not is_errata(file)]
    if path.exists():
        if is_errata(path):
            raise UsageError(f"{path} holds errata, not problems", "name the problems' file or folder")
        return [_file(path, errata_beside(path))]
    if text.startswith(BUILTIN_PREFIX) or text in builtin_names():
        file = _builtin(text.removeprefix(BUILTIN_PREFIX))
        return [_file(file, _errata_in(file.parent))]
    if _DATASET.fullmatch(text) and not text.endswith(SUFFIXES):
        return [Source(name=text, rows=functools.partial(dataset_rows, text))]
    known = ", ".join(builtin_names())
    hint = f"check the path; benchmarks that come with us: {known}" if known else "check the path"
    raise UsageError(f"cannot read {text}: No such file or directory", hint)


def builtin_names() -> list[str]:
    """The benchmarks that come with us."""
    if not _BUILTIN_FOLDER.is_dir():
        return []
    return sorted(folder.name for folder in _BUILTIN_FOLDER.iterdir() if _problems_of(folder))


def builtin_folder(name: str) -> Path:
    """Where the problems of a benchmark that comes with us lie, and what is beside them."""
    return _builtin(name).parent


def _builtin(name: str) -> Path:
    if name not in builtin_names():
        known = ", ".join(builtin_names()) or "none"
        raise UsageError(f"no benchmark {name!r} comes with us", f"there are: {known}")
    return _problems_of(_BUILTIN_FOLDER / name)[0]


def _problems_of(folder: Path) -> list[Path]:
    return [folder / f"problems{suffix}" for suffix in SUFFIXES if (folder / f"problems{suffix}").is_file()]


def _errata_in(folder: Path) -> list[Path]:
    return [file for file in sorted(folder.iterdir()) if is_errata(file)]


def _file(file: Path, errata: list[Path]) -> Source:
    return Source(name=str(file), rows=functools.partial(rows_of, file), errata=tuple(errata))
