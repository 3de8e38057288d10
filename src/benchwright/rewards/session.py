"""A sandbox that stays open for many rewards, for trainers whose functions are plain or have loops of their own."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence

from benchwright.client.loop import LoopThread
from benchwright.rewards.reward import Mode, Reward, check_mode
from benchwright.rewards.rewarder import Rewarder
from benchwright.rewards.task import Task
from benchwright.sandbox.opening import open_sandbox


class Session:
    """Opens its sandbox with the first completion, in a thread of its own; a forked process gets its own anew."""

    def __init__(self, sandbox: str = "", *, mode: str = "binary", canary: bool = True) -> None:
        """`sandbox`: as in $BENCHWRIGHT_SANDBOX: `local`, or the address of a service."""
        self._spec = sandbox
        self._mode: Mode = check_mode(mode)
        self._canary = canary
        self._process = os.getpid()
        self._loop = LoopThread()
        self._rewarder: Rewarder | None = None

    def rewards(self, pairs: Sequence[tuple[Task, str]]) -> list[Reward]:
        """The rewards of completions, in order."""
        return self._here().run(self._rewards(pairs))

    async def rewards_later(self, pairs: Sequence[tuple[Task, str]]) -> list[Reward]:
        """The same for an event loop, which is not held up."""
        return await asyncio.wrap_future(self._here().submit(self._rewards(pairs)))

    def _here(self) -> LoopThread:
        if self._process != os.getpid():
            self._process, self._loop, self._rewarder = os.getpid(), LoopThread(), None
        return self._loop

    async def _rewards(self, pairs: Sequence[tuple[Task, str]]) -> list[Reward]:
        if self._rewarder is None:
            self._rewarder = Rewarder(open_sandbox(self._spec), mode=self._mode, canary=self._canary)
        return await self._rewarder.rewards(pairs)
