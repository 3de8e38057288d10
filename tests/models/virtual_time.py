"""An event loop whose clock jumps to the next event: minutes pass instantly and deterministically."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class _Selector(selectors.SelectSelector):
    now_s = 0.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if not ready:
            if timeout is None:
                raise RuntimeError("everything waits, and nothing will happen")
            self.now_s += max(0.0, timeout)
        return ready


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._clock = _Selector()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.now_s


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Like asyncio.run, with a clock that starts at 0."""
    with asyncio.Runner(loop_factory=_Loop) as runner:
        return runner.run(work)


def now_s() -> float:
    """Current time of the virtual clock."""
    return asyncio.get_running_loop().time()
