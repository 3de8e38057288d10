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
from benchwright.models.layer import Layer
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


class Cached(Layer):
    """Answers from the store, or asks and keeps the answer. Equal requests at the same time are asked once."""

    def __init__(self, inner: Model, identity: str, store: AnswerStore) -> None:
        super().__init__(inner)
        self._identity = identity
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="benchwright-answers")
        self._turns: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()

    async def answer(self, request: Request) -> Answer:
        """The kept answer, or a new one."""
        async with self._turns.setdefault(request.key, asyncio.Lock()):
            kept = await self._in_thread(lambda: self._store.get(self._identity, request))
            if kept is not None:
                return msgspec.structs.replace(kept, cached=True)
            answer = await self.inner.answer(request)
            await self._in_thread(lambda: self._store.put(self._identity, request, answer))
            return answer

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        # Shielded: an answer that has come is kept, also when nobody waits for it any more.
        future = asyncio.get_running_loop().run_in_executor(self._thread, work)
        try:
            return await asyncio.shield(future)
        except sqlite3.Error as error:
            # Going on would be paying for answers that get lost.
            raise UsageError(f"cannot keep answers: {error}", "is the disk full?") from None

    async def aclose(self) -> None:
        """What has come is kept before it ends."""
        await asyncio.to_thread(self._thread.shutdown)
        self._store.close()
        await self.inner.aclose()


def _key(identity: str, request: Request) -> bytes:
    return hashlib.sha256(f"{identity}\0{request.key}".encode(errors="surrogatepass")).digest()
