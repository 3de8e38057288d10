"""Read problems: resolve a benchmark's name, detect the format, and report each invalid row with its location."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.languages import languages
from benchwright.problems.errata import Erratum, apply_errata, errata_beside, is_errata, read_errata
from benchwright.problems.formats import FORMATS, format_module, format_with, nearest_format
from benchwright.problems.problem import Problem
from benchwright.problems.rows import SUFFIXES, NumberedRow, dataset_rows, rows_of

BUILTIN_PREFIX = "builtin:"
_BUILTIN_FOLDER = Path(__file__).parents[1] / "benchmarks"
"""One folder per benchmark, its problems in `problems` with one of the known suffixes; other files may be next to
it."""
_DATASET = re.compile(r"[\w-][\w.-]*/[\w-][\w.-]*(:[\w.-]+)?(@[\w.-]+)?")


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """A source of rows, all in one format."""

    name: str
    """Name of the source, for messages."""
    rows: Callable[[], Iterator[NumberedRow]]
    """Function that yields the rows; each call starts from the first one."""
    errata: tuple[Path, ...] = ()
    """Files with corrections of its problems. A file that applies to several sources is listed with each of them."""


def find_sources(name: str | Path) -> list[Source]:
    """Resolve a benchmark's name. Files and folders take precedence; the network is used last."""
    path, text = Path(name), str(name)
    if path.is_dir():
        files = [file for file in sorted(path.iterdir()) if file.name.endswith(SUFFIXES)]
        if (path / "manifest.json").is_file() and (path / "problems.jsonl").is_file():
            files = [path / "problems.jsonl"]  # a job that generated them, and wrote them in several forms
        if files or text not in builtin_names():  # a folder without problems does not hide a built-in benchmark
            return [_file(file, _errata_in(path)) for file in files if not is_errata(file)]
    elif path.exists():
        if is_errata(path):
            raise UsageError(f"{path} contains errata, not problems", "pass the file or folder of the problems")
        return [_file(path, errata_beside(path))]
    if text.startswith(BUILTIN_PREFIX) or text in builtin_names():
        file = _builtin(text.removeprefix(BUILTIN_PREFIX))
        return [_file(file, _errata_in(file.parent))]
    if _DATASET.fullmatch(text) and not text.endswith(SUFFIXES):
        return [Source(name=text, rows=functools.partial(dataset_rows, text))]
    known = ", ".join(builtin_names())
    hint = f"check the path, or choose from the built-in benchmarks {known}" if known else "check the path"
    raise UsageError(f"cannot read {text}: No such file or directory", hint)


def builtin_names() -> list[str]:
    """Return the names of the built-in benchmarks."""
    if not _BUILTIN_FOLDER.is_dir():
        return []
    return sorted(folder.name for folder in _BUILTIN_FOLDER.iterdir() if _problems_of(folder))


def builtin_folder(name: str) -> Path:
    """Return the folder of a built-in benchmark, which contains its problems and related files."""
    return _builtin(name).parent


def _builtin(name: str) -> Path:
    if name not in builtin_names():
        known = ", ".join(builtin_names()) or "none"
        raise UsageError(f"unknown built-in benchmark {name!r}", f"choose from {known}")
    return _problems_of(_BUILTIN_FOLDER / name)[0]


def _problems_of(folder: Path) -> list[Path]:
    return [folder / f"problems{suffix}" for suffix in SUFFIXES if (folder / f"problems{suffix}").is_file()]


def _errata_in(folder: Path) -> list[Path]:
    return [file for file in sorted(folder.iterdir()) if is_errata(file)]


def _file(file: Path, errata: list[Path]) -> Source:
    return Source(name=str(file), rows=functools.partial(rows_of, file), errata=tuple(errata))


def read_problems(
    path: Path | str,
    format_name: str = "",
    *,
    lenient: bool = False,
    known_languages: bool = False,
    skipped: list[str] | None = None,
    errata: Path | None = None,
) -> list[Problem]:
    """Read the problems of a file, folder, built-in benchmark or dataset, in order. The format is detected unless
    given. The errata next to them, and those in `errata`, are applied.

    Invalid rows, duplicate ids and, with `known_languages`, unknown languages are rejected with their location. With
    `lenient` such rows are skipped instead, and a message about each is added to `skipped`.
    """
    reading = _Reading(lenient=lenient, known_languages=known_languages)
    for source in find_sources(path):
        reading.read(source, format_name)
    reading.correct([errata] if errata else [])
    if skipped is not None:
        skipped.extend(reading.skipped)
    if not reading.problems:
        left_out = f"; {len(reading.skipped)} rows are invalid: {reading.skipped[0]}" if reading.skipped else ""
        raise UsageError(f"{path} contains no problems{left_out}", f"choose from the formats {', '.join(FORMATS)}")
    return reading.problems


class _Reading:
    """What was read so far."""

    def __init__(self, *, lenient: bool, known_languages: bool) -> None:
        self.lenient = lenient
        self.known_languages = known_languages
        self.problems: list[Problem] = []
        self.skipped: list[str] = []
        self.places: dict[str, str] = {}
        self.errata: dict[Path, None] = {}

    def read(self, source: Source, format_name: str) -> None:
        self.errata.update(dict.fromkeys(source.errata))
        module = format_module(format_name) if format_name else None
        for row in source.rows():
            if module is None and not row.fault:
                module = self._detect(source)
            try:
                self._add(row, module)
            except UsageError as error:
                self._complain(f"{row.place}: {error}", error.hint)

    def correct(self, further: list[Path]) -> None:
        """Apply the errata. With `lenient`, those of skipped problems are skipped too."""
        errata: list[Erratum] = []
        for erratum in (row for file in (*self.errata, *further) for row in read_errata(file)):
            if self.lenient and erratum.id not in self.places:
                self.skipped.append(f"{erratum.place}: no problem has the id {erratum.id!r}")
            else:
                errata.append(erratum)
        self.problems = apply_errata(self.problems, errata)

    def _detect(self, source: Source) -> ModuleType:
        """Detect the format by the first row that has one; unless `lenient`, that must be the first row."""
        faults: list[UsageError] = []
        for row in source.rows():
            if row.fault:
                continue
            module = format_with(row.value)
            if module is not None:
                return module
            faults.append(
                UsageError(f"{row.place}: {_unknown(row.value)}", f"choose from the formats {', '.join(FORMATS)}")
            )
            if not self.lenient:
                break
        raise faults[0]

    def _add(self, row: NumberedRow, module: ModuleType | None) -> None:
        if row.fault or module is None:
            raise UsageError(row.fault, "write one JSON object per line, or a JSON array of objects")
        problem = decode_row(module, row.value, row.number)
        if not problem.id.strip():
            raise UsageError("the id is empty", "give each problem an id")
        if self.known_languages and problem.language not in languages():
            raise UsageError(f"unknown language {problem.language!r}", "list all with `benchwright languages`")
        if problem.id in self.places:
            message = f"duplicate id {problem.id!r}; the first one is at {self.places[problem.id]}"
            raise UsageError(message, "give each problem a unique id")
        self.places[problem.id] = row.place
        self.problems.append(problem)

    def _complain(self, message: str, hint: str) -> None:
        if not self.lenient:
            raise UsageError(message, hint)
        self.skipped.append(message)


def decode_row(module: ModuleType, value: Any, number: int) -> Problem:
    """Return the problem in a row of a format; null fields count as absent."""
    if not isinstance(value, dict):
        raise UsageError(f"the row is a {_kind(value)}, not an object", "write each row as a JSON object")
    try:
        row = msgspec.convert({name: field for name, field in value.items() if field is not None}, module.Row)
    except msgspec.ValidationError as error:
        raise UsageError(str(error), f"a row has the fields {', '.join(_fields(module))}") from None
    problem: Problem = module.read(row, number)
    return problem


def _unknown(value: Any) -> str:
    if not isinstance(value, dict):
        return f"unknown format: the row is a {_kind(value)}, not an object"
    given = ", ".join(sorted(map(str, value))) or "none"
    name, missing = nearest_format(set(value))
    nearest = f"; {name} would also need {', '.join(sorted(missing))}" if missing else ""
    return f"no known format has the fields {given}{nearest}"


def _fields(module: ModuleType) -> Iterator[str]:
    for field in msgspec.structs.fields(module.Row):
        yield field.encode_name if field.required else f"[{field.encode_name}]"


def _kind(value: Any) -> str:
    return {list: "list", str: "string", bool: "boolean", type(None): "null"}.get(type(value), "number")
