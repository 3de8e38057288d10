"""One worker: an event loop that answers requests, and a launcher that runs their programs."""

from __future__ import annotations

import asyncio
import logging
import os
import pwd
import resource
import shutil
import socket
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from benchwright.errors import SandboxUnavailable
from benchwright.problems import Problem
from benchwright.sandbox import LocalSandbox
from benchwright.server.api import Api
from benchwright.server.auth import Authority
from benchwright.server.measures import FOLDER, Log
from benchwright.server.privileges import become, end_with_parent
from benchwright.server.queue import Rates
from benchwright.server.service import Service, Settings, concurrency_of

if TYPE_CHECKING:
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
