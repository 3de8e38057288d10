"""Reads what a model solved from a job or from a file of results."""

from __future__ import annotations

from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluate.export import SAMPLES_FILE
from benchwright.metrics.outcome import Outcome
from benchwright.problems.rows import numbered_lines


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
    for number, line in numbered_lines(file):
        try:
            row = msgspec.json.decode(line, type=_Row)
        except msgspec.DecodeError as error:
            raise UsageError(f"{file}:{number}: {error}", "a row of results has problem and passed") from None
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
    outcomes: list[Outcome] = []
    for number, line in numbered_lines(file):
        try:
            outcomes.append(msgspec.json.decode(line, type=Outcome))
        except msgspec.DecodeError as error:
            raise UsageError(f"{file}:{number}: {error}", "name a job, or its samples.jsonl") from None
    return outcomes
