"""Streams a batch: one line per item, whatever happens to the service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TypeVar

import msgspec

from benchwright.sandbox.concurrent import as_completed
from benchwright.server.failures import Overloaded
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
    """The line of each item, in order of completion; `ahead` are under way at once. `failed` gives the record that
    tells of an item's failure: when the service ends, each item that is left gets such a line."""

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
        ending = Overloaded("the service is ending", _RETRY_S)
        for index in left:
            yield failed_line(failed(index, ending))


def line_of(record: object) -> bytes:
    """The record as a line of JSON."""
    return msgspec.json.encode(record) + b"\n"


def failed_line(record: object) -> FailedLine:
    """One that tells of a failure."""
    return FailedLine(line_of(record))
