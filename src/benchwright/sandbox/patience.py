"""When a service that failed or had no room is asked again, and when it is given up."""

from __future__ import annotations

import asyncio
import random
import time

_BACK_OFF_S = 0.2
_MOST_BACK_OFF_S = 10.0


class Patience:
    """With one request, or with what is left of one."""

    def __init__(self, attempts: int, patience_s: float) -> None:
        """`attempts`: requests before a failing service is given up; 1: none is repeated, not even when there is no
        room. `patience_s`: how long one without room is asked again."""
        self._attempts = attempts
        self._patience_s = patience_s
        self._started = time.monotonic()
        self._failures = 0
        self._pauses = 0

    async def wait(self, *, busy: bool, wait_s: float = 0.0) -> bool:
        """Whether to ask again, after a pause: at least `wait_s`, as the service said, and longer each time."""
        self._failures += not busy
        late = busy and time.monotonic() - self._started + wait_s > self._patience_s
        if late or self._failures >= self._attempts or self._attempts == 1:
            return False
        await asyncio.sleep(wait_s + _back_off(self._pauses))
        self._pauses += 1
        return True


def _back_off(pauses: int) -> float:
    """Up to twice as long each time; at random, so that not all come back at once."""
    return random.uniform(0.5, 1.0) * min(_MOST_BACK_OFF_S, _BACK_OFF_S * float(2 ** min(pauses, 10)))
