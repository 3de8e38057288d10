"""Asks again what failed for no lasting reason."""

from __future__ import annotations

import asyncio
import random

from benchwright.errors import BenchwrightError, ModelBusy, ModelError, UsageError
from benchwright.models.layer import Layer
from benchwright.models.options import ModelOptions
from benchwright.models.protocol import Answer, Model, Request


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


def _now() -> float:
    return asyncio.get_running_loop().time()
