"""State that all requests share: settings, the sandbox, the queue in front of it, the served benchmarks."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from benchwright.problems import Problem
from benchwright.sandbox.protocol import Sandbox
from benchwright.server.auth import Authority, make_authority
from benchwright.server.call import Client
from benchwright.server.idempotency import Answers
from benchwright.server.measures import Log, Measures
from benchwright.server.memory import MemoryBudget
from benchwright.server.queue import Queue, QueuedSandbox, Rates

if TYPE_CHECKING:
    from benchwright.server.reports import Reports

_BODIES = 8
"""Number of maximum-size bodies held at the same time."""

_ANSWERS_BYTES = 1 << 30
"""Limit on the total size of responses being sent."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of the service."""

    host: str = "127.0.0.1"
    """Address to listen on."""
    port: int = 8080
    """Port to listen on; 0 picks a free one."""
    workers: int = 1
    """Number of worker processes, each with its own launcher."""
    concurrency: int | None = None
    """Programs that run at the same time in each worker; None: CPUs divided by workers."""
    queue: int = 1024
    """Requests per worker that may wait for their first program; further ones are refused."""
    max_body_bytes: int = 64 << 20
    """Larger request bodies are refused."""
    max_batch: int = 1000
    """Maximum number of items in a batch, of runs of a program, and of cases."""
    max_wall_s: float = 600.0
    """Highest wall-clock limit that a request may set, in seconds."""
    max_memory_bytes: int = 8 << 30
    """Highest memory limit that a request may set."""
    max_connections: int = 2048
    """Connections per peer and worker; further ones are closed immediately."""
    idle_s: int = 60
    """An idle connection is closed after one to two times this many seconds."""
    drain_s: float = 30.0
    """Seconds that accepted work has to finish after SIGTERM."""
    token_file: Path | None = None
    """File with lines of the form `token [name [requests per minute [concurrency]]]`."""
    allow_networks: tuple[str, ...] = ()
    """CIDR networks whose clients need no token."""
    benchmarks: Mapping[str, str] = {}
    """Name → benchmark that the dataset endpoints serve. Empty: the built-in benchmarks."""
    jobs: tuple[Path, ...] = ()
    """Jobs, or folders with jobs, to show in the report at /report/."""
    user: str | None = None
    """User that workers switch to after starting their launcher; None: `nobody` if started as root."""
    log_sources: bool = False
    """Whether to write request bodies, with their programs, to the log."""


class Service:
    """The state of one worker."""

    def __init__(
        self,
        settings: Settings,
        sandbox: Sandbox,
        *,
        authority: Authority | None = None,
        rates: Rates | None = None,
        log: Log | None = None,
        problems: Mapping[str, Mapping[str, Problem]] | None = None,
    ) -> None:
        """`authority` and `rates` are passed if workers share them; `problems` are those of benchmarks already read."""
        self.settings = settings
        self._sandbox = sandbox
        self.queue = Queue(concurrency_of(settings), settings.queue)
        self.measures = Measures(self.queue)
        self.authority = authority or make_authority(settings.host, settings.token_file, settings.allow_networks)
        self.rates = rates or Rates()
        self.answers = Answers()
        self.log = log or Log()
        self.problems = dict(problems or {})
        """Name of a benchmark → its problems by id, for the benchmarks read so far."""
        self.draining = False
        """Whether the service is shutting down: true from the signal on, for the readiness check."""
        self.ended = False
        """Whether the drain is over and unfinished work is cancelled."""
        self.bodies = MemoryBudget(_BODIES * settings.max_body_bytes, "bodies")
        """Bodies of all requests in progress."""
        self.unsent = MemoryBudget(_ANSWERS_BYTES, "answers")
        """Responses being sent."""
        self._work: set[asyncio.Task[Any]] = set()

    def sandbox_for(self, client: Client) -> QueuedSandbox:
        """Make a sandbox whose programs wait for the client's turn; it raises `Overloaded` if the queue is full."""
        return QueuedSandbox(self.queue, client, self._sandbox)

    @cached_property
    def reports(self) -> Reports:
        """Data of the configured jobs; created on first use, because few servers show any."""
        from benchwright.server.reports import Reports

        return Reports(self.settings.jobs)

    def begin(self, work: asyncio.Task[Any]) -> None:
        """Register the task that answers a request."""
        self._work.add(work)
        work.add_done_callback(self._work.discard)

    def end_work(self) -> None:
        """Cancel all requests; their clients get an error response."""
        self.ended = True
        for work in self._work:
            work.cancel()


def concurrency_of(settings: Settings) -> int:
    """Return the number of programs that one worker runs at the same time."""
    return settings.concurrency or max(1, (os.cpu_count() or 1) // settings.workers)
