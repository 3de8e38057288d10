"""What an evaluation has to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from benchwright.evaluate.engine import Task
from benchwright.evaluate.outcomes import stored_tasks
from benchwright.evaluate.settings import Settings
from benchwright.jobs import Job
from benchwright.problems import Problem


class Tasks:
    """What there is to do, in an order that is always the same."""

    def __init__(self, job: Job, problems: Mapping[str, Problem], settings: Settings) -> None:
        self._job = job
        self._problems = problems
        self._n = settings.sampling.n
        self._from_file = settings.from_file
        self.turns = settings.turns_to_ask
        """So often each is asked for as long as it fails."""

    def __iter__(self) -> Iterator[Task]:
        if not self._from_file:
            yield from ((problem, number) for problem in self._problems for number in range(self._n))
            return
        answered: set[str] = set()
        for task in stored_tasks(self._job.store):
            answered.add(task[0])
            yield task
        # A problem that the file leaves out has not been solved; it must not vanish from the numbers.
        yield from ((problem, 0) for problem in self._problems if problem not in answered)

    def count(self) -> int:
        """How much there is to do."""
        return sum(1 for _ in self)
