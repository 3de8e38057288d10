"""The queue in front of the sandbox: bounded, rate-limited, fair between clients, and left as soon as a client
disconnects."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import struct
import time
from collections.abc import AsyncIterator, Iterable

from benchwright.errors import SandboxBusy
from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.protocol import Execution, Program, Sandbox
from benchwright.server.call import Client, Overloaded

_SLOT = struct.Struct("<dd")
"""Requests left in the bucket, and when they were last counted."""
_BURST_S = 10.0
"""Seconds of unused rate that an idle client may use in one burst."""


class Rates:
    """Counts requests of clients with a rate limit. Workers forked after it was created share the counts."""

    def __init__(self) -> None:
        self._file = os.memfd_create("benchwright-rates")
        self._places: dict[str, int] = {}

    def enter(self, clients: list[Client]) -> None:
        """Assign each client a slot. Call it before forking workers, so that all of them agree."""
        for client in clients:
            self._places.setdefault(client.name, _SLOT.size * len(self._places))

    def take(self, client: Client) -> None:
        """Count one request; raise `Overloaded` if it exceeds the rate."""
        if client.requests_per_minute is None:
            return
        self.enter([client])
        place = self._places[client.name]
        # The kernel releases a file lock when a worker dies.
        fcntl.lockf(self._file, fcntl.LOCK_EX, _SLOT.size, place)
        try:
            wait_s = self._take(place, client.requests_per_minute / 60)
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN, _SLOT.size, place)
        if wait_s > 0:
            raise Overloaded("the token's request rate is exceeded", max(wait_s, 1.0), limited=True)

    def _take(self, place: int, per_second: float) -> float:
        now = time.monotonic()
        size = max(1.0, per_second * _BURST_S)
        data = os.pread(self._file, _SLOT.size, place)
        level, counted = _SLOT.unpack(data) if len(data) == _SLOT.size else (0.0, 0.0)
        level = min(size, level + (now - counted) * per_second) if counted else size
        allowed = level >= 1
        os.pwrite(self._file, _SLOT.pack(level - 1 if allowed else level, now), place)
        return 0.0 if allowed else (1 - level) / per_second

    def close(self) -> None:
        """Release the shared counters."""
        os.close(self._file)


_LONGEST_RETRY_S = 60.0
_WEIGHT = 0.1
"""Weight of the newest duration in the moving average."""


class _Line:
    """One client's programs, first come first served."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.running = 0
        self.waiting: dict[asyncio.Future[None], bool] = {}
        """Each with whether it occupies a place in the queue: only a request's first program does."""
        self.places = 0

    @property
    def ready(self) -> bool:
        """Whether a program could start if there is room."""
        return bool(self.waiting) and self.running < self.limit


class Queue:
    """Hands out turns to run a program. At most `concurrency` are held at the same time; clients take turns.

    At most `limit` requests wait for their first program's turn; an admitted request is not refused later. One client
    may occupy at most seven eighths of the queue, so that it cannot shut out the others. The bounds apply to one
    worker."""

    def __init__(self, concurrency: int, limit: int) -> None:
        self.concurrency = concurrency
        self.limit = limit
        self.running = 0
        self.waiting = 0
        self._places = 0
        self._share = limit - limit // 8
        self._lines: dict[str, _Line] = {}
        self._rotation: dict[str, None] = {}
        """Clients with a program ready to start, next one first."""
        self._mean_s = 0.1

    @contextlib.asynccontextmanager
    async def turn(
        self, client: Client, *, admitted: bool = False, deadline: float | None = None
    ) -> AsyncIterator[None]:
        """Wait for a turn and hold it. Raises `Overloaded` immediately if the queue is full, unless the program belongs
        to a request that was already `admitted`; and at the `deadline`, in event-loop time, if no turn came."""
        try:
            async with asyncio.timeout_at(deadline):
                await self._take(client, admitted)
        except TimeoutError:
            raise Overloaded("the wait in the queue timed out", self.retry_after_s) from None
        start = time.monotonic()
        try:
            yield
        finally:
            self._mean_s += _WEIGHT * (time.monotonic() - start - self._mean_s)
            self._give_back(client.name)

    @property
    def retry_after_s(self) -> float:
        """Estimated seconds until there is room."""
        wait_s = self.waiting * self._mean_s / self.concurrency
        return min(max(wait_s, 1.0), _LONGEST_RETRY_S)

    async def _take(self, client: Client, admitted: bool) -> None:
        line = self._lines.setdefault(client.name, _Line(client.concurrency or self.concurrency))
        if self.running < self.concurrency and line.running < line.limit and not line.waiting and not self._rotation:
            self._start(line)
            return
        if not admitted and (self._places >= self.limit or line.places >= self._share):
            self._forget(client.name)
            raise Overloaded("the queue is full", self.retry_after_s)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._join(line, turn, place=not admitted)
        self._line_up(client.name)
        try:
            await turn
        except asyncio.CancelledError:
            self._give_up(client.name, turn)
            raise

    def _give_up(self, name: str, turn: asyncio.Future[None]) -> None:
        line = self._lines[name]
        if turn in line.waiting:
            self._leave(line, turn)
            if not line.ready:
                self._rotation.pop(name, None)
            self._forget(name)
        else:  # cancelled between being granted the turn and taking it
            self._give_back(name)

    def _give_back(self, name: str) -> None:
        line = self._lines[name]
        line.running -= 1
        self.running -= 1
        self._line_up(name)
        self._forget(name)
        while self.running < self.concurrency and self._rotation:
            self._next()

    def _next(self) -> None:
        name = next(iter(self._rotation))
        del self._rotation[name]
        line = self._lines[name]
        turn = next(iter(line.waiting))
        self._leave(line, turn)
        self._start(line)
        self._line_up(name)
        if not turn.done():  # a cancelled one is about to give the turn back
            turn.set_result(None)

    def _join(self, line: _Line, turn: asyncio.Future[None], *, place: bool) -> None:
        line.waiting[turn] = place
        line.places += place
        self._places += place
        self.waiting += 1

    def _leave(self, line: _Line, turn: asyncio.Future[None]) -> None:
        place = line.waiting.pop(turn)
        line.places -= place
        self._places -= place
        self.waiting -= 1

    def _start(self, line: _Line) -> None:
        line.running += 1
        self.running += 1

    def _line_up(self, name: str) -> None:
        if self._lines[name].ready:
            self._rotation.setdefault(name)

    def _forget(self, name: str) -> None:
        line = self._lines[name]
        if not line.running and not line.waiting:
            del self._lines[name]


class QueuedSandbox:
    """A sandbox in which each program waits for the client's turn. One per request."""

    def __init__(self, queue: Queue, client: Client, sandbox: Sandbox) -> None:
        self._queue = queue
        self._client = client
        self._sandbox = sandbox
        self._admitted = False
        self.deadline: float | None = None
        """Event-loop time at which the request's programs stop waiting for a turn; None: never."""
        self.waited_s = 0.0
        """Total seconds that the request's programs spent waiting."""

    async def run(self, program: Program) -> Execution:
        """Run one program when its turn comes. Raises `Overloaded` if there is no room for the request's first program,
        or if the deadline passes first."""
        start = time.monotonic()
        # Once the first program is queued, the request's others may queue too; a refusal happens before any waiting.
        admitted, self._admitted = self._admitted, True
        try:
            async with self._queue.turn(self._client, admitted=admitted, deadline=self.deadline):
                self.waited_s += time.monotonic() - start
                return await self._sandbox.run(program)
        except Overloaded:
            self._admitted = admitted
            raise

    def run_many(self, programs: Iterable[Program]) -> AsyncIterator[tuple[int, Execution]]:
        """Run several programs and yield (index, Execution) in order of completion. Only a few of them queue at a
        time."""
        return as_completed(self.run, programs, window=2 * self._queue.concurrency)

    async def aclose(self) -> None:
        """Do nothing: the shared sandbox stays open."""


_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 1.0


class WaitingSandbox:
    """Retries programs that find no room, for `patience_s` each; after that the sandbox counts as failed. With
    `together` they share that time, and the refusal applies to the whole request: no client mistakes it for a
    verdict."""

    def __init__(self, sandbox: Sandbox, patience_s: float, *, together: bool = False) -> None:
        self._sandbox = sandbox
        self._patience_s = patience_s
        self._until = _now() + patience_s if together else None

    async def run(self, program: Program) -> Execution:
        """Run the program when there is room. On a timeout raise SandboxBusy, or Overloaded with `together`."""
        until = self._until or _now() + self._patience_s
        pause_s = _FIRST_PAUSE_S
        while True:
            try:
                return await self._sandbox.run(program)
            except Overloaded as error:
                if _now() + pause_s > until:
                    if self._until:
                        raise
                    raise SandboxBusy(str(error), error.hint, wait_s=error.retry_after_s) from error
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    def run_many(self, programs: Iterable[Program]) -> AsyncIterator[tuple[int, Execution]]:
        """Run several programs and yield (index, Execution) in order of completion."""
        return as_completed(self.run, programs)

    async def aclose(self) -> None:
        """Do nothing: there is nothing to close."""


def _now() -> float:
    return asyncio.get_running_loop().time()
