"""The HTTP server of one worker."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import signal
from collections import Counter
from collections.abc import Iterator

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from benchwright.server.service import Service

_GRACE_S = 5
"""Seconds after the drain for responses that report the shutdown."""


class _Protocol(H11Protocol):
    """One connection. It is closed when idle for a while, even if part of a request's head has arrived: uvicorn's own
    timeout is cancelled by the first byte. It is aborted when the peer does not read what is sent."""

    peers: Counter[str]
    """Number of connections per peer, across the whole server."""
    most: int
    """Maximum number of connections per peer."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._peer = self.client[0] if self.client else ""
        self.peers[self._peer] += 1
        if self.peers[self._peer] > self.most:
            transport.abort()
        self._was_idle = False
        self._unread_bytes = 0
        """Size of the write buffer at the previous check."""
        self._resumed = False
        """Whether the peer has drained the buffer since then."""
        self._look_again = self.loop.call_later(self.timeout_keep_alive, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        self._look_again.cancel()
        self.peers[self._peer] -= 1
        if not self.peers[self._peer]:
            del self.peers[self._peer]
        super().connection_lost(exc)

    def resume_writing(self) -> None:
        self._resumed = True
        super().resume_writing()

    def _look(self) -> None:
        cycle = getattr(self, "cycle", None)
        idle = cycle is None or cycle.response_complete
        if self._is_unread(idle):
            self.transport.abort()
            return
        if idle and self._was_idle and not self._unread_bytes:
            self.transport.close()
            return
        self._was_idle = idle
        self._look_again = self.loop.call_later(self.timeout_keep_alive, self._look)

    def _is_unread(self, idle: bool) -> bool:
        """Whether data was pending at the previous check and is still pending because the peer does not read."""
        before, self._unread_bytes = self._unread_bytes, self.transport.get_write_buffer_size()
        resumed, self._resumed = self._resumed, False
        stuck = self.flow.write_paused or (idle and self._was_idle and self._unread_bytes >= before)
        return min(before, self._unread_bytes) > 0 and not resumed and stuck


def _protocol(most: int) -> type[_Protocol]:
    """Make a protocol class whose connections are counted together, with file descriptors left for other peers."""
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = most if descriptors == resource.RLIM_INFINITY else min(most, descriptors // 2)
    return type("_CountedProtocol", (_Protocol,), {"peers": Counter(), "most": limit})


class HttpServer(uvicorn.Server):
    """Serves on a socket shared with other workers until SIGTERM, then drains."""

    def __init__(self, service: Service, app: Starlette) -> None:
        self._service = service
        config = uvicorn.Config(
            app,
            http=_protocol(service.settings.max_connections),
            timeout_keep_alive=service.settings.idle_s,
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
        """Drain on SIGTERM. Ignore SIGINT, which a terminal sends to every process: the master forwards it as
        SIGTERM."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.drain)
        yield

    def drain(self) -> None:
        """Accept no more connections; requests still running when the drain ends get an error response."""
        if self.should_exit:
            return
        self._service.draining = True
        self.should_exit = True
        asyncio.get_running_loop().call_later(self._service.settings.drain_s, self._service.end_work)
