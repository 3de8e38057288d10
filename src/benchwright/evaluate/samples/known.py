"""Finds the problem that a sample answers."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from benchwright.evaluate.samples.row import SampleRow, content_key_of
from benchwright.problems import Problem


class KnownProblems:
    """A benchmark's problems by id, by the last part of the id where that is unique, and by what they say."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self._by_id: dict[str, Problem] = {}
        short: dict[str, list[Problem]] = {}
        content: dict[str, list[Problem]] = {}
        for problem in problems:
            self._by_id[problem.id] = problem
            short.setdefault(problem.id.rpartition("/")[2], []).append(problem)
            content.setdefault(content_key_of(problem), []).append(problem)
        self._by_short_id = {name: group[0] for name, group in short.items() if len(group) == 1}
        # Problems that say the same take turns: their rows stand in the order of the benchmark.
        self._by_content: dict[str, Iterator[Problem]] = {key: itertools.cycle(group) for key, group in content.items()}

    def find(self, row: SampleRow) -> Problem | None:
        """The problem of a row; None if there is none."""
        if row.problem:
            return self._by_id.get(row.problem) or self._by_short_id.get(row.problem)
        found = self._by_content.get(row.content)
        return next(found) if found else None
