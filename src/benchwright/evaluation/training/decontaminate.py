"""Keep the contents of benchmarks out of training data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from benchwright.judging.similarity import KnownBenchmarks, Match
from benchwright.problems import Problem, read_problems

_REASONS = {
    "question run": "question shares words",
    "question": "nearly the same question",
    "same solution": "same code",
    "solution": "nearly the same code",
}


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """Something that also occurs in a benchmark."""

    benchmark: str
    """Name of the benchmark as the user gave it, without folders."""
    reason: str
    """What the two have in common."""


class Decontamination:
    """The benchmarks to keep out of training data; may be empty."""

    def __init__(self, benchmarks: Iterable[tuple[str, Sequence[Problem]]] = ()) -> None:
        self._known = KnownBenchmarks()
        for name, problems in benchmarks:
            self._known.add(problems, name)

    def of_problem(self, problem: Problem) -> Hit | None:
        """Check a problem by its question, with the code it shows, and by its reference."""
        return next(map(_hit, self._known.matches(problem)), None)

    def of_code(self, language: str, code: str) -> Hit | None:
        """Check the code of a solution."""
        match = self._known.match_solution(language, code)
        return _hit(match) if match else None


def read_decontamination(names: Iterable[str]) -> Decontamination:
    """Read these benchmarks: files, folders, built-in names or datasets."""
    return Decontamination((Path(name).name, read_problems(name)) for name in dict.fromkeys(names))


def _hit(match: Match) -> Hit:
    return Hit(benchmark=match.benchmark, reason=_REASONS[match.measure])
