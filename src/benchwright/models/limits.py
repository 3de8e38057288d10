"""How many requests are under way at once, and how many leave in a minute."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque

from benchwright.models.layer import Layer
from benchwright.models.options import ModelOptions
from benchwright.models.protocol import Answer, Model, Request
from benchwright.models.tokens import most_tokens, used_tokens

_MINUTE_S = 60.0


class Concurrent(Layer):
    """At most so many at once."""

    def __init__(self, inner: Model, limit: int) -> None:
        super().__init__(inner)
        self._free = asyncio.Semaphore(limit)

    async def answer(self, request: Request) -> Answer:
        """When it is its turn."""
        async with self._free:
            return await self.inner.answer(request)


class Paced(Layer):
    """At most so many requests and tokens in any minute, in the order in which they came."""

    def __init__(self, inner: Model, options: ModelOptions) -> None:
        super().__init__(inner)
        self._requests = _requests_window(options.requests_per_minute)
        self._tokens = Window(options.tokens_per_minute, _MINUTE_S)
        self._turn = asyncio.Lock()
        self._corrected = asyncio.Event()

    async def answer(self, request: Request) -> Answer:
        """When the last minute has room for it."""
        tokens = most_tokens(request)
        async with self._turn:
            await self._room(tokens)
            self._requests.add(1)
            entry = self._tokens.add(tokens)
        answer = await self.inner.answer(request)
        entry.amount = used_tokens(request, answer)
        self._corrected.set()
        return answer

    async def _room(self, tokens: int) -> None:
        while (wait_s := max(self._requests.wait_s(1), self._tokens.wait_s(tokens))) > 0:
            self._corrected.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._corrected.wait(), wait_s)


def _requests_window(per_minute: float | None) -> Window:
    """Whole requests: 1.5 in a minute are one in 40 s."""
    if per_minute is None:
        return Window(None, _MINUTE_S)
    whole = max(1, int(per_minute))
    return Window(whole, _MINUTE_S * whole / per_minute)


class Window:
    """What happened in the last so many seconds, and when there will be room for more."""

    def __init__(self, limit: float | None, period_s: float) -> None:
        self._limit = limit
        self._period_s = period_s
        self._entries: deque[_Entry] = deque()

    def add(self, amount: int) -> _Entry:
        """It happens now. Its amount may be corrected later."""
        entry = _Entry(_now(), amount)
        if self._limit is not None:
            self._entries.append(entry)
        return entry

    def wait_s(self, amount: int) -> float:
        """Until enough has become old. What is too big for any period gets one to itself."""
        if self._limit is None:
            return 0.0
        now = _now()
        while self._entries and self._entries[0].time_s + self._period_s <= now:
            self._entries.popleft()
        total = sum(entry.amount for entry in self._entries) + amount
        wait_s = 0.0
        for entry in self._entries:
            if total <= self._limit:
                break
            wait_s = entry.time_s + self._period_s - now
            total -= entry.amount
        return wait_s


class _Entry:
    """Something that happened."""

    def __init__(self, time_s: float, amount: int) -> None:
        self.time_s = time_s
        self.amount = amount


def _now() -> float:
    return asyncio.get_running_loop().time()
