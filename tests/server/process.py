"""A real `benchwright serve`, and the application in process."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import httpx

from benchwright.sandbox import LocalSandbox, Sandbox
from benchwright.server.api import Api
from benchwright.server.app import build_app
from benchwright.server.measures import Log
from benchwright.server.service import Service, Settings
from tests.sandbox.leftovers import Process, descendants, launchers


@dataclass
class Server:
    """A running service."""

    url: str
    process: subprocess.Popen[str]
    log_file: IO[bytes] = field(repr=False)

    @property
    def log(self) -> str:
        """Log lines written so far."""
        return Path(self.log_file.name).read_text()

    @property
    def workers(self) -> list[Process]:
        """Process ids of its workers."""
        return [child for child in descendants(self.process.pid) if child.parent == self.process.pid]

    @property
    def launchers(self) -> list[Process]:
        """Process ids of its workers' launchers."""
        return [launcher for worker in self.workers for launcher in launchers(worker.pid)]

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send SIGTERM and wait."""
        self.process.send_signal(number)
        return self.process.wait(timeout=60)


def started(*arguments: str | Path) -> contextlib.AbstractContextManager[Server]:
    """Run `benchwright serve` with these arguments on a free port, for the duration of the block."""
    return _started(["-m", "benchwright", "serve", "--port", "0", *map(str, arguments)])


def started_probe(**settings: Any) -> contextlib.AbstractContextManager[Server]:
    """Like `started`, with only the API in tests/server/probe.py."""
    return _started(["-m", "tests.server.probe", json.dumps({"port": 0, **settings})])


@contextlib.contextmanager
def _started(command: Sequence[str]) -> Iterator[Server]:
    with tempfile.NamedTemporaryFile(prefix="benchwright-test-log-") as log_file:
        process = subprocess.Popen(
            [sys.executable, *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log_file,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("listening on "), Path(log_file.name).read_text()
            yield Server(line.removeprefix("listening on ").strip(), process, log_file)
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait(timeout=60)
            if process.stdout is not None:
                process.stdout.close()


@dataclass
class App:
    """The application in this process."""

    client: httpx.AsyncClient
    service: Service
    log: io.StringIO


@contextlib.asynccontextmanager
async def in_process(
    apis: Sequence[Api] | None = None, sandbox: Sandbox | None = None, *, peer: str = "127.0.0.1", **settings: Any
) -> AsyncIterator[App]:
    """Build the application over a local sandbox, or the given one; `app.client` sends requests to it."""
    log = io.StringIO()
    own = sandbox or LocalSandbox()
    service = Service(Settings(**settings), own, log=Log(log))
    transport = httpx.ASGITransport(build_app(service, apis), raise_app_exceptions=False, client=(peer, 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=60) as client:
        try:
            yield App(client, service, log)
        finally:
            service.rates.close()
            if sandbox is None:
                await own.aclose()


async def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Poll until a condition holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.005)
