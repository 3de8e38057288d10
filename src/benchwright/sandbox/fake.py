"""A backend that returns canned results, for tests of the layers above."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable

from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.protocol import Execution, Program


class FakeSandbox:
    """Calls a function instead of running the program. Whatever the function raises is the backend's failure."""

    def __init__(self, answer: Callable[[Program], Execution]) -> None:
        self._answer = answer
        self.programs: list[Program] = []
        """Every program received, in order."""

    async def run(self, program: Program) -> Execution:
        """Return the function's result for this program."""
        self.programs.append(program)
        return self._answer(program)

    def run_many(self, programs: Iterable[Program]) -> AsyncIterator[tuple[int, Execution]]:
        """Yield (index, Execution) in order of completion."""
        return as_completed(self.run, programs)

    async def aclose(self) -> None:
        """Do nothing: there is nothing to close."""
