"""A sandbox kept open for many rewards, for trainers whose functions are synchronous or have their own event loop."""

from __future__ import annotations

import asyncio
import os
import threading
import weakref
from collections.abc import Sequence

from benchwright.rewards.rewarder import Mode, Reward, Rewarder, Task, check_mode
from benchwright.sandbox import Sandbox
from benchwright.sandbox.concurrent import LoopThread
from benchwright.sandbox.remote import open_sandbox


class Session:
    """Opens its sandbox with the first completion, in a separate thread; a forked process opens its own. The sandbox is
    closed when the session is garbage-collected."""

    def __init__(self, sandbox: str = "", *, mode: str = "binary", canary: bool = True) -> None:
        """`sandbox` is a value as in $BENCHWRIGHT_SANDBOX: `local`, or the URL of a service."""
        self._spec = sandbox
        self._mode: Mode = check_mode(mode)
        self._canary = canary
        self._opened = _Opened()
        self._end = weakref.finalize(self, self._opened.close)

    def rewards(self, pairs: Sequence[tuple[Task, str]]) -> list[Reward]:
        """Compute the rewards of completions, in order."""
        opened = self._here()
        return opened.loop.run(self._rewards(opened, pairs))

    async def rewards_later(self, pairs: Sequence[tuple[Task, str]]) -> list[Reward]:
        """Compute the rewards of completions without blocking the event loop."""
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
    """The resources that a session has opened in this process."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self.loop = LoopThread()
        self.sandbox: Sandbox | None = None
        self.rewarder: Rewarder | None = None

    def close(self) -> None:
        """Close only in the process that opened it: a forked process has neither the thread nor the launcher."""
        if self.process != os.getpid() or self.sandbox is None:
            return
        closing = self.loop.submit(self.sandbox.aclose())
        if threading.current_thread().name != LoopThread.NAME:  # the garbage collector may run in any thread
            closing.result()
            self.loop.close()
