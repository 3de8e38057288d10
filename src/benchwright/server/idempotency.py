"""Idempotency keys: a request sent twice runs once, and both get the same response."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from benchwright.server.call import InvalidRequest
from benchwright.server.reply import Answer

HEADER = "idempotency-key"
_LONGEST_KEY = 255
_ENTRY_BYTES = 1024
"""Estimated size of an entry in addition to its body."""


class _Entry:
    def __init__(self, fingerprint: bytes) -> None:
        self.fingerprint = fingerprint
        self.answer: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        """None: it failed or was cancelled, so the next waiter runs the request itself."""
        self.until = float("inf")
        self.size_bytes = 0


class Answers:
    """Responses by client and key, bounded in age and size. Each worker keeps its own: a retry that reaches another
    worker runs again."""

    def __init__(self, lifetime_s: float = 600.0, limit_bytes: int = 64 << 20) -> None:
        self._lifetime_s = lifetime_s
        self._limit_bytes = limit_bytes
        self._running: dict[tuple[str, str], _Entry] = {}
        self._kept: OrderedDict[tuple[str, str], _Entry] = OrderedDict()
        """Ordered by expiry."""
        self._size_bytes = 0

    async def once(
        self, client: str, key: str, request: tuple[str, bytes], answer: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        """Return the response already given to this request, or run it now. Waits if it is in progress. `request` is
        the route with its parameters, and the body. Raises `InvalidRequest` if the key was used for a different
        request."""
        if not key.isascii() or len(key) > _LONGEST_KEY:
            raise InvalidRequest(f"{HEADER} is not a valid key", f"use at most {_LONGEST_KEY} ASCII characters")
        place = (client, key)
        fingerprint = hashlib.sha256(request[0].encode() + b"\0" + request[1]).digest()
        self._forget_old()
        while entry := self._running.get(place) or self._kept.get(place):
            if entry.fingerprint != fingerprint:
                raise InvalidRequest(f"{HEADER} {key!r} was used for another request", "use a new key")
            known = await asyncio.shield(entry.answer)
            if known is not None:
                return known
        return await self._first(place, fingerprint, answer)

    async def _first(
        self, place: tuple[str, str], fingerprint: bytes, answer: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        entry = self._running[place] = _Entry(fingerprint)
        given: Answer | None = None
        try:
            given = await answer()
            return given
        finally:
            del self._running[place]
            kept = given if given is not None and given.final else None
            entry.answer.set_result(kept)
            if kept is not None:
                self._keep(place, entry, len(kept.body))

    def _keep(self, place: tuple[str, str], entry: _Entry, body_bytes: int) -> None:
        entry.until = time.monotonic() + self._lifetime_s
        entry.size_bytes = body_bytes + _ENTRY_BYTES
        self._size_bytes += entry.size_bytes
        self._kept[place] = entry
        self._forget_old()

    def _forget_old(self) -> None:
        now = time.monotonic()
        while self._kept:
            place, entry = next(iter(self._kept.items()))
            if entry.until > now and self._size_bytes <= self._limit_bytes:
                return
            del self._kept[place]
            self._size_bytes -= entry.size_bytes
