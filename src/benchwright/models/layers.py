"""Layers around a model: retries, limits on concurrency and rate, and cleanup of invalid text."""

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
    """A model that forwards everything to an inner one. Subclasses override what they change."""

    def __init__(self, inner: Model) -> None:
        self.inner = inner
        self.name = inner.name

    async def answer(self, request: Request) -> Answer:
        """Forward the request to the inner model."""
        return await self.inner.answer(request)

    async def aclose(self) -> None:
        """Close the inner model."""
        await self.inner.aclose()


def encodable(text: str) -> str:
    """Replace each lone surrogate by U+FFFD. Surrogate pairs become their character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def decode_line(line: bytes) -> Any:
    """Decode JSON that may contain escaped lone surrogates. Raises msgspec.DecodeError if it is invalid."""
    try:
        return msgspec.json.decode(line)
    except msgspec.DecodeError:
        if b"\\ud" in line.lower():
            with suppress(ValueError):
                return without_surrogates(json.loads(line))
        raise


class Encodable(Layer):
    """Wraps a source directly, so that the other layers can encode every answer and error message as UTF-8."""

    async def answer(self, request: Request) -> Answer:
        """Answer with lone surrogates replaced by U+FFFD."""
        try:
            answer = await self.inner.answer(request)
        except BenchwrightError as error:
            error.args = (encodable(str(error)),)
            raise
        texts = {name: getattr(answer, name) for name in ("text", "reasoning", "finish_reason", "model")}
        changed = {name: clean for name, text in texts.items() if (clean := encodable(text)) != text}
        return msgspec.structs.replace(answer, **changed) if changed else answer


def without_surrogates(value: Any) -> Any:
    """Make all strings in decoded JSON encodable."""
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, list):
        return [without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {encodable(key): without_surrogates(item) for key, item in value.items()}
    return value


_MINUTE_S = 60.0


class Concurrent(Layer):
    """Limits the number of concurrent requests."""

    def __init__(self, inner: Model, limit: int) -> None:
        super().__init__(inner)
        self._free = asyncio.Semaphore(limit)

    async def answer(self, request: Request) -> Answer:
        """Answer once fewer than the limit are in flight."""
        async with self._free:
            return await self.inner.answer(request)


class Paced(Layer):
    """Limits requests and tokens per minute, in order of arrival."""

    def __init__(self, inner: Model, options: ModelOptions) -> None:
        super().__init__(inner)
        self._requests = _requests_window(options.requests_per_minute)
        self._tokens = Window(options.tokens_per_minute, _MINUTE_S)
        self._turn = asyncio.Lock()
        self._corrected = asyncio.Event()

    async def answer(self, request: Request) -> Answer:
        """Answer once the limits of the last minute allow it."""
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
    """Convert a rate to whole requests: 1.5 per minute is one every 40 s."""
    if per_minute is None:
        return Window(None, _MINUTE_S)
    whole = max(1, int(per_minute))
    return Window(whole, _MINUTE_S * whole / per_minute)


class Window:
    """A sliding window: tracks amounts over the last period and computes when more will fit."""

    def __init__(self, limit: float | None, period_s: float) -> None:
        self._limit = limit
        self._period_s = period_s
        self._entries: deque[_Entry] = deque()

    def add(self, amount: int) -> _Entry:
        """Record an amount now. The entry can be corrected later."""
        entry = _Entry(_now(), amount)
        if self._limit is not None:
            self._entries.append(entry)
        return entry

    def wait_s(self, amount: int) -> float:
        """Return the seconds until the amount fits. One that exceeds the limit itself has to wait for an empty
        window."""
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
    """An amount at a point in time."""

    def __init__(self, time_s: float, amount: int) -> None:
        self.time_s = time_s
        self.amount = amount


def _now() -> float:
    return asyncio.get_running_loop().time()


class Retrying(Layer):
    """Retries with exponential backoff and full jitter. If the endpoint asks for a wait, all requests wait."""

    def __init__(self, inner: Model, options: ModelOptions, chance: random.Random | None = None) -> None:
        super().__init__(inner)
        self._options = options
        self._chance = chance or random.Random()
        self._quiet_until = 0.0
        self._ever_answered = False

    async def answer(self, request: Request) -> Answer:
        """Return the answer of the first successful attempt."""
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
            # Requests that waited for the same moment must not all be sent together.
            limit_s = self._options.backoff_s
        await asyncio.sleep(self._chance.uniform(0, limit_s))

    def _given_up(self, error: ModelBusy, attempts: int) -> BenchwrightError:
        if error.unreachable and not self._ever_answered:
            return UsageError(str(error), "check that the server is running and the URL is correct")
        if (error.wait_s or 0) > self._options.max_wait_s:
            return ModelError(f"{error}; the endpoint asks to wait {error.wait_s:.0f} s", "retry later")
        return ModelError(f"{error} (after {attempts} attempts)", error.hint)
