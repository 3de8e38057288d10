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
from benchwright.server.logs import Log
from benchwright.server.measures import FOLDER
from benchwright.server.privileges import become, end_with_parent
from benchwright.server.queue import Rates
from benchwright.server.service import Service, Settings, concurrency_of

if TYPE_CHECKING:
    from benchwright.server.http import HttpServer


CANNOT_START = 3
"""Exit code of a worker that would fail again if it were started again."""


class Shared(msgspec.Struct, frozen=True, kw_only=True):
    """What the master made before it forked its workers."""

    settings: Settings
    """How the service behaves."""
    authority: Authority
    """Who may ask."""
    rates: Rates
    """How often."""
    log: Log
    """For all lines."""
    problems: Mapping[str, Mapping[str, Problem]] = {}
    """Name of a benchmark → its problems by id."""
    user: pwd.struct_passwd | None = None
    """Whom the worker becomes; None: it stays who it is."""
    read_all: bool = False
    """Whether it keeps the right to read all files."""
    apis: tuple[Api, ...] | None = None
    """What is served; None: all that are found."""


def work(shared: Shared, listener: socket.socket, master: int) -> int:
    """Answer until SIGTERM or the master's death, and give the exit code."""
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
        if os.getppid() != master:  # it was killed, and left its folder to us
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
        await sandbox.guarantees()  # starts the launcher, which needs the rights
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
    """As many descriptors as we may have; the launcher has the limit that we started with."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def _end_with_launcher(sandbox: LocalSandbox, server: HttpServer) -> None:
    """Without rights we cannot start another one as good: a new worker can."""
    await sandbox.launcher_ended()
    server.drain()


class _Through(logging.Handler):
    """Lines of libraries become lines of ours."""

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
