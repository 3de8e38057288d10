"""Reads AutoCodeBench rows: one JSON object per line."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import msgspec

from benchwright.errors import UnknownLanguage, UsageError
from benchwright.languages import find_language
from benchwright.problems.problem import Problem

_HINT = "a row has question, canonical_solution, demo_test_func, full_test_func, language and difficulty"


class _Row(msgspec.Struct, frozen=True, kw_only=True):
    language: str
    canonical_solution: str
    demo_test_func: str
    full_test_func: str
    question: str = ""
    difficulty: str = ""
    id: str | int | None = None
    wrong_solutions: tuple[str, ...] = ()
    hack_solutions: tuple[str, ...] = ()


def read_rows(file: Path) -> list[Problem]:
    """The problems of a file (JSONL, also gzipped) in its order."""
    problems: list[Problem] = []
    seen: set[str] = set()
    for number, line in _lines(file):
        problem = _problem(file, number, line)
        if problem.id in seen:
            raise UsageError(f"{file}:{number}: a second problem has the id {problem.id!r}", "ids must differ")
        seen.add(problem.id)
        problems.append(problem)
    if not problems:
        raise UsageError(f"{file} holds no problems", _HINT)
    return problems


def _lines(file: Path) -> Iterator[tuple[int, bytes]]:
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as opened:
            for number, line in enumerate(opened, start=1):
                if line.strip():
                    yield number, line
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror or error}", "check the path") from None


def _problem(file: Path, number: int, line: bytes) -> Problem:
    try:
        row = msgspec.json.decode(line, type=_Row)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}:{number}: {error}", _HINT) from None
    try:
        language = find_language(row.language).id
    except UnknownLanguage:  # said when somebody wants to run it; the rest of the file is none the worse
        language = row.language
    return Problem(
        id=str(row.id) if row.id is not None else f"{language}/{number}",
        language=language,
        question=row.question,
        canonical_solution=row.canonical_solution,
        tests={"full": row.full_test_func, "demo": row.demo_test_func},
        difficulty=row.difficulty,
        wrong_solutions=row.wrong_solutions,
        hack_solutions=row.hack_solutions,
    )
