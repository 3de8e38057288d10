"""Work that many ask for at the same time and that is done once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

Made = TypeVar("Made")


class Once(Generic[Made]):
    """Work under way, by key. What is finished is forgotten: whoever does it keeps the result."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[Made]] = {}

    async def do(self, key: str, make: Callable[[], Coroutine[Any, Any, Made]]) -> Made:
        """Wait for the work of this key, which begins now if nobody has begun it. Who stops waiting does not stop it
        for the others."""
        if key not in self._tasks:
            task = self._tasks[key] = asyncio.create_task(make())
            task.add_done_callback(lambda _: self._tasks.pop(key, None))
        return await asyncio.shield(self._tasks[key])

    def cancel(self) -> None:
        """End all that is under way."""
        for task in list(self._tasks.values()):
            task.cancel()
