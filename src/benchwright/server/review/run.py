"""Serve the review page and its API on this machine until Ctrl-C. The HTML is in this folder; scripts and styles are
built from the frontend."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.report.reviewing import (
    CheckResult,
    Review,
    ReviewChange,
    ReviewCheck,
    ReviewList,
    ReviewOverview,
    ReviewProblem,
    ReviewRun,
    RunResult,
    ShownReference,
)
from benchwright.report.reviewing.store import Reviewed, Reviews
from benchwright.report.site.page import ASSETS
from benchwright.sandbox.remote import open_sandbox
from benchwright.server.api import Api, Route, Text
from benchwright.server.apis.v1.failure import failure
from benchwright.server.apis.v1.records import Failure
from benchwright.server.app import build_app
from benchwright.server.auth import Authority, digest_of, refuse_other_sites
from benchwright.server.call import Call, Client
from benchwright.server.measures import Level, Log
from benchwright.server.reply import Reply
from benchwright.server.review.session import Session
from benchwright.server.service import Service, Settings
from benchwright.server.static import HEADERS, StaticFile, answer_file, read_files

_NEEDED = ("review.js", "explorer.css")


def require_page() -> None:
    """Raise UsageError if the frontend is not built."""
    for name in _NEEDED:
        if not (ASSETS / name).is_file():
            raise UsageError(f"the review page is not built ({name} is missing)", "run `make frontend`")


@cache
def page_files() -> dict[str, StaticFile]:
    """Return name → file: the index and the built assets; nothing else is served."""
    return read_files(ASSETS) | read_files(Path(__file__).parent)


Handle = Callable[[Call], Awaitable[Reply]]


def review_api(session: Session) -> Api:
    """Build the routes of one session."""

    async def problems(call: Call) -> Reply:
        return _reply(session.list())

    async def problem(call: Call) -> Reply:
        return _reply(session.problem(call.query.get("id", "")))

    async def reference(call: Call) -> Reply:
        return _reply(session.reference(call.query.get("id", "")))

    async def run(call: Call) -> Reply:
        return _reply(await session.run(call, call.body.problem, call.body.code))

    async def check(call: Call) -> Reply:
        return _reply(await session.check(call.sandbox, call.body.problem, call.body.corrections))

    async def save(call: Call) -> Reply:
        return _reply(session.save(call.body))

    async def overview(call: Call) -> Reply:
        return _reply(session.overview())

    return Api(
        name="review",
        routes=(
            *_PAGE,
            _get("problems", "List all problems.", problems, ReviewList),
            _get("problem", "Get one problem without its reference: `?id=`.", problem, ReviewProblem),
            _get("summary", "Summarize all reviews.", overview, ReviewOverview),
            _post(
                "reference",
                "Show the reference, and record that it was shown: `?id=`.",
                reference,
                None,
                ShownReference,
            ),
            _post("run", "Judge a solution.", run, ReviewRun, RunResult),
            _post("check", "Check whether a correction is sound.", check, ReviewCheck, CheckResult),
            _post("save", "Save a review.", save, ReviewChange, Review),
        ),
        failure=_failure,
    )


def _reply(value: object) -> Reply:
    return Reply(value=value, headers=HEADERS)


def _failure(error: Exception, call: Call | None) -> Reply:
    reply = failure(error, call)
    headers: Mapping[str, str] = {**HEADERS, **reply.headers}
    return msgspec.structs.replace(reply, headers=headers)


def _get(name: str, summary: str, handle: Handle, answer: Any) -> Route:
    return _route("GET", name, summary, handle, None, answer)


def _post(name: str, summary: str, handle: Handle, body: Any, answer: Any) -> Route:
    return _route("POST", name, summary, handle, body, answer)


def _route(method: Any, name: str, summary: str, handle: Handle, body: Any, answer: Any) -> Route:
    return Route(
        method=method,
        path=f"/review/{name}",
        name=f"review_{name}",
        summary=summary,
        handle=handle,
        body=body,
        answers={200: answer, 400: Failure},
    )


async def _index(call: Call) -> Reply:
    return answer_file(page_files()["index.html"], call)


async def _asset(call: Call) -> Reply:
    return answer_file(page_files().get(call.path["file"]), call)


_PAGE = (
    Route(
        method="GET",
        path="/",
        name="review_page",
        summary="The review page.",
        handle=_index,
        answers={200: Text(media_type="text/html")},
        open=True,
    ),
    Route(
        method="GET",
        path="/assets/{file}",
        name="review_asset",
        summary="An asset of the page.",
        handle=_asset,
        answers={200: Text(media_type="*/*"), 404: Text()},
        open=True,
    ),
)


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
