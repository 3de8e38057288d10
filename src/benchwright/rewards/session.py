"""A sandbox that stays open for many rewards, for trainers whose functions are plain or have loops of their own."""

from __future__ import annotations

import asyncio
import os
import threading
import weakref
from collections.abc import Sequence

from benchwright.client.loop import LoopThread
from benchwright.rewards.rewarder import Mode, Reward, Rewarder, Task, check_mode
from benchwright.sandbox import Sandbox
from benchwright.sandbox.remote import open_sandbox


class Session:
    """Opens its sandbox with the first completion, in a thread of its own; a forked process gets its own anew.
    The sandbox is closed when nobody has the session any more."""

    def __init__(self, sandbox: str = "", *, mode: str = "binary", canary: bool = True) -> None:
        """`sandbox`: as in $BENCHWRIGHT_SANDBOX: `local`, or the address of a service."""
        self._spec = sandbox
        self._mode: Mode = check_mode(mode)
        self._canary = canary
        self._opened = _Opened()
        self._end = weakref.finalize(self, self._opened.close)

    def rewards(self, pairs: Sequence[tuple[Task, str]]) -> list[Reward]:
        """The rewards of completions, in order."""
        opened = self._here()
        return opened.loop.run(self._rewards(opened, pairs))

    async def rewards_later(self, pairs: Sequence[tuple[Task, str]]) -> list[Reward]:
        """The same for an event loop, which is not held up."""
        opened = self._here()
        return await asyncio.wrap_future(opened.loop.submit(self._rewards(opened, pairs)))

    def _here(self) -> _Opened:
        if self._opened.process != os.getpid():
            self._end.detach()
            self._opened = _Opened()
            self._end = weakref.finalize(self, self._opened.close)
        return self._opened

    async def _rewards(self, opened: _Opened, pairs: Sequence[tuple[Task, str]]) -> list[Reward]:
        if opened.rewarder is None:
            opened.sandbox = open_sandbox(self._spec)
            opened.rewarder = Rewarder(opened.sandbox, mode=self._mode, canary=self._canary)
        return await opened.rewarder.rewards(pairs)


class _Opened:
    """What a session has opened in this process."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self.loop = LoopThread()
        self.sandbox: Sandbox | None = None
        self.rewarder: Rewarder | None = None

    def close(self) -> None:
        """Only where it was opened: a forked process has neither the thread nor the launcher."""
        if self.process != os.getpid() or self.sandbox is None:
            return
        closing = self.loop.submit(self.sandbox.aclose())
        if threading.current_thread().name != LoopThread.NAME:  # where the collector runs is not ours to say
            closing.result()
            self.loop.close()
