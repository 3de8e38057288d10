"""Cache every answer as soon as it arrives, so that nothing is paid for twice."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
import time
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import msgspec

from benchwright.errors import UsageError
from benchwright.languages.prepare import cache_folder
from benchwright.models.layers import Layer
from benchwright.models.protocol import Answer, Model, Request

_FILE = "answers-1.sqlite"
"""The number is the schema version; files with another version are not touched."""
_WAIT_FOR_OTHERS_S = 60.0
_SCHEMA = "CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, identity TEXT, made_s REAL, answer BLOB)"

Result = TypeVar("Result")


class AnswerStore:
    """A SQLite file that several processes can use concurrently. Each call is one transaction."""

    def __init__(self, folder: Path | None) -> None:
        self._file = (folder or cache_folder() / "answers") / _FILE
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                self._file, timeout=_WAIT_FOR_OTHERS_S, isolation_level=None, check_same_thread=False
            )
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.execute(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            message = f"cannot cache answers in {self._file}: {error}"
            raise UsageError(message, "set BENCHWRIGHT_CACHE to a writable folder, or use --no-cache") from None

    def get(self, identity: str, request: Request) -> Answer | None:
        """Return the cached answer, or None."""
        found = self._connection.execute("SELECT answer FROM answers WHERE key = ?", (_key(identity, request),))
        row = found.fetchone()
        return None if row is None else msgspec.json.decode(row[0], type=Answer)

    def put(self, identity: str, request: Request, answer: Answer) -> None:
        """Store an answer durably. If there is one already, it stays."""
        row = (_key(identity, request), identity, time.time(), msgspec.json.encode(answer))
        self._connection.execute("INSERT OR IGNORE INTO answers VALUES (?, ?, ?, ?)", row)

    def close(self) -> None:
        """Close the database. The store cannot be used afterwards."""
        self._connection.close()


class Memory:
    """The answers of one model in a store, accessed from a dedicated thread."""

    def __init__(self, store: AnswerStore, identity: str) -> None:
        self._store = store
        self._identity = identity
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="benchwright-answers")

    async def get(self, request: Request) -> Answer | None:
        """Return the cached answer, or None."""
        return await self._in_thread(lambda: self._store.get(self._identity, request))

    async def put(self, request: Request, answer: Answer) -> None:
        """Store an answer durably, even if the caller is cancelled."""
        await self._in_thread(lambda: self._store.put(self._identity, request, answer))

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        future = asyncio.get_running_loop().run_in_executor(self._thread, work)
        try:
            return await asyncio.shield(future)
        except sqlite3.Error as error:
            # Continuing would mean paying for answers that are then lost.
            raise UsageError(f"cannot cache answers: {error}", "check whether the disk is full") from None

    async def aclose(self) -> None:
        """Wait until all answers are stored, then close the store."""
        await asyncio.to_thread(self._thread.shutdown)
        self._store.close()


class CachedModel(Layer):
    """Stores every answer. It is inside the concurrency limit, so that an answer is stored before the next request is
    sent in its place."""

    def __init__(self, inner: Model, memory: Memory) -> None:
        super().__init__(inner)
        self._memory = memory

    async def answer(self, request: Request) -> Answer:
        """Answer with the inner model and store the answer."""
        answer = await self.inner.answer(request)
        await self._memory.put(request, answer)
        return answer


class Remembered(Layer):
    """Answers from the cache, outside of all limits. Concurrent equal requests are sent only once."""

    def __init__(self, inner: Model, memory: Memory) -> None:
        super().__init__(inner)
        self._memory = memory
        self._turns: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()

    async def answer(self, request: Request) -> Answer:
        """Return the cached answer, or ask the inner model."""
        async with self._turns.setdefault(request.key, asyncio.Lock()):
            kept = await self._memory.get(request)
            if kept is not None:
                return msgspec.structs.replace(kept, cached=True)
            return await self.inner.answer(request)

    async def aclose(self) -> None:
        """Wait until all answers are stored, then close the inner model."""
        await self._memory.aclose()
        await self.inner.aclose()


def _key(identity: str, request: Request) -> bytes:
    return hashlib.sha256(f"{identity}\0{request.key}".encode(errors="surrogatepass")).digest()
