"""Waiting for room where a refusal of one program would cost a whole request."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable

from benchwright.errors import SandboxBusy
from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.protocol import Execution, Program, Sandbox
from benchwright.server.failures import Overloaded

_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 1.0


class WaitingSandbox:
    """Programs for which there is no room ask again; after `patience_s` each, this is a failure of the sandbox."""

    def __init__(self, sandbox: Sandbox, patience_s: float) -> None:
        self._sandbox = sandbox
        self._patience_s = patience_s

    async def run(self, program: Program) -> Execution:
        """Run it when there is room; SandboxBusy when patience is at its end."""
        clock = asyncio.get_running_loop().time
        until = clock() + self._patience_s
        pause_s = _FIRST_PAUSE_S
        while True:
            try:
                return await self._sandbox.run(program)
            except Overloaded as error:
                if clock() + pause_s > until:
                    raise SandboxBusy(str(error), error.hint, wait_s=error.retry_after_s) from error
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    def run_many(self, programs: Iterable[Program]) -> AsyncIterator[tuple[int, Execution]]:
        """Run several and give (index, Execution) in order of completion."""
        return as_completed(self.run, programs)

    async def aclose(self) -> None:
        """Nothing of its own to end."""
