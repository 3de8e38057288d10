"""Many programs at once over a backend's `run`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable

from benchwright.sandbox.protocol import Execution, Program

WINDOW = 256
"""Programs handed out at once. The backend's own limit is lower; an endless iterable must not be read to its end."""


async def as_completed(
    run: Callable[[Program], Awaitable[Execution]], programs: Iterable[Program]
) -> AsyncIterator[tuple[int, Execution]]:
    """(index, Execution) in order of completion. The first failure ends all."""

    async def numbered(index: int, program: Program) -> tuple[int, Execution]:
        return index, await run(program)

    source = enumerate(programs)
    pending: set[asyncio.Task[tuple[int, Execution]]] = set()
    try:
        while True:
            while len(pending) < WINDOW and (item := next(source, None)) is not None:
                pending.add(asyncio.create_task(numbered(*item)))
            if not pending:
                return
            done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                yield task.result()
    finally:
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
