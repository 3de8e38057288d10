"""A backend that runs nothing: tests of the layers above say themselves what happened."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable

from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.protocol import Execution, Program


class FakeSandbox:
    """Answers each program by a function; what the function raises is the backend's failure."""

    def __init__(self, answer: Callable[[Program], Execution]) -> None:
        self._answer = answer
        self.programs: list[Program] = []
        """What it was asked to run."""

    async def run(self, program: Program) -> Execution:
        """The function's answer."""
        self.programs.append(program)
        return self._answer(program)

    def run_many(self, programs: Iterable[Program]) -> AsyncIterator[tuple[int, Execution]]:
        """The answers, with their indices."""
        return as_completed(self.run, programs)

    async def aclose(self) -> None:
        """Nothing to end."""
