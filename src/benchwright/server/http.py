"""The HTTP server of one worker."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Iterator

import uvicorn

from benchwright.server.app import build_app
from benchwright.server.service import Service

_GRACE_S = 5
"""Beyond the drain, for answers that tell of its end."""


class HttpServer(uvicorn.Server):
    """Answers on a socket that others may answer on too, until SIGTERM and the drain after it."""

    def __init__(self, service: Service) -> None:
        self._service = service
        config = uvicorn.Config(
            build_app(service),
            log_config=None,
            access_log=False,
            lifespan="off",
            ws="none",
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=int(service.settings.drain_s) + _GRACE_S,
        )
        super().__init__(config)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """SIGTERM begins the drain. SIGINT goes to all processes of a terminal: the master tells us."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.drain)
        yield

    def drain(self) -> None:
        """Accept no more; requests that are still at work when the drain is over are told so."""
        self._service.draining = True
        self.should_exit = True
        asyncio.get_running_loop().call_later(self._service.settings.drain_s, self._service.end_work)
