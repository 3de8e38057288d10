"""What operators see: metrics for Prometheus, and one line of JSON per request and event."""

from __future__ import annotations

import os
import sys
import time
import traceback
from typing import TYPE_CHECKING, Any, Literal, TextIO

import msgspec

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

    from benchwright.server.queue import Queue


Level = Literal["info", "warning", "error"]


class Log:
    """Writes log lines. Programs and their output appear only if that was requested."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream

    def write(self, level: Level, event: str, **fields: Any) -> None:
        """Write one line, omitting fields that are None."""
        known = {name: value for name, value in fields.items() if value is not None}
        line = {"time": _now(), "level": level, "event": event, **known}
        stream = self._stream or sys.stderr
        try:
            stream.write(msgspec.json.encode(line, enc_hook=str).decode() + "\n")
            stream.flush()
        except OSError:
            pass  # requests are served even if the log is broken

    def failure(self, event: str, error: BaseException, **fields: Any) -> None:
        """Log an exception with its traceback."""
        lines = traceback.format_exception(error)
        self.write("error", event, error=repr(error), traceback="".join(lines), **fields)


def _now() -> str:
    now = time.time()
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(now))}.{int(now % 1 * 1000):03d}Z"


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
        self.sample_queue()

    def refused(self, reason: str) -> None:
        """Record a refusal: `token`, `rate`, `queue` or `invalid`."""
        self._refused.labels(reason).inc()

    def verdict(self, verdict: str, *, judged: bool) -> None:
        """Record a verdict. Without `judged` it is a plain run, which passes by exiting cleanly."""
        self._verdicts.labels(verdict, str(judged).lower()).inc()

    def sample_queue(self) -> None:
        """Sample the current length of the queue."""
        self._waiting.set(self._queue.waiting)
        self._running.set(self._queue.running)

    def text(self) -> str:
        """Render all metrics in the Prometheus text format."""
        from prometheus_client import generate_latest

        self.sample_queue()
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
