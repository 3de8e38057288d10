"""Finds the format of a file of problems, and reads it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from benchwright.errors import UsageError
from benchwright.problems.formats import FORMATS, format_module, format_with
from benchwright.problems.problem import Problem
from benchwright.problems.rows import numbered_lines


def read_problems(path: Path, format_name: str = "") -> list[Problem]:
    """The problems of a file, or of all files of a folder, in order; the format is found by the fields if not told."""
    problems: list[Problem] = []
    seen: set[str] = set()
    for file in _files(path):
        for problem in _module(file, format_name).read(file):
            if problem.id in seen:
                raise UsageError(f"{file}: a second problem has the id {problem.id!r}", "ids must differ")
            seen.add(problem.id)
            problems.append(problem)
    if not problems:
        raise UsageError(f"{path} holds no problems", f"known formats are {', '.join(FORMATS)}")
    return problems


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    yield from sorted(file for pattern in ("*.jsonl", "*.jsonl.gz") for file in path.glob(pattern))


def _module(file: Path, name: str) -> ModuleType:
    return format_module(name) if name else _detect(file)


def _detect(file: Path) -> ModuleType:
    """By the fields of the first row."""
    first = next(numbered_lines(file), None)
    if first is None:
        return format_module(FORMATS[0])
    try:
        fields = set(json.loads(first[1]))
    except ValueError as error:
        raise UsageError(f"{file}:1: not JSON: {error}", "a file of problems has one JSON object per line") from None
    if module := format_with(fields):
        return module
    given = ", ".join(sorted(map(str, fields)))
    raise UsageError(f"{file}: no known format has the fields {given}", f"known formats are {', '.join(FORMATS)}")
