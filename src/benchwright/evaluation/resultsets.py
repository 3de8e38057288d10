"""Reads what a model solved from a job or from a file of results."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluation.finish import SAMPLES_FILE
from benchwright.metrics.outcome import Outcome
from benchwright.problems.rows import rows_of

Row = TypeVar("Row")


class _Row(msgspec.Struct, frozen=True, kw_only=True):
    problem: str
    passed: bool | None
    turn: int = 1


def read_results(path: Path) -> dict[str, float]:
    """Problem → share of its scored first answers that passed; a job, its samples.jsonl, or any JSONL file with
    `problem` and `passed`."""
    file = path / SAMPLES_FILE if path.is_dir() else path
    if path.is_dir() and not file.exists():
        raise UsageError(f"{path} has no {SAMPLES_FILE}", "is it a job that has been evaluated to its end?")
    counts: dict[str, list[int]] = {}
    for row in _rows(file, _Row, "a row of results has problem and passed"):
        if row.passed is not None and row.turn == 1:
            tally = counts.setdefault(row.problem, [0, 0])
            tally[0] += row.passed
            tally[1] += 1
    if not counts:
        raise UsageError(f"{path} holds no scored samples", "evaluate it to its end first")
    return {problem: passed / scored for problem, (passed, scored) in counts.items()}


def read_outcomes(path: Path) -> list[Outcome]:
    """What became of each sample of a job, from its export."""
    file = path / SAMPLES_FILE if path.is_dir() else path
    return list(_rows(file, Outcome, "name a job, or its samples.jsonl"))


def _rows(file: Path, kind: type[Row], hint: str) -> Iterator[Row]:
    for row in rows_of(file):
        if row.fault:
            raise UsageError(f"{row.place}: {row.fault}", hint)
        try:
            yield msgspec.convert(row.value, kind)
        except msgspec.ValidationError as error:
            raise UsageError(f"{row.place}: {error}", hint) from None
