"""Many pieces of work at once, such as programs over a backend's `run`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

WINDOW = 256
"""Pieces handed out at once. The backend's own limit is lower; an endless iterable must not be read to its end."""


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
