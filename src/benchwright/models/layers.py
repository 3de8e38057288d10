"""Layers around a model: retries, limits on requests in flight and per minute, and text that can be encoded."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import deque
from contextlib import suppress
from typing import Any

import msgspec

from benchwright.errors import BenchwrightError, ModelBusy, ModelError, UsageError
from benchwright.models.protocol import Answer, Model, ModelOptions, Request, most_tokens, used_tokens


class Layer:
    """A model that passes everything on; layers change what they are about."""

    def __init__(self, inner: Model) -> None:
        self.inner = inner
        self.name = inner.name

    async def answer(self, request: Request) -> Answer:
        """As the inner model."""
        return await self.inner.answer(request)

    async def aclose(self) -> None:
        """As the inner model."""
        await self.inner.aclose()


def encodable(text: str) -> str:
    """The text with U+FFFD for each lone surrogate; two that belong together become their character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def decode_line(line: bytes) -> Any:
    """JSON as others write it, with lone surrogates in its escapes; msgspec.DecodeError if it is none."""
    try:
        return msgspec.json.decode(line)
    except msgspec.DecodeError:
        if b"\\ud" in line.lower():
            with suppress(ValueError):
                return without_surrogates(json.loads(line))
        raise


class Encodable(Layer):
    """Directly around a source: whatever it says, in an answer or in a failure, can be written down behind it."""

    async def answer(self, request: Request) -> Answer:
        """As the inner model, with U+FFFD for lone surrogates."""
        try:
            answer = await self.inner.answer(request)
        except BenchwrightError as error:
            error.args = (encodable(str(error)),)
            raise
        said = {name: getattr(answer, name) for name in ("text", "reasoning", "finish_reason", "model")}
        changed = {name: clean for name, text in said.items() if (clean := encodable(text)) != text}
        return msgspec.structs.replace(answer, **changed) if changed else answer


def without_surrogates(value: Any) -> Any:
    """Whatever JSON holds, with each of its texts made encodable."""
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, list):
        return [without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {encodable(key): without_surrogates(item) for key, item in value.items()}
    return value


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


class Retrying(Layer):
    """Waits twice as long each time, at random below that; when the endpoint says how long, everybody waits for it."""

    def __init__(self, inner: Model, options: ModelOptions, chance: random.Random | None = None) -> None:
        super().__init__(inner)
        self._options = options
        self._chance = chance or random.Random()
        self._quiet_until = 0.0
        self._ever_answered = False

    async def answer(self, request: Request) -> Answer:
        """The first attempt that succeeds."""
        attempt = 0
        while True:
            await self._quiet()
            try:
                answer = await self.inner.answer(request)
            except ModelBusy as error:
                attempt += 1
                if attempt > self._options.retries or (error.wait_s or 0) > self._options.max_wait_s:
                    raise self._given_up(error, attempt) from None
                await self._back_off(attempt, error.wait_s)
            else:
                self._ever_answered = True
                return answer

    async def _quiet(self) -> None:
        wait_s = self._quiet_until - _now()
        if wait_s > 0:
            await asyncio.sleep(wait_s)
            await self._quiet()

    async def _back_off(self, attempt: int, asked_s: float | None) -> None:
        limit_s = min(self._options.max_backoff_s, self._options.backoff_s * 2 ** (attempt - 1))
        if asked_s is not None:
            self._quiet_until = max(self._quiet_until, _now() + asked_s)
            await self._quiet()
            # Those who waited for the same moment must not all come at once.
            limit_s = self._options.backoff_s
        await asyncio.sleep(self._chance.uniform(0, limit_s))

    def _given_up(self, error: ModelBusy, attempts: int) -> BenchwrightError:
        if error.unreachable and not self._ever_answered:
            return UsageError(str(error), "is the server running, and is the address right?")
        if (error.wait_s or 0) > self._options.max_wait_s:
            return ModelError(f"{error}; it asks to wait {error.wait_s:.0f} s", "try again later")
        return ModelError(f"{error} (asked {attempts} times)", error.hint)
