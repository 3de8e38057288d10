"""Keeps every answer the moment it arrives, so that nothing is ever paid for twice."""

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
"""The number is the schema's: files of another one are left alone."""
_WAIT_FOR_OTHERS_S = 60.0
_SCHEMA = "CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, identity TEXT, made_s REAL, answer BLOB)"

Result = TypeVar("Result")


class AnswerStore:
    """A SQLite file that several processes may use at once. One call is one transaction."""

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
            message = f"cannot keep answers in {self._file}: {error}"
            raise UsageError(message, "name a folder in BENCHWRIGHT_CACHE, or use --no-cache") from None

    def get(self, identity: str, request: Request) -> Answer | None:
        """What was kept."""
        found = self._connection.execute("SELECT answer FROM answers WHERE key = ?", (_key(identity, request),))
        row = found.fetchone()
        return None if row is None else msgspec.json.decode(row[0], type=Answer)

    def put(self, identity: str, request: Request, answer: Answer) -> None:
        """Kept for good when this returns; the first answer stays."""
        row = (_key(identity, request), identity, time.time(), msgspec.json.encode(answer))
        self._connection.execute("INSERT OR IGNORE INTO answers VALUES (?, ?, ?, ?)", row)

    def close(self) -> None:
        """Nothing may be asked afterwards."""
        self._connection.close()


class Memory:
    """A store in a thread of its own, with what one model has in it."""

    def __init__(self, store: AnswerStore, identity: str) -> None:
        self._store = store
        self._identity = identity
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="benchwright-answers")

    async def get(self, request: Request) -> Answer | None:
        """What was kept."""
        return await self._in_thread(lambda: self._store.get(self._identity, request))

    async def put(self, request: Request, answer: Answer) -> None:
        """Kept for good, also if nobody waits for it any more."""
        await self._in_thread(lambda: self._store.put(self._identity, request, answer))

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        future = asyncio.get_running_loop().run_in_executor(self._thread, work)
        try:
            return await asyncio.shield(future)
        except sqlite3.Error as error:
            # Going on would be paying for answers that get lost.
            raise UsageError(f"cannot keep answers: {error}", "is the disk full?") from None

    async def aclose(self) -> None:
        """When all that has come is kept."""
        await asyncio.to_thread(self._thread.shutdown)
        self._store.close()


class Kept(Layer):
    """Keeps every answer. Inside the limit of requests at once: nothing new is asked before what came is safe."""

    def __init__(self, inner: Model, memory: Memory) -> None:
        super().__init__(inner)
        self._memory = memory

    async def answer(self, request: Request) -> Answer:
        """As the inner model."""
        answer = await self.inner.answer(request)
        await self._memory.put(request, answer)
        return answer


class Remembered(Layer):
    """Answers what was kept. Outside of all limits. Equal requests at the same time are asked once."""

    def __init__(self, inner: Model, memory: Memory) -> None:
        super().__init__(inner)
        self._memory = memory
        self._turns: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()

    async def answer(self, request: Request) -> Answer:
        """The kept answer, or the inner model's."""
        async with self._turns.setdefault(request.key, asyncio.Lock()):
            kept = await self._memory.get(request)
            if kept is not None:
                return msgspec.structs.replace(kept, cached=True)
            return await self.inner.answer(request)

    async def aclose(self) -> None:
        """When all that has come is kept."""
        await self._memory.aclose()
        await self.inner.aclose()


def _key(identity: str, request: Request) -> bytes:
    return hashlib.sha256(f"{identity}\0{request.key}".encode(errors="surrogatepass")).digest()
