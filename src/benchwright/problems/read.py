"""Reads problems: finds the format by the fields of the rows, and says of each bad row where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.languages import languages
from benchwright.problems.errata import Erratum, apply_errata, read_errata
from benchwright.problems.formats import FORMATS, format_module, format_with, nearest_format
from benchwright.problems.problem import Problem
from benchwright.problems.rows import NumberedRow
from benchwright.problems.sources import Source, find_sources


def read_problems(
    path: Path | str,
    format_name: str = "",
    *,
    lenient: bool = False,
    known_languages: bool = False,
    skipped: list[str] | None = None,
    errata: Path | None = None,
) -> list[Problem]:
    """The problems of a file, folder, built-in benchmark or dataset, in order; the format is found if not told. They
    are corrected by the errata that lie beside them, and by the file `errata`.

    A bad row, a second one with the same id and, if `known_languages`, one in a language that we do not know is refused
    with its place; if `lenient` it is left out, and a line about it is added to `skipped`.
    """
    reading = _Reading(lenient=lenient, known_languages=known_languages)
    for source in find_sources(path):
        reading.read(source, format_name)
    reading.correct([errata] if errata else [])
    if skipped is not None:
        skipped.extend(reading.skipped)
    if not reading.problems:
        left_out = f"; {len(reading.skipped)} rows are bad: {reading.skipped[0]}" if reading.skipped else ""
        raise UsageError(f"{path} holds no problems{left_out}", f"known formats are {', '.join(FORMATS)}")
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
        """Apply the errata. If rows may be bad, those of problems that were left out are too."""
        errata: list[Erratum] = []
        for erratum in (row for file in (*self.errata, *further) for row in read_errata(file)):
            if self.lenient and erratum.id not in self.places:
                self.skipped.append(f"{erratum.place}: no problem has the id {erratum.id!r}")
            else:
                errata.append(erratum)
        self.problems = apply_errata(self.problems, errata)

    def _detect(self, source: Source) -> ModuleType:
        """By the first row that is of any format; if rows must not be bad, that is the first."""
        faults: list[UsageError] = []
        for row in source.rows():
            if row.fault:
                continue
            module = format_with(row.value)
            if module is not None:
                return module
            faults.append(UsageError(f"{row.place}: {_unknown(row.value)}", f"known formats are {', '.join(FORMATS)}"))
            if not self.lenient:
                break
        raise faults[0]

    def _add(self, row: NumberedRow, module: ModuleType | None) -> None:
        if row.fault or module is None:
            raise UsageError(row.fault, "a file of problems has one JSON object per line, or is a JSON array of them")
        problem = decode_row(module, row.value, row.number)
        if not problem.id.strip():
            raise UsageError("the id is empty", "each problem needs one")
        if self.known_languages and problem.language not in languages():
            raise UsageError(f"unknown language {problem.language!r}", "`benchwright languages` lists all")
        if problem.id in self.places:
            message = f"a second problem has the id {problem.id!r}; the first is at {self.places[problem.id]}"
            raise UsageError(message, "ids must differ")
        self.places[problem.id] = row.place
        self.problems.append(problem)

    def _complain(self, message: str, hint: str) -> None:
        if not self.lenient:
            raise UsageError(message, hint)
        self.skipped.append(message)


def decode_row(module: ModuleType, value: Any, number: int) -> Problem:
    """The problem that a row of a format holds; a field that is null counts as absent."""
    if not isinstance(value, dict):
        raise UsageError(f"the row is a {_kind(value)}, not an object", "a row has named fields")
    try:
        row = msgspec.convert({name: field for name, field in value.items() if field is not None}, module.Row)
    except msgspec.ValidationError as error:
        raise UsageError(str(error), f"a row has {', '.join(_fields(module))}") from None
    problem: Problem = module.read(row, number)
    return problem


def _unknown(value: Any) -> str:
    if not isinstance(value, dict):
        return f"no known format: the row is a {_kind(value)}, not an object"
    given = ", ".join(sorted(map(str, value))) or "none"
    name, missing = nearest_format(set(value))
    nearest = f"; {name} would also have {', '.join(sorted(missing))}" if missing else ""
    return f"no known format has the fields {given}{nearest}"


def _fields(module: ModuleType) -> Iterator[str]:
    for field in msgspec.structs.fields(module.Row):
        yield field.encode_name if field.required else f"[{field.encode_name}]"


def _kind(value: Any) -> str:
    return {list: "list", str: "text", bool: "truth value", type(None): "null"}.get(type(value), "number")
