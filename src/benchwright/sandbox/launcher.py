"""The Python side of the launcher: starts it, sends stages, waits for outcomes."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import socket
import subprocess
import time
from collections.abc import Mapping

import msgspec

from benchwright.errors import SandboxError, SandboxUnavailable, UsageError
from benchwright.sandbox import wire
from benchwright.sandbox.native import LAUNCHER

_BUILD_HINT = (
    "in a checkout run `make install`; otherwise reinstall benchwright on a machine with a C compiler "
    "(apt-get install gcc libc6-dev)"
)
_USER_NAMESPACE_HINT = (
    "run as root, or allow user namespaces: sysctl user.max_user_namespaces, "
    "kernel.unprivileged_userns_clone=1 or kernel.apparmor_restrict_unprivileged_userns=0"
)

_GUARDIAN_PATIENCE_S = 30.0


class Launcher(asyncio.Protocol):
    """One launcher process. When the connection closes for any reason, it exits and kills everything it runs."""

    def __init__(self, process: subprocess.Popen[bytes], connection: socket.socket) -> None:
        self.process = process
        self._connection = connection
        self.facts: Mapping[str, str] = {}
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._hello: asyncio.Future[Mapping[str, str]] = asyncio.get_running_loop().create_future()
        self._waiting: dict[int, asyncio.Future[wire.StageOutcome]] = {}
        self._services: dict[int, Service] = {}
        self._numbers = itertools.count(1)
        self._ended = asyncio.Event()

    @classmethod
    async def start(cls, user: int | None = None) -> Launcher:
        """Start a launcher, optionally as another user (only root can)."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with theirs:
            process = _spawn(theirs.fileno(), user)
        loop = asyncio.get_running_loop()
        _, launcher = await loop.create_unix_connection(lambda: cls(process, ours), sock=ours)
        try:
            launcher.facts = await launcher._hello
        except BaseException:
            await asyncio.shield(launcher.aclose())
            raise
        if "error" in launcher.facts:
            await launcher.aclose()
            raise SandboxUnavailable(
                f"this machine cannot isolate programs: {launcher.facts['error']}", _USER_NAMESPACE_HINT
            )
        return launcher

    @property
    def closed(self) -> bool:
        """Whether the launcher no longer accepts stages."""
        return self._transport is None or self._transport.is_closing()

    async def run(self, order: wire.StageOrder) -> wire.StageOutcome:
        """Run one stage to completion."""
        if self._transport is None or self.closed:
            raise SandboxError("the launcher has exited")
        job = next(self._numbers)
        data = wire.encode_order(job, order)
        if len(data) > wire.MAX_FRAME_BYTES:
            hint = "keep files and input below 1 GiB in total"
            raise UsageError(f"a stage of {len(data)} bytes is too large", hint)
        outcome: asyncio.Future[wire.StageOutcome] = asyncio.get_running_loop().create_future()
        self._waiting[job] = outcome
        try:
            self._transport.write(data)
            return await outcome
        except asyncio.CancelledError:
            if not self.closed:
                self._transport.write(wire.encode_cancel(job))
            raise
        finally:
            del self._waiting[job]

    def start_service(self, order: wire.StageOrder) -> Service:
        """Start a stage that answers requests until it is closed."""
        if self._transport is None or self.closed:
            raise SandboxError("the launcher has exited")
        job = next(self._numbers)
        self._transport.write(wire.encode_order(job, order))
        service = self._services[job] = Service(job, self)
        return service

    def feed(self, job: int, data: bytes) -> None:
        """Send input to a service. Empty input: no request is in progress."""
        if self._transport is not None and not self.closed:
            self._transport.write(wire.encode_feed(job, data))

    def end_service(self, job: int) -> None:
        """Kill a service."""
        self._services.pop(job, None)
        if self._transport is not None and not self.closed:
            self._transport.write(wire.encode_cancel(job))

    async def ended(self) -> None:
        """Wait until the connection is closed."""
        await self._ended.wait()

    async def aclose(self) -> None:
        """Close the connection and wait until every process has exited."""
        if self._transport is not None and not self._transport.is_closing():
            # A forked child may hold a copy of the socket, so closing this one would not end the connection.
            with contextlib.suppress(OSError):
                self._connection.shutdown(socket.SHUT_RDWR)
            self._transport.abort()
        try:
            await asyncio.to_thread(self._wait)
        except RuntimeError:  # the interpreter is shutting down and cannot start threads
            self._wait()

    def _wait(self) -> None:
        """Wait for the guardian process. It gives up on processes that it cannot kill, so it always exits; the timeout
        is there in case it does not."""
        try:
            self.process.wait(_GUARDIAN_PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        for kind, payload in wire.frames(self._buffer):
            self._handle(kind, payload)

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended.set()
        if not self._hello.done():
            self._hello.set_exception(SandboxUnavailable("the launcher exited during startup", _BUILD_HINT))
        for outcome in self._waiting.values():
            if not outcome.done():
                outcome.set_exception(SandboxError("the launcher exited in the middle of a stage"))
        for service in self._services.values():
            service.end()
        self._services.clear()

    def _handle(self, kind: wire.Frame, payload: bytes) -> None:
        if kind is wire.Frame.HELLO and not self._hello.done():
            self._hello.set_result(wire.decode_hello(payload))
        elif kind is wire.Frame.OUTPUT:
            job, cpu_s, memory_bytes, data = wire.decode_output(payload)
            if service := self._services.get(job):
                service.receive(data, cpu_s, memory_bytes)
        elif kind is wire.Frame.RESULT:
            job, outcome = wire.decode_result(payload)
            self._end_of(job)
            if (future := self._waiting.get(job)) and not future.done():
                future.set_result(outcome)
        elif kind is wire.Frame.FAILURE:
            job, reason = wire.decode_failure(payload)
            self._end_of(job)
            if (future := self._waiting.get(job)) and not future.done():
                future.set_exception(SandboxError(reason))

    def _end_of(self, job: int) -> None:
        if service := self._services.pop(job, None):
            service.end()


class Answer(msgspec.Struct, frozen=True):
    """What a service answered, and what it used for that."""

    data: bytes
    wall_s: float
    cpu_s: float
    memory_bytes: int
    """Peak memory of the service so far."""


class Service:
    """A stage that answers one request at a time. Requests and answers start with their length, eight bytes."""

    def __init__(self, job: int, launcher: Launcher) -> None:
        self._job, self._launcher = job, launcher
        self._buffer = bytearray()
        self._cpu_s = 0.0
        self._used = (0.0, 0)
        self._complete: asyncio.Future[None] | None = None
        self.ended = False
        """Whether it can answer no more."""

    async def ask(self, data: bytes) -> Answer | None:
        """Send a request and wait for the answer; None if the service ends instead. A cancelled request ends it."""
        if self.ended:
            return None
        started = time.monotonic()
        self._complete = asyncio.get_running_loop().create_future()
        self._launcher.feed(self._job, wire.LENGTH.pack(len(data)) + data)
        try:
            await self._complete
        except BaseException:
            self.close()
            raise
        if self.ended:
            return None
        self._launcher.feed(self._job, b"")
        answer = bytes(self._buffer[wire.LENGTH.size :])
        self._buffer.clear()
        cpu_s, memory_bytes = self._used
        used_s, self._cpu_s = cpu_s - self._cpu_s, cpu_s
        return Answer(answer, time.monotonic() - started, used_s, memory_bytes)

    def receive(self, data: bytes, cpu_s: float, memory_bytes: int) -> None:
        """Take the next part of an answer."""
        self._buffer += data
        self._used = (cpu_s, memory_bytes)
        if self._complete is None or self._complete.done() or len(self._buffer) < wire.LENGTH.size:
            return
        (length,) = wire.LENGTH.unpack_from(self._buffer)
        if len(self._buffer) == wire.LENGTH.size + length:
            self._complete.set_result(None)
        elif len(self._buffer) > wire.LENGTH.size + length:
            self.close()  # it sent more than the length it announced

    def close(self) -> None:
        """Kill the service."""
        if not self.ended:
            self._launcher.end_service(self._job)
            self.end()

    def end(self) -> None:
        """Mark the service as ended; a request in progress gets no answer."""
        self.ended = True
        if self._complete is not None and not self._complete.done():
            self._complete.set_result(None)


def _spawn(client: int, user: int | None) -> subprocess.Popen[bytes]:
    try:
        binary = os.open(LAUNCHER, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise SandboxUnavailable(f"the launcher is not built: {error.strerror}", _BUILD_HINT) from error
    try:
        return subprocess.Popen(
            ["benchwright-launcher", str(client)],
            # By descriptor, because another user may not be able to reach the file.
            executable=f"/proc/self/fd/{binary}",
            env={},  # benchwright's environment must never reach a program
            pass_fds=(client, binary),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,  # Ctrl-C must not reach the launcher; it exits when the connection closes
            user=user,
            group=user,
            extra_groups=None if user is None else [],
        )
    except OSError as error:
        raise SandboxUnavailable(f"the launcher cannot be started: {error.strerror}", _BUILD_HINT) from error
    finally:
        os.close(binary)
