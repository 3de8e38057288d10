"""What all requests share: settings, the sandbox, the queue in front of it, benchmarks that are served."""

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
from benchwright.server.logs import Log
from benchwright.server.measures import Measures
from benchwright.server.memory import Held
from benchwright.server.queue import Queue, QueuedSandbox, Rates

if TYPE_CHECKING:
    from benchwright.server.reports import Reports

_BODIES = 8
"""So many bodies of the largest size are held at once."""

_ANSWERS_BYTES = 1 << 30
"""So much of answers that are being sent is held at once."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How the service behaves."""

    host: str = "127.0.0.1"
    """Address to listen on."""
    port: int = 8080
    """Port to listen on; 0: any that is free."""
    workers: int = 1
    """Processes that answer requests, each with a launcher of its own."""
    concurrency: int | None = None
    """Programs at once in each worker; None: processors divided by workers."""
    queue: int = 1024
    """Requests that may wait in each worker for their first program; more are refused."""
    max_body_bytes: int = 64 << 20
    """A larger body is refused."""
    max_batch: int = 1000
    """Programs in one batch."""
    max_wall_s: float = 600.0
    """No request may ask for more time."""
    max_memory_bytes: int = 8 << 30
    """Nor for more memory."""
    max_connections: int = 2048
    """Of one peer with each worker; more are closed at once."""
    idle_s: int = 60
    """A connection on which nothing is asked is closed after once or twice this time."""
    drain_s: float = 30.0
    """On SIGTERM, accepted work has so long to finish."""
    token_file: Path | None = None
    """Lines of `token [name [requests per minute [concurrency]]]`."""
    allow_networks: tuple[str, ...] = ()
    """CIDR networks whose clients need no token."""
    benchmarks: Mapping[str, str] = {}
    """Name → benchmark that the dataset endpoints serve."""
    jobs: tuple[Path, ...] = ()
    """Jobs, or folders with jobs, that the explorer under /report/ shows."""
    user: str | None = None
    """User that the workers become once their launcher has started; None: `nobody` where we are root."""
    log_sources: bool = False
    """Whether programs stand in the log."""


class Service:
    """One worker's."""

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
        """`authority` and `rates` are given where workers share them; `problems` are those of benchmarks that were read
        already."""
        self.settings = settings
        self._sandbox = sandbox
        self.queue = Queue(concurrency_of(settings), settings.queue)
        self.measures = Measures(self.queue)
        self.authority = authority or make_authority(settings.host, settings.token_file, settings.allow_networks)
        self.rates = rates or Rates()
        self.answers = Answers()
        self.log = log or Log()
        self.problems = dict(problems or {})
        """Name of a benchmark → its problems by id, as far as it was read."""
        self.draining = False
        """Whether the service is about to end: true from the signal on, for the check of readiness."""
        self.ended = False
        """Whether the drain is over: what is still at work is stopped."""
        self.bodies = Held(_BODIES * settings.max_body_bytes, "bodies")
        """Those of all requests that are being answered."""
        self.unsent = Held(_ANSWERS_BYTES, "answers")
        """Answers that are being sent."""
        self._work: set[asyncio.Task[Any]] = set()

    def sandbox_for(self, client: Client) -> QueuedSandbox:
        """A sandbox whose programs wait for the client's turn; `Overloaded` where there is no room to wait."""
        return QueuedSandbox(self.queue, client, self._sandbox)

    @cached_property
    def reports(self) -> Reports:
        """What there is to show of jobs; made when it is first asked for, because few servers have any."""
        from benchwright.server.reports import Reports

        return Reports(self.settings.jobs)

    def begin(self, work: asyncio.Task[Any]) -> None:
        """A request is being answered by this task."""
        self._work.add(work)
        work.add_done_callback(self._work.discard)

    def end_work(self) -> None:
        """Stop all requests; their clients are told so."""
        self.ended = True
        for work in self._work:
            work.cancel()


def concurrency_of(settings: Settings) -> int:
    """Programs at once in one worker."""
    return settings.concurrency or max(1, (os.cpu_count() or 1) // settings.workers)
