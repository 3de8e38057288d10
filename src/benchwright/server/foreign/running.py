"""Running for clients that know only one word for failure: what is ours is tried again before it is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable

from benchwright.errors import SandboxError
from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.protocol import Execution, Program, Sandbox
from benchwright.server.failures import Overloaded
from benchwright.server.queue import QueuedSandbox

_ATTEMPTS = 3
_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 1.0


async def run_again(sandbox: Sandbox, program: Program) -> Execution:
    """Run a program; a failure of the sandbox is raised only when it comes again and again."""
    for _ in range(_ATTEMPTS - 1):
        try:
            return await sandbox.run(program)
        except SandboxError:
            continue
    return await sandbox.run(program)


def patient(sandbox: Sandbox, patience_s: float) -> Sandbox:
    """The sandbox of a request, whose programs wait so long for their turn and then are `Overloaded`: a client that has
    given up by itself would count a failure of the program."""
    if isinstance(sandbox, QueuedSandbox):
        sandbox.deadline = asyncio.get_running_loop().time() + patience_s
    return sandbox


class PatientSandbox:
    """Waits even where there is no room to wait, for clients that take every refusal for a verdict."""

    def __init__(self, sandbox: Sandbox, patience_s: float) -> None:
        self._sandbox = patient(sandbox, patience_s)
        self._until = asyncio.get_running_loop().time() + patience_s

    async def run(self, program: Program) -> Execution:
        """Run it when there is room; `Overloaded` when patience is at its end."""
        pause_s = _FIRST_PAUSE_S
        while True:
            try:
                return await self._sandbox.run(program)
            except Overloaded:
                if asyncio.get_running_loop().time() + pause_s > self._until:
                    raise
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    def run_many(self, programs: Iterable[Program]) -> AsyncIterator[tuple[int, Execution]]:
        """Run several at once and give (index, Execution) in order of completion."""
        return as_completed(self.run, programs)

    async def aclose(self) -> None:
        """Nothing of its own to end."""
