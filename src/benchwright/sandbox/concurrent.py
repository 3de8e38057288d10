"""Runs many pieces of work at once, work that several callers ask for only once, and programs again that the sandbox
itself failed on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from typing import Any, Generic, TypeVar

from benchwright.errors import SandboxError
from benchwright.sandbox.protocol import Execution, Program, Sandbox

Item = TypeVar("Item")
Result = TypeVar("Result")

_ATTEMPTS = 3

WINDOW = 256
"""Pieces handed out at once. The backend's own limit is lower; an endless iterable must not be read to its end."""


async def run_with_retries(sandbox: Sandbox, program: Program) -> Execution:
    """Run a program, and again if the sandbox itself failed; the last failure is raised."""
    for _ in range(_ATTEMPTS - 1):
        try:
            return await sandbox.run(program)
        except SandboxError:
            continue
    return await sandbox.run(program)


async def as_completed(
    work: Callable[[Item], Awaitable[Result]], items: Iterable[Item], window: int = WINDOW
) -> AsyncIterator[tuple[int, Result]]:
    """(index, result) in order of completion; of those that end together, in order of the items. The first failure ends
    all, and later ones are not heard of."""

    async def numbered(index: int, item: Item) -> tuple[int, Result]:
        return index, await work(item)

    source = enumerate(items)
    tasks: dict[asyncio.Task[tuple[int, Result]], None] = {}
    try:
        while True:
            while len(tasks) < window and (item := next(source, None)) is not None:
                tasks[asyncio.create_task(numbered(*item))] = None
            if not tasks:
                return
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in [task for task in tasks if task in done]:
                result = task.result()
                del tasks[task]
                yield result
    finally:
        for task in tasks:
            task.cancel()
        # Also of those that are done: a failure that nobody looks at is printed when it is thrown away.
        await asyncio.gather(*tasks, return_exceptions=True)


Made = TypeVar("Made")


class Once(Generic[Made]):
    """Work under way, by key. What is finished is forgotten: whoever does it keeps the result."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[Made]] = {}

    async def do(self, key: str, make: Callable[[], Coroutine[Any, Any, Made]]) -> Made:
        """Wait for the work of this key, which begins now if nobody has begun it. Who stops waiting does not stop it
        for the others."""
        if key not in self._tasks:
            task = self._tasks[key] = asyncio.create_task(make())
            task.add_done_callback(lambda _: self._tasks.pop(key, None))
        return await asyncio.shield(self._tasks[key])

    def cancel(self) -> None:
        """End all that is under way."""
        for task in list(self._tasks.values()):
            task.cancel()
