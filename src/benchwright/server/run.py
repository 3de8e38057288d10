"""The server process: a master that holds the socket, and workers with an event loop and a launcher each."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pwd
import resource
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import msgspec

from benchwright.errors import SandboxUnavailable, ToolchainMissing, UsageError
from benchwright.languages import Language, find_toolchain, languages
from benchwright.languages.prepare import is_prepared, prepared_folder
from benchwright.problems import Problem
from benchwright.sandbox import LocalSandbox
from benchwright.server.api import Api
from benchwright.server.auth import Authority, is_open_to_others, make_authority
from benchwright.server.benchmarks import read_benchmarks
from benchwright.server.measures import FOLDER, Log
from benchwright.server.privileges import become, end_with_parent, unreadable_folder, user_to_become
from benchwright.server.queue import Rates
from benchwright.server.reports import check_jobs
from benchwright.server.service import Service, Settings, concurrency_of

if TYPE_CHECKING:
    from types import FrameType

    from benchwright.server.http import HttpServer

CANNOT_START = 3
"""Exit code of a worker that would fail again if restarted."""


class Shared(msgspec.Struct, frozen=True, kw_only=True):
    """State that the master creates before forking workers."""

    settings: Settings
    """Settings of the service."""
    authority: Authority
    """Identifies and admits clients."""
    rates: Rates
    """Request counts shared by all workers."""
    log: Log
    """Log that all workers write to."""
    problems: Mapping[str, Mapping[str, Problem]] = {}
    """Name of a benchmark → its problems by id."""
    user: pwd.struct_passwd | None = None
    """User that the worker switches to; None: it keeps the current one."""
    read_all: bool = False
    """Whether the worker keeps the right to read all files."""
    apis: tuple[Api, ...] | None = None
    """APIs to serve; None: all that are discovered."""


def work(shared: Shared, listener: socket.socket, master: int) -> int:
    """Serve until SIGTERM or the master's death, and return the exit code."""
    _log_through(shared.log)
    signal.signal(signal.SIGTERM, _exit)  # until the server handles it: the default would skip the clean-up below
    try:
        return asyncio.run(_work(shared, listener, master))
    except SandboxUnavailable as error:
        shared.log.write("error", error.sentence)
        return CANNOT_START
    except Exception as error:
        shared.log.failure("the worker failed", error)
        return 1
    finally:
        if os.getppid() != master:  # the master was killed and could not remove its folder
            shutil.rmtree(os.environ[FOLDER], ignore_errors=True)


def _exit(number: int, _: FrameType | None) -> None:
    raise SystemExit(128 + number)


async def _work(shared: Shared, listener: socket.socket, master: int) -> int:
    from benchwright.server.app import build_app
    from benchwright.server.http import HttpServer

    settings = shared.settings
    async with LocalSandbox(concurrency=concurrency_of(settings), restart=shared.user is None) as sandbox:
        service = Service(
            settings,
            sandbox,
            authority=shared.authority,
            rates=shared.rates,
            log=shared.log,
            problems=shared.problems,
        )
        app = build_app(service, shared.apis)
        await sandbox.guarantees()  # starts the launcher, which needs the privileges
        if shared.user is not None:
            become(shared.user, read_all=shared.read_all)
        end_with_parent(master)
        _allow_connections()
        server = HttpServer(service, app)
        watch = asyncio.create_task(_end_with_launcher(sandbox, server)) if shared.user is not None else None
        await server.serve(sockets=[listener])
        if watch is not None:
            watch.cancel()
    return 0


def _allow_connections() -> None:
    """Raise the limit of file descriptors to the maximum; the launcher keeps the original limit."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def _end_with_launcher(sandbox: LocalSandbox, server: HttpServer) -> None:
    """Drain when the launcher dies: without privileges only a new worker can start another."""
    await sandbox.launcher_ended()
    server.drain()


class _Through(logging.Handler):
    """Forwards log records of libraries to the service's log."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            self._log.failure(record.getMessage(), error, source=record.name)
        else:
            self._log.write(
                "error" if record.levelno >= logging.ERROR else "warning", record.getMessage(), source=record.name
            )


def _log_through(log: Log) -> None:
    logging.getLogger().addHandler(_Through(log))


def find_all(log: Log) -> None:
    """Find every toolchain, skipping those that are not installed."""
    with ThreadPoolExecutor(2 * (os.cpu_count() or 1)) as pool:
        for _ in pool.map(lambda language: _find(language, log), languages().values()):
            pass


def _find(language: Language, log: Log) -> None:
    try:
        toolchain = find_toolchain(language)
    except ToolchainMissing:
        return
    if not language.toolchain.prepare:
        return
    if not is_prepared(language, toolchain):
        log.write("info", "preparing a toolchain (first use)", language=language.id)
    try:
        prepared_folder(language, toolchain)
    except ToolchainMissing as missing:
        log.write("warning", missing.sentence, language=language.id)


_SIGNALS = (signal.SIGTERM, signal.SIGINT)
_BACKLOG = 2048
_GRACE_S = 10.0
"""Seconds after the drain for a worker to respond to its clients and stop its launcher."""
_CALM_S = 1.0
"""A worker that died sooner than this is restarted only after this delay, in seconds."""


def serve(settings: Settings, apis: tuple[Api, ...] | None = None) -> None:
    """Serve until SIGTERM or SIGINT, then give accepted work `drain_s` to finish. A second signal exits immediately.
    `apis` replaces the APIs that are discovered by default."""
    _require_packages()
    authority = make_authority(settings.host, settings.token_file, settings.allow_networks)
    user = user_to_become(settings.user)
    problems = read_benchmarks(settings.benchmarks)
    log = Log()
    check_jobs(settings.jobs, user, log, read_all=user is not None and unreadable_folder(user) is not None)
    if settings.token_file is not None and is_open_to_others(settings.token_file):
        log.write("warning", "other users can read the token file", path=str(settings.token_file))
    with listen(settings.host, settings.port) as listener, _counters(user):
        find_all(log)
        rates = Rates()
        rates.enter(authority.known)
        warning = _warn_of_reading_all(user, log)
        shared = Shared(
            settings=settings,
            authority=authority,
            rates=rates,
            log=log,
            problems=problems,
            user=user,
            read_all=warning is not None,
            apis=apis,
        )
        host, port = listener.getsockname()[:2]
        where = f"listening on http://{f'[{host}]' if ':' in host else host}:{port}"
        print(where if warning is None else f"{where}\nwarning: {warning}", flush=True)
        _Master(shared, listener).run()


class _Master:
    """Starts workers and restarts them when they die."""

    def __init__(self, shared: Shared, listener: socket.socket) -> None:
        self._shared = shared
        self._listener = listener
        self._workers: dict[int, float] = {}
        """Process id of each worker → its start time."""

    def run(self) -> None:
        """Run until a signal arrives and the workers have exited."""
        # Wait for signals instead of handling them: none can then arrive at a bad moment.
        signal.pthread_sigmask(signal.SIG_BLOCK, (*_SIGNALS, signal.SIGCHLD))
        for _ in range(self._shared.settings.workers):
            self._start()
        while signal.sigwait((*_SIGNALS, signal.SIGCHLD)) == signal.SIGCHLD:
            for pid, began, code in self._ended():
                if code == CANNOT_START:
                    self._stop()
                    raise SandboxUnavailable(
                        "programs cannot be isolated here", "run `benchwright doctor` to find out why"
                    )
                self._shared.log.write("error", "a worker died; restarting it", worker=pid)
                if time.monotonic() - began < _CALM_S and signal.sigtimedwait(_SIGNALS, _CALM_S):
                    return self._stop()
                self._start()
        return self._stop()

    def _start(self) -> None:
        began, master = time.monotonic(), os.getpid()
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, (*_SIGNALS, signal.SIGCHLD))
                code = work(self._shared, self._listener, master)
            finally:
                os._exit(code)
        self._workers[pid] = began

    def _ended(self) -> Iterator[tuple[int, float, int]]:
        """Yield the workers that have exited since the last call: process id, start time, exit code."""
        while self._workers:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            _forget_counters(pid)
            if pid in self._workers:
                yield pid, self._workers.pop(pid), os.waitstatus_to_exitcode(status)

    def _stop(self) -> None:
        """Let the workers drain; afterwards, or on a second signal, kill them."""
        self._listener.close()
        self._signal(signal.SIGTERM)
        deadline = time.monotonic() + self._shared.settings.drain_s + _GRACE_S
        while self._workers:
            seen = signal.sigtimedwait((*_SIGNALS, signal.SIGCHLD), max(0.0, deadline - time.monotonic()))
            if seen is None or seen.si_signo in _SIGNALS:
                self._signal(signal.SIGKILL)
                while self._workers:
                    self._workers.pop(os.wait()[0], None)
            list(self._ended())

    def _signal(self, number: signal.Signals) -> None:
        for pid in self._workers:
            os.kill(pid, number)


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket; port 0 picks a free port."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except (OSError, OverflowError) as error:
        hint = "choose another --port, or stop the process that listens there"
        raise UsageError(f"cannot listen on {host}:{port}: {error}", hint) from error
    listener.setblocking(False)
    return listener


@contextlib.contextmanager
def _counters(user: pwd.struct_passwd | None) -> Iterator[None]:
    """Provide the folder in which workers aggregate their metrics."""
    folder = tempfile.mkdtemp(prefix=f"benchwright-counters-{os.getpid()}-")
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)
    os.environ[FOLDER] = folder
    try:
        yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _warn_of_reading_all(user: pwd.struct_passwd | None, log: Log) -> str | None:
    """Build the warning for workers that keep the right to read all files; None if they need not."""
    folder = unreadable_folder(user) if user is not None else None
    if user is None or folder is None:
        return None
    message = (
        f"workers keep the right to read all files on this machine, because {user.pw_name} cannot enter {folder}; "
        f"install Python and benchwright where {user.pw_name} can read them, or do not start the server as root"
    )
    log.write("warning", message, user=user.pw_name, folder=str(folder))
    return message


def _forget_counters(pid: int) -> None:
    """Drop a dead worker's gauges; its counters stay."""
    folder = os.environ[FOLDER]
    for name in os.listdir(folder):
        if name.startswith("gauge_live") and name.endswith(f"_{pid}.db"):
            os.unlink(os.path.join(folder, name))


def _require_packages() -> None:
    """Check the packages before listening. They are not imported: a worker must import the metrics library only after
    forking."""
    from importlib.util import find_spec

    if not all(map(find_spec, ("uvicorn", "starlette", "prometheus_client"))):
        raise UsageError("the server's packages are not installed", "pip install 'benchwright[server]'")
    if "prometheus_client" in sys.modules:
        raise RuntimeError("call serve() before importing prometheus_client")
