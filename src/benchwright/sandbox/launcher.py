"""The Python side of the launcher: starts it, sends stages, waits for outcomes."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import socket
import subprocess
from collections.abc import Mapping

from benchwright.errors import SandboxError, SandboxUnavailable, UsageError
from benchwright.sandbox import wire
from benchwright.sandbox.native import LAUNCHER

_BUILD_HINT = "reinstall benchwright on a machine with a C compiler (apt-get install gcc libc6-dev)"
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

    def _handle(self, kind: wire.Frame, payload: bytes) -> None:
        if kind is wire.Frame.HELLO and not self._hello.done():
            self._hello.set_result(wire.decode_hello(payload))
        elif kind is wire.Frame.RESULT:
            job, outcome = wire.decode_result(payload)
            if (future := self._waiting.get(job)) and not future.done():
                future.set_result(outcome)
        elif kind is wire.Frame.FAILURE:
            job, reason = wire.decode_failure(payload)
            if (future := self._waiting.get(job)) and not future.done():
                future.set_exception(SandboxError(reason))


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
