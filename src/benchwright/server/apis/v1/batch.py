"""/v1/batch: many programs and judgements, reported in order of completion, one line for each even if the service shuts
down."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import TypeVar

import msgspec

from benchwright.errors import BenchwrightError, UsageError
from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.protocol import Program
from benchwright.server.apis.v1.execute import execute, program_of
from benchwright.server.apis.v1.failure import failure_record
from benchwright.server.apis.v1.judge import judge
from benchwright.server.apis.v1.records import (
    BatchItem,
    BatchLine,
    BatchRequest,
    ExecuteAnswer,
    JudgeAnswer,
    ProblemAnswer,
)
from benchwright.server.call import Call, Overloaded
from benchwright.server.memory import check_answers
from benchwright.server.reply import FailedLine
from benchwright.server.service import Service, Settings

Item = TypeVar("Item")

_AHEAD = 4
"""Items in progress per program that can run at the same time: enough to keep the sandbox busy without filling the
queue."""
_RETRY_S = 1.0


def batch(call: Call, request: BatchRequest) -> AsyncIterator[bytes]:
    """Stream one line of JSON per item. Everything stops when the client stops reading."""
    check_items(request.items, call.service.settings)
    check_answers(_programs(request.items, call.service.settings), _AHEAD * call.service.queue.concurrency)
    return _lines(call, request.items)


def check_items(items: Sequence[BatchItem], settings: Settings) -> None:
    """Refuse an invalid batch as a whole, before anything runs."""
    if len(items) > settings.max_batch:
        raise UsageError(f"the batch has {len(items)} items", f"this server allows at most {settings.max_batch}")
    seen: set[str] = set()
    for number, item in enumerate(items):
        if item.id in seen:
            raise UsageError(f"items[{number}].id is a duplicate: {item.id!r}", "use unique ids")
        if (item.execute is None) == (item.judge is None):
            raise UsageError(f"items[{number}] needs either execute or judge", "send exactly one of the two")
        seen.add(item.id)


def _programs(items: Sequence[BatchItem], settings: Settings) -> Iterator[Program]:
    """Yield the valid programs; each invalid one is reported in its own line."""
    for item in items:
        if item.execute is not None:
            with contextlib.suppress(BenchwrightError):
                yield program_of(item.execute, settings)


def _lines(call: Call, items: Sequence[BatchItem]) -> AsyncIterator[bytes]:
    async def work(index: int, item: BatchItem) -> bytes:
        try:
            return line_of(BatchLine(id=item.id, ok=await _answer(call, item)))
        except BenchwrightError as error:
            return failed_line(failed(index, error))
        except Exception as error:  # one item's failure must not end the others
            logging.getLogger(__name__).exception("request %s: an item of a batch failed", call.id)
            return failed_line(failed(index, error))

    def failed(index: int, error: Exception) -> BatchLine:
        return BatchLine(id=items[index].id, error=failure_record(error))

    return batch_lines(call.service, work, items, failed, _AHEAD * call.service.queue.concurrency)


async def _answer(call: Call, item: BatchItem) -> ExecuteAnswer | JudgeAnswer | ProblemAnswer:
    if item.execute is not None:
        return await execute(call, item.execute)
    assert item.judge is not None
    return await judge(call, item.judge)


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
