"""Serve the review page on this machine until Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import signal
import socket
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from benchwright.errors import UsageError
from benchwright.report.reviewing.kept import Reviewed, Reviews
from benchwright.sandbox.remote import open_sandbox
from benchwright.server.app import build_app
from benchwright.server.auth import Authority, digest_of, refuse_other_sites
from benchwright.server.call import Client
from benchwright.server.measures import Level, Log
from benchwright.server.review.api import require_page, review_api
from benchwright.server.review.session import Session
from benchwright.server.service import Service, Settings

HOST = "127.0.0.1"
_MOST_BODY_BYTES = 8 << 20


class ReviewAuthority(Authority):
    """Admits requests that carry the token and come from the review page itself; other pages in the browser are
    refused."""

    def __init__(self, token: str) -> None:
        super().__init__({digest_of(token): Client(name="reviewer")}, (), local=False)

    def client(self, peer: str, headers: Mapping[str, str]) -> Client:
        """Identify the reviewer; raise `Unauthorized` for anybody else."""
        refuse_other_sites(headers)
        return super().client(peer, headers)


class _FailuresOnly(Log):
    """Logs errors only, to keep request lines out of the reviewer's terminal."""

    def write(self, level: Level, event: str, **fields: Any) -> None:
        if level == "error":
            super().write(level, event, **fields)


def serve_review(reviewed: Reviewed, reviewer: str, *, port: int, sandbox: str, opened: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM. `opened` is called with the URL once the socket listens."""
    _require_packages()
    require_page()
    with listener_on(port) as listener, Reviews(reviewed.folder) as reviews:
        session = Session(reviewed, reviews, reviewer)
        asyncio.run(_serve(session, listener, sandbox, opened))


def listener_on(port: int) -> socket.socket:
    """Open a socket that only this machine can reach."""
    from benchwright.server.run import listen

    return listen(HOST, port)


def review_service(sandbox: Any, token: str, port: int = 0) -> Service:
    """Build the service behind the page: one client, one token."""
    settings = Settings(host=HOST, port=port, max_body_bytes=_MOST_BODY_BYTES, drain_s=0.0)
    return Service(settings, sandbox, authority=ReviewAuthority(token), log=_FailuresOnly())


async def _serve(session: Session, listener: socket.socket, spec: str, opened: Callable[[str], None]) -> None:
    from benchwright.server.http import HttpServer

    class Server(HttpServer):
        """Stops on Ctrl-C without a drain."""

        @contextlib.contextmanager
        def capture_signals(self) -> Iterator[None]:
            loop = asyncio.get_running_loop()
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, self.drain)
            yield

    token = secrets.token_urlsafe(24)
    port = listener.getsockname()[1]
    async with open_sandbox(spec) as sandbox:
        service = review_service(sandbox, token, port)
        try:
            server = Server(service, build_app(service, (review_api(session),)))
            opened(f"http://{HOST}:{port}/#token={token}")
            await server.serve(sockets=[listener])
        finally:
            service.rates.close()


def _require_packages() -> None:
    from importlib.util import find_spec

    if not all(map(find_spec, ("uvicorn", "starlette", "prometheus_client"))):
        raise UsageError("the server's packages are not installed", "pip install 'benchwright[server]'")
