"""Corrections published next to a benchmark: problems keep their ids, and the original files stay unchanged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.problems.problem import Problem
from benchwright.problems.rows import SUFFIXES, NumberedRow, rows_of

FILE_NAME = "errata.jsonl"
"""Name of the errata file of a folder; those of a single file X.jsonl are in X.errata.jsonl."""

_FIELDS = tuple(field.name for field in msgspec.structs.fields(Problem) if field.name not in ("id", "language"))
_BY_SET = ("tests", "cases")


class Erratum(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of an errata file: what is wrong with one problem, and its correction."""

    id: str
    """Id of the problem, which never changes."""
    reason: str
    """Why the correction is needed, for people."""
    date: str = ""
    """When the error was found, in any date format."""
    replace: Mapping[str, Any] = {}
    """Field of the problem → its new value. For `tests` and `cases`, only the sets named here are replaced; a set with
    the value null is removed."""
    drop: bool = False
    """Whether the problem is removed from the benchmark."""
    place: str = ""
    """File and line of the row; not part of the row itself."""


def is_errata(file: Path) -> bool:
    """Whether a file contains errata, judging by its name."""
    return file.name == FILE_NAME or file.name.endswith(f".{FILE_NAME}")


def errata_beside(file: Path) -> list[Path]:
    """Return the errata file next to a file of problems, if there is one."""
    suffix = next((suffix for suffix in SUFFIXES if file.name.endswith(suffix)), file.suffix)
    beside = file.with_name(f"{file.name.removesuffix(suffix)}.{FILE_NAME}")
    return [beside] if beside.is_file() else []


def read_errata(path: Path) -> list[Erratum]:
    """Read the rows of an errata file. Rows that correct nothing, or name an unknown field, are rejected."""
    return [_erratum(row) for row in rows_of(path)]


def apply_errata(problems: Iterable[Problem], errata: Iterable[Erratum]) -> list[Problem]:
    """Return the corrected problems in order, without the dropped ones."""
    by_id: dict[str, list[Erratum]] = {}
    for erratum in errata:
        by_id.setdefault(erratum.id, []).append(erratum)
    corrected: list[Problem] = []
    for problem in problems:
        rows = by_id.pop(problem.id, [])
        _refuse_repeats(rows)
        if not any(row.drop for row in rows):
            corrected.append(_corrected(problem, rows))
    for erratum in (rows[0] for rows in by_id.values()):
        raise UsageError(
            f"{erratum.place}: no problem has the id {erratum.id!r}", "use the id from the file of problems"
        )
    return corrected


def _erratum(row: NumberedRow) -> Erratum:
    hint = "each row needs id, reason, [date], and replace or drop"
    if row.fault:
        raise UsageError(f"{row.place}: {row.fault}", hint)
    try:
        erratum = msgspec.convert(row.value, Erratum)
    except msgspec.ValidationError as error:
        raise UsageError(f"{row.place}: {error}", hint) from None
    if erratum.place:
        raise UsageError(f"{row.place}: Object contains unknown field `place`", hint)
    if not erratum.reason.strip():
        raise UsageError(f"{row.place}: the reason is empty", "explain the correction, for people who compare results")
    if bool(erratum.replace) == erratum.drop:
        fault = "both replaces and drops" if erratum.drop else "neither replaces nor drops anything"
        raise UsageError(f"{row.place}: the row {fault}", hint)
    for field in erratum.replace:
        if field not in _FIELDS:
            raise UsageError(f"{row.place}: replace: {field!r} cannot be replaced", f"choose from {', '.join(_FIELDS)}")
    return msgspec.structs.replace(erratum, place=row.place)


def _refuse_repeats(rows: list[Erratum]) -> None:
    """Reject two rows that correct the same field: it would be unclear which one applies."""
    places: dict[str, str] = {}
    for row in rows:
        for part in _parts(row):
            before = places.get(part) or places.get("drop") or (next(iter(places.values()), "") if row.drop else "")
            if before:
                what = "row" if row.drop or "drop" in places else f"row for {part}"
                raise UsageError(
                    f"{row.place}: duplicate {what} of {row.id!r}; the first one is at {before}", "keep one"
                )
            places[part] = row.place


def _parts(row: Erratum) -> Iterator[str]:
    if row.drop:
        yield "drop"
    for field, value in row.replace.items():
        if field in _BY_SET and isinstance(value, dict):
            yield from (f"{field}.{name}" for name in value)
        else:
            yield field


def _corrected(problem: Problem, rows: list[Erratum]) -> Problem:
    for row in rows:
        fields = msgspec.to_builtins(problem)
        for field, value in row.replace.items():
            if field in _BY_SET and isinstance(value, dict):
                merged = fields[field] | value
                fields[field] = {name: tests for name, tests in merged.items() if tests is not None}
            else:
                fields[field] = value
        try:
            problem = msgspec.convert(fields, Problem)
        except msgspec.ValidationError as error:
            raise UsageError(f"{row.place}: replace: {error}", "use values as in the benchwright format") from None
    return problem
