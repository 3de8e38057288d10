"""Compiler services: compilers that stay loaded and build one program after another.

Only compilers that never execute what they compile qualify, or that decline programs for which they would (`[service]`
in `language.toml`). A service is confined like any build. It only makes builds faster: a fresh compiler builds whatever
the service cannot, so a service in a bad state cannot fail a program.
"""

from __future__ import annotations

import asyncio
import struct
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import msgspec

from benchwright.errors import SandboxError
from benchwright.sandbox.launcher import Answer, Launcher, Service
from benchwright.sandbox.wire import StageOrder, StageOutcome, entries

MOST_BUILDS = 400
"""A service is replaced after this many builds."""
MOST_MEMORY = 0.7
"""A service is replaced when it has used this share of its memory limit."""
IDLE_S = 60.0
"""A service that has not been used for this long is stopped."""
MOST_SOURCE_BYTES = 4 << 20
"""Larger programs are built by a fresh compiler."""
MOST_DEPTH = 60
"""Builds with folders nested more deeply are repeated by a fresh compiler, to which the launcher's limit applies."""
_SERVICE_BYTES = 1 << 30
"""Memory that should be available for each service."""

_DECLINED = 75
"""Exit status of a service that declines a program, leaving it to a fresh compiler. The service is kept."""

_REQUEST = struct.Struct("<I")
_ANSWER = struct.Struct("<iII")


class _Running(msgspec.Struct):
    """A service that was started."""

    key: int
    service: Service
    memory_limit_bytes: int
    builds: int = 0
    idle_since: float = 0.0


class Compilers:
    """The compiler services of one sandbox."""

    def __init__(self) -> None:
        self._idle: list[_Running] = []
        self._busy: list[_Running] = []
        self._asked: Counter[int] = Counter()
        self._timer: asyncio.TimerHandle | None = None

    async def build(
        self, launcher: Launcher, service: StageOrder, arguments: tuple[str, ...], order: StageOrder
    ) -> StageOutcome:
        """Build a program with a service. A fresh compiler is used instead for the first program of a kind, for large
        programs, if memory is short, if the program does not compile, and if the service fails."""
        key = hash((service.root, service.argv, service.env))
        self._asked[key] += 1
        # A single program would only wait for the service to start.
        usable = self._asked[key] > 1 and len(order.archive) <= MOST_SOURCE_BYTES
        running = self._take(launcher, key, service) if usable else None
        if running is None:
            return await launcher.run(order)
        answer = await self._ask(running, arguments, order)
        served = None if answer is None else _outcome(answer, order)
        if served is not None:
            return served
        outcome = await launcher.run(order)
        if outcome.wait_status == 0 and not _is_declined(answer):
            self._stop(running)  # it failed a program that compiles
        return outcome

    async def _ask(self, running: _Running, arguments: tuple[str, ...], order: StageOrder) -> Answer | None:
        self._busy.append(running)
        try:
            answer = await running.service.ask(_encode(arguments, order.archive))
        finally:
            self._busy.remove(running)
            self._keep(running)
        if answer is None:
            return None
        if answer.memory_bytes > MOST_MEMORY * running.memory_limit_bytes or running.builds >= MOST_BUILDS:
            self._stop(running)
        return answer

    def close(self) -> None:
        """Stop all services."""
        for running in (*self._idle, *self._busy):
            running.service.close()
        self._idle.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _take(self, launcher: Launcher, key: int, order: StageOrder) -> _Running | None:
        """Return an idle service of this kind, or start one. Idle services of other kinds are stopped if memory is
        short."""
        self._idle = [each for each in self._idle if not each.service.ended]
        for running in reversed(self._idle):
            if running.key == key:
                self._idle.remove(running)
                running.builds += 1
                return running
        while self._idle and not _memory_for(1):
            self._stop(self._idle[0])
        if not _memory_for(1):
            return None
        limit = order.limits.memory_bytes
        return _Running(key=key, service=launcher.start_service(order), memory_limit_bytes=limit, builds=1)

    def _keep(self, running: _Running) -> None:
        if running.service.ended:
            return
        loop = asyncio.get_running_loop()
        running.idle_since = loop.time()
        self._idle.append(running)
        if self._timer is None:
            self._timer = loop.call_later(IDLE_S, self._stop_idle)

    def _stop(self, running: _Running) -> None:
        running.service.close()
        if running in self._idle:
            self._idle.remove(running)

    def _stop_idle(self) -> None:
        """Stop services that were idle for too long, and schedule the check of the next one."""
        loop = asyncio.get_running_loop()
        for running in list(self._idle):
            if running.idle_since + IDLE_S <= loop.time():
                self._stop(running)
        oldest = min((each.idle_since for each in self._idle), default=None)
        self._timer = None if oldest is None else loop.call_at(oldest + IDLE_S, self._stop_idle)


def _memory_for(services: int) -> bool:
    """Whether this machine has memory for more services, without taking it from programs."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return False
    available = next((int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable:")), 0)
    return available >= services * 2 * _SERVICE_BYTES


def _encode(arguments: Iterable[str], archive: bytes) -> bytes:
    text = b"".join(each.encode(errors="surrogateescape") + b"\0" for each in arguments)
    return _REQUEST.pack(len(text)) + text + archive


def _is_declined(answer: Answer | None) -> bool:
    return answer is not None and answer.data[:4] == _REQUEST.pack(_DECLINED)


def _outcome(answer: Answer, order: StageOrder) -> StageOutcome | None:
    """Read an answer. None if the program did not compile, or the launcher would have treated it differently."""
    if len(answer.data) < _ANSWER.size:
        return None
    status, out_bytes, err_bytes = _ANSWER.unpack_from(answer.data)
    rest = answer.data[_ANSWER.size :]
    out, err, archive = rest[:out_bytes], rest[out_bytes : out_bytes + err_bytes], rest[out_bytes + err_bytes :]
    complete = len(out) + len(err) == out_bytes + err_bytes <= order.keep_bytes
    if status != 0 or not complete or not _is_usable(archive, order.collect_limit_bytes):
        return None
    return StageOutcome(
        wait_status=0,
        limits_hit=(),
        wall_s=answer.wall_s,
        cpu_s=answer.cpu_s or answer.wall_s,  # it is not counted without control groups
        memory_bytes=answer.memory_bytes,
        streams=((out, b"", len(out)), (err, b"", len(err))),
        reply=b"",
        observed=(),
        archive=archive,
        omitted=False,
        warm=True,
    )


def _is_usable(archive: bytes, most_bytes: int) -> bool:
    try:
        return len(archive) <= most_bytes and all(entry.path.count("/") < MOST_DEPTH for entry in entries(archive))
    except SandboxError:
        return False
