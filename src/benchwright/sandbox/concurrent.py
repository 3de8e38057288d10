"""Concurrency helpers: tasks as they complete, deduplicated work, retries, and an event loop in a thread."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Iterator
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from benchwright.errors import SandboxError
from benchwright.sandbox.protocol import Execution, Program, Sandbox

Item = TypeVar("Item")
Result = TypeVar("Result")

_ATTEMPTS = 3

WINDOW = 256
"""Maximum number of concurrent tasks. Backends have lower limits; this one keeps an endless iterable from being read
to its end."""


async def run_with_retries(sandbox: Sandbox, program: Program) -> Execution:
    """Run a program, retrying when the sandbox itself fails. Raises the last failure."""
    for _ in range(_ATTEMPTS - 1):
        try:
            return await sandbox.run(program)
        except SandboxError:
            continue
    return await sandbox.run(program)


async def as_completed(
    work: Callable[[Item], Awaitable[Result]], items: Iterable[Item], window: int = WINDOW
) -> AsyncIterator[tuple[int, Result]]:
    """Yield (index, result) in order of completion; results that complete together come in item order. The first
    failure cancels everything, and later failures are discarded."""

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
        # Includes finished tasks: asyncio prints an exception that is never retrieved.
        await asyncio.gather(*tasks, return_exceptions=True)


Made = TypeVar("Made")


class SingleFlight(Generic[Made]):
    """Deduplicates work in progress by key. Finished work is forgotten; the caller keeps the result."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[Made]] = {}

    async def do(self, key: str, make: Callable[[], Coroutine[Any, Any, Made]]) -> Made:
        """Wait for the work with this key, starting it if it is not running. Cancelling one waiter does not cancel the
        work for the others."""
        if key not in self._tasks:
            task = self._tasks[key] = asyncio.create_task(make())
            task.add_done_callback(lambda _: self._tasks.pop(key, None))
        return await asyncio.shield(self._tasks[key])

    def cancel(self) -> None:
        """Cancel all work in progress."""
        for task in list(self._tasks.values()):
            task.cancel()


T = TypeVar("T")


class LoopThread:
    """Runs coroutines for any thread. Starts with the first coroutine and ends with `close` or with the process."""

    NAME = "benchwright"
    """Name of the thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine and return its result. Interrupting the wait cancels it."""
        future = self.submit(work)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Start a coroutine without waiting for it."""
        return asyncio.run_coroutine_threadsafe(work, self._started())

    def iterate(self, items: AsyncIterator[T]) -> Iterator[T]:
        """Yield the items of an asynchronous iterator, and close it when the caller stops iterating."""
        try:
            with contextlib.suppress(StopAsyncIteration):
                while True:
                    yield self.run(_next(items))
        finally:
            close = getattr(items, "aclose", None)
            if close is not None:
                self.run(close())

    def close(self) -> None:
        """Stop the loop and wait for its thread."""
        with self._lock:
            loop, thread, self._loop, self._thread = self._loop, self._thread, None, None
        if loop is not None and thread is not None:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=self._loop.run_forever, name=self.NAME, daemon=True)
                self._thread.start()
            return self._loop


async def _next(items: AsyncIterator[T]) -> T:
    return await anext(items)
