"""Write problems as rows of a format, and find what the format cannot represent by reading them back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.problems.formats import FORMATS, format_module
from benchwright.problems.problem import Problem
from benchwright.problems.read import decode_row


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """Problems as rows of a format."""

    lines: tuple[str, ...]
    """One row each, as JSON with a line end."""
    lost: dict[str, int]
    """Field that is missing from the rows → number of problems affected."""
    changed: dict[str, int]
    """Field that the rows have in a different form → number of problems affected."""
    skipped: tuple[str, ...]
    """Problems that were skipped, each with the reason."""


def write_problems(problems: Iterable[Problem], format_name: str, *, lenient: bool = False) -> Written:
    """Return the problems as rows. A problem that the format cannot represent is rejected, or skipped with
    `lenient`."""
    module = format_module(format_name)
    if not hasattr(module, "write"):
        known = ", ".join(name for name in FORMATS if hasattr(format_module(name), "write"))
        raise UsageError(f"{format_name} can be read but not written", f"choose from {known}")
    lines: list[str] = []
    lost: dict[str, int] = {}
    changed: dict[str, int] = {}
    skipped: list[str] = []
    ids: set[str] = set()
    for problem in problems:
        try:
            row, again = _row(module, problem)
            if again.id in ids:
                raise UsageError(
                    f"another problem would also have the id {again.id!r}", "give each problem a unique id"
                )
        except UsageError as error:
            message = f"problem {problem.id!r} cannot be written as {format_name}: {error}"
            if not lenient:
                raise UsageError(message, error.hint) from None
            skipped.append(message)
            continue
        lines.append(json_line(row))
        ids.add(again.id)
        for field, gone in _differences(problem, again):
            counts = lost if gone else changed
            counts[field] = counts.get(field, 0) + 1
    return Written(lines=tuple(lines), lost=lost, changed=changed, skipped=tuple(skipped))


def _row(module: ModuleType, problem: Problem) -> tuple[dict[str, Any], Problem]:
    """Return the row, and the problem that readers get from it."""
    row: dict[str, Any] = module.write(problem)
    again = decode_row(module, row, 1)
    if again.language != problem.language:
        raise UsageError(f"language {problem.language!r} would become {again.language!r}", "use another format")
    return row, again


def _differences(problem: Problem, again: Problem) -> Iterator[tuple[str, bool]]:
    """Yield fields of the problem that changed, and whether they are lost completely. Additional values in the row do
    not count."""
    for field in msgspec.structs.fields(Problem):
        before, after = getattr(problem, field.name), getattr(again, field.name)
        if before == after or not before:
            continue
        if field.name in ("tests", "cases"):
            for name in before:
                if before[name] != after.get(name):
                    yield f"{name} {field.name}", name not in after
        elif field.name == "checker":
            if problem.cases:
                yield "checker", False
        else:
            yield field.name, not after


def json_line(row: Mapping[str, Any]) -> str:
    """Encode a row as JSON with a line end; lone surrogates are escaped."""
    text = json.dumps(row, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        text = json.dumps(row)
    return text + "\n"
