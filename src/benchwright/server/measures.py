"""What the service counts, for Prometheus."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

    from benchwright.server.queue import Queue

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Variable that names the folder through which workers count together; without it each counts alone."""
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)


class Measures:
    """One worker's; `text` tells of all workers together."""

    def __init__(self, queue: Queue) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        own = CollectorRegistry()
        self._registry = own
        labels = ("api", "route")
        self._requests = Counter("benchwright_requests", "Requests by answer.", (*labels, "status"), registry=own)
        self._seconds = Histogram(
            "benchwright_request_seconds", "Time to answer.", labels, buckets=_SECONDS, registry=own
        )
        self._waited = Histogram(
            "benchwright_queue_seconds", "Time that a request's programs waited.", buckets=_SECONDS, registry=own
        )
        self._refused = Counter("benchwright_refused", "Requests refused before they ran.", ("reason",), registry=own)
        self._verdicts = Counter(
            "benchwright_verdicts", "Verdicts given, by tests or of plain runs.", ("verdict", "judged"), registry=own
        )
        self._queue = queue
        self._waiting = Gauge("benchwright_waiting", "Programs that wait.", multiprocess_mode="livesum", registry=own)
        self._running = Gauge("benchwright_running", "Programs that run.", multiprocess_mode="livesum", registry=own)

    def request(self, api: str, route: str, status: int, wall_s: float, waited_s: float) -> None:
        """One request was answered."""
        self._requests.labels(api, route, status).inc()
        self._seconds.labels(api, route).observe(wall_s)
        self._waited.observe(waited_s)
        self.look()

    def refused(self, reason: str) -> None:
        """One was not let in: `token`, `rate`, `queue`, `invalid`."""
        self._refused.labels(reason).inc()

    def verdict(self, verdict: str, *, judged: bool) -> None:
        """One was given. Not `judged`: a plain run, which passes by ending well."""
        self._verdicts.labels(verdict, str(judged).lower()).inc()

    def look(self) -> None:
        """See how full the queue is now."""
        self._waiting.set(self._queue.waiting)
        self._running.set(self._queue.running)

    def text(self) -> str:
        """Everything, as Prometheus reads it."""
        from prometheus_client import generate_latest

        self.look()
        return generate_latest(self._all()).decode()

    def _all(self) -> CollectorRegistry:
        if FOLDER not in os.environ:
            return self._registry
        from prometheus_client import CollectorRegistry
        from prometheus_client.multiprocess import MultiProcessCollector

        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return together


MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
"""Of `text`."""
