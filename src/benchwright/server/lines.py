"""Stream a batch: one line per item, even if the service shuts down."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TypeVar

import msgspec

from benchwright.sandbox.concurrent import as_completed
from benchwright.server.call import Overloaded
from benchwright.server.reply import FailedLine
from benchwright.server.service import Service

Item = TypeVar("Item")


_RETRY_S = 1.0


async def batch_lines(
    service: Service,
    work: Callable[[int, Item], Awaitable[bytes]],
    items: Sequence[Item],
    failed: Callable[[int, Exception], object],
    ahead: int,
) -> AsyncIterator[bytes]:
    """Yield the line of each item in order of completion, with at most `ahead` in progress. `failed` builds the record
    that reports an item's failure; on shutdown every unfinished item gets one."""

    async def numbered(item: tuple[int, Item]) -> bytes:
        return await work(*item)

    left = dict.fromkeys(range(len(items)))
    try:
        async for index, line in as_completed(numbered, enumerate(items), ahead):
            del left[index]
            yield line
    except asyncio.CancelledError:
        if not service.ended:
            raise
        ending = Overloaded("the service is shutting down", _RETRY_S)
        for index in left:
            yield failed_line(failed(index, ending))


def line_of(record: object) -> bytes:
    """Encode the record as a line of JSON."""
    return msgspec.json.encode(record) + b"\n"


def failed_line(record: object) -> FailedLine:
    """Encode a record that reports a failure."""
    return FailedLine(line_of(record))
