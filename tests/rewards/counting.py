"""A sandbox that counts runs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable

from benchwright.sandbox import Execution, Program, Sandbox
from benchwright.sandbox.concurrent import as_completed


class Counting:
    """A sandbox that counts its runs."""

    def __init__(self, inner: Sandbox) -> None:
        self._inner = inner
        self.count = 0
        self.running = 0
        self.most = 0
        """Highest number of concurrent runs."""

    async def run(self, program: Program) -> Execution:
        self.count += 1
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            return await self._inner.run(program)
        finally:
            self.running -= 1

    def run_many(self, programs: Iterable[Program]) -> AsyncIterator[tuple[int, Execution]]:
        return as_completed(self.run, programs)

    async def aclose(self) -> None:
        await self._inner.aclose()
