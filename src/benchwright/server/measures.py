"""Prometheus metrics of the service."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

    from benchwright.server.queue import Queue

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Variable that names the folder in which workers aggregate their metrics; without it, each worker counts alone."""
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)


class Measures:
    """The metrics of one worker; `text` covers all workers."""

    def __init__(self, queue: Queue) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        own = CollectorRegistry()
        self._registry = own
        labels = ("api", "route")
        self._requests = Counter(
            "benchwright_requests", "Requests by response status.", (*labels, "status"), registry=own
        )
        self._seconds = Histogram(
            "benchwright_request_seconds", "Time to respond.", labels, buckets=_SECONDS, registry=own
        )
        self._waited = Histogram(
            "benchwright_queue_seconds", "Time a request's programs spent in the queue.", buckets=_SECONDS, registry=own
        )
        self._refused = Counter("benchwright_refused", "Requests refused before they ran.", ("reason",), registry=own)
        self._verdicts = Counter(
            "benchwright_verdicts",
            "Verdicts, of judged solutions and of plain runs.",
            ("verdict", "judged"),
            registry=own,
        )
        self._queue = queue
        self._waiting = Gauge(
            "benchwright_waiting", "Programs waiting in the queue.", multiprocess_mode="livesum", registry=own
        )
        self._running = Gauge("benchwright_running", "Programs running.", multiprocess_mode="livesum", registry=own)

    def request(self, api: str, route: str, status: int, wall_s: float, waited_s: float) -> None:
        """Record a request that was answered."""
        self._requests.labels(api, route, status).inc()
        self._seconds.labels(api, route).observe(wall_s)
        self._waited.observe(waited_s)
        self.look()

    def refused(self, reason: str) -> None:
        """Record a refusal: `token`, `rate`, `queue` or `invalid`."""
        self._refused.labels(reason).inc()

    def verdict(self, verdict: str, *, judged: bool) -> None:
        """Record a verdict. Without `judged` it is a plain run, which passes by exiting cleanly."""
        self._verdicts.labels(verdict, str(judged).lower()).inc()

    def look(self) -> None:
        """Sample the current length of the queue."""
        self._waiting.set(self._queue.waiting)
        self._running.set(self._queue.running)

    def text(self) -> str:
        """Render all metrics in the Prometheus text format."""
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
"""Content type of `Measures.text`."""
