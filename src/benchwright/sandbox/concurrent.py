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
    """(index, result) in order of completion. The first failure ends all."""

    async def numbered(index: int, item: Item) -> tuple[int, Result]:
        return index, await work(item)

    source = enumerate(items)
    pending: set[asyncio.Task[tuple[int, Result]]] = set()
    try:
        while True:
            while len(pending) < window and (item := next(source, None)) is not None:
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
