"""The problems of all jobs, each held once however many jobs have it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from benchwright.evaluate.traits import Traits, traits_of
from benchwright.problems import Problem


class Pool:
    """Problems by id, in the order in which benchmarks were added; the first with an id stands for all."""

    def __init__(self) -> None:
        self.problems: dict[str, Problem] = {}
        self._benchmarks: dict[str, tuple[str, ...]] = {}
        self._traits: dict[str, Traits] = {}
        self.changed: set[str] = set()
        """Ids that stand for different problems in different benchmarks."""

    def knows(self, fingerprint: str) -> bool:
        """Whether this benchmark was added."""
        return fingerprint in self._benchmarks

    def add(self, fingerprint: str, problems: Iterable[Problem]) -> None:
        """Add a benchmark."""
        ids: list[str] = []
        for problem in problems:
            ids.append(problem.id)
            before = self.problems.setdefault(problem.id, problem)
            if before is not problem and before.digest != problem.digest:
                self.changed.add(problem.id)
        self._benchmarks[fingerprint] = tuple(ids)

    def ids(self, fingerprint: str) -> tuple[str, ...]:
        """The problems of a benchmark, in its order."""
        return self._benchmarks[fingerprint]

    def of(self, fingerprint: str) -> Mapping[str, Problem]:
        """The same, with the problems."""
        return {name: self.problems[name] for name in self._benchmarks[fingerprint]}

    def traits(self, name: str) -> Traits:
        """Sizes of a problem."""
        if name not in self._traits:
            self._traits[name] = traits_of(self.problems[name])
        return self._traits[name]
