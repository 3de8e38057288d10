"""An event loop in a thread of its own, so that code without one can use what needs one."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class LoopThread:
    """Runs coroutines for any thread. It starts with the first one and ends with `close`, or with the process."""

    NAME = "benchwright"
    """Of its thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of a coroutine, which is cancelled if the wait for it is interrupted."""
        future = self.submit(work)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Begin a coroutine."""
        return asyncio.run_coroutine_threadsafe(work, self._started())

    def iterate(self, items: AsyncIterator[T]) -> Iterator[T]:
        """The items of an asynchronous iterator, which is closed when nobody wants more."""
        try:
            with contextlib.suppress(StopAsyncIteration):
                while True:
                    yield self.run(_next(items))
        finally:
            close = getattr(items, "aclose", None)
            if close is not None:
                self.run(close())

    def close(self) -> None:
        """End the thread."""
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
