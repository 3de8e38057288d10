"""One worker: an event loop that answers requests, and a launcher that runs their programs."""

from __future__ import annotations

import asyncio
import logging
import socket

import msgspec

from benchwright.sandbox import LocalSandbox
from benchwright.server.auth import Authority
from benchwright.server.logs import Log
from benchwright.server.rates import Rates
from benchwright.server.service import Service, Settings, concurrency_of


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


def work(shared: Shared, listener: socket.socket) -> int:
    """Answer until SIGTERM, and give the exit code."""
    _log_through(shared.log)
    try:
        return asyncio.run(_work(shared, listener))
    except Exception as error:
        shared.log.failure("the worker failed", error)
        return 1


async def _work(shared: Shared, listener: socket.socket) -> int:
    from benchwright.server.http import HttpServer

    settings = shared.settings
    async with LocalSandbox(concurrency=concurrency_of(settings)) as sandbox:
        service = Service(settings, sandbox, authority=shared.authority, rates=shared.rates, log=shared.log)
        await sandbox.guarantees()  # starts the launcher
        await HttpServer(service).serve(sockets=[listener])
    return 0


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
