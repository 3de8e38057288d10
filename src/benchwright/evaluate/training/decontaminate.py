"""Keeps what a benchmark asks out of training data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from benchwright.metrics.overlap import OverlapIndex
from benchwright.problems import Problem, read_problems

_CODE_REASONS = {"equal": "same code", "near": "nearly the same code"}


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a benchmark has too."""

    benchmark: str
    """As the user named it, without folders."""
    reason: str
    """What they have in common."""


class Decontamination:
    """The benchmarks that nothing may be trained on; there may be none."""

    def __init__(self, benchmarks: Iterable[tuple[str, Sequence[Problem]]] = ()) -> None:
        self._indexes = [(name, _index(problems)) for name, problems in benchmarks]

    def of_problem(self, problem: Problem) -> Hit | None:
        """By its question with the code that is given, and by its reference."""
        asked = _asked(problem)
        for name, index in self._indexes:
            if index.shares_words(asked):
                return Hit(benchmark=name, reason="question shares words")
        return self.of_code(problem.canonical_solution)

    def of_code(self, code: str) -> Hit | None:
        """By a solution."""
        for name, index in self._indexes:
            if likeness := index.likeness(code):
                return Hit(benchmark=name, reason=_CODE_REASONS[likeness])
        return None


def read_decontamination(names: Iterable[str]) -> Decontamination:
    """The benchmarks of these names: files, folders, built-in names or datasets."""
    return Decontamination((Path(name).name, read_problems(name)) for name in dict.fromkeys(names))


def _index(problems: Iterable[Problem]) -> OverlapIndex:
    index = OverlapIndex()
    for problem in problems:
        index.add_text(_asked(problem))
        index.add_code(problem.canonical_solution)
    return index


def _asked(problem: Problem) -> str:
    """What the solver reads; formats differ in where they put the code that is given."""
    parts = (problem.question, problem.prefix if problem.prefix.strip() not in problem.question else "")
    return "\n".join(part for part in parts if part.strip())
