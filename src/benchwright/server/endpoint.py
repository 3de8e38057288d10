"""From a request to its response: one route as an ASGI application."""

from __future__ import annotations

import asyncio
import math
import re
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from typing import Any
from urllib.parse import parse_qsl

import msgspec

from benchwright.errors import BenchwrightError, SandboxError, UsageError
from benchwright.server.api import Api, Route
from benchwright.server.call import Call, Client, InvalidRequest, Overloaded, TooLarge, Unauthorized
from benchwright.server.idempotency import HEADER
from benchwright.server.queue import QueuedSandbox
from benchwright.server.reply import Answer, Send, answer_of, send_answer, whole
from benchwright.server.service import Service

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


BODY_S = 120.0
"""Seconds in which the whole body must arrive."""


STALL_S = 10.0
"""Seconds in which either the end of the body or `_LEAST_BYTES` more of it must arrive."""


_LEAST_BYTES = 64 << 10


class Disconnected(Exception):
    """The client disconnected before its request was complete."""


async def read_body(
    receive: Receive,
    headers: Mapping[str, str],
    limit_bytes: int,
    hold: Callable[[int], None],
    *,
    stall_s: float = STALL_S,
) -> bytes:
    """Read the whole body. Raises `TooLarge` above the limit, and `InvalidRequest` if it arrives too slowly. `hold` is
    called with the size of each piece before the piece is kept."""
    length = headers.get("content-length", "")
    too_large = length.isdigit() and int(length) > limit_bytes
    pieces: list[bytes] = []
    size, fresh = 0, 0
    clock = asyncio.get_running_loop().time
    end = clock() + BODY_S
    try:
        async with asyncio.timeout(stall_s) as patience:
            async for piece in _pieces(receive):
                size += len(piece)
                fresh += len(piece)
                if fresh >= _LEAST_BYTES:
                    fresh = 0
                    patience.reschedule(min(clock() + stall_s, end))
                too_large = too_large or size > limit_bytes
                if not too_large:
                    hold(len(piece))
                    pieces.append(piece)
                elif size > 2 * limit_bytes:
                    break  # many clients read the response only after sending everything: give most of them the chance
    except TimeoutError:
        least = f"send all of it within {BODY_S:.0f} s, and at least {_LEAST_BYTES} bytes every {stall_s:g} s"
        raise InvalidRequest("the body arrives too slowly", least) from None
    if too_large:
        raise TooLarge(f"the body is larger than {limit_bytes} bytes", "send less, or raise the service's --max-body")
    return b"".join(pieces)


async def _pieces(receive: Receive) -> AsyncIterator[bytes]:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        if message.get("body"):
            yield message["body"]
        if not message.get("more_body"):
            return


def decode_body(route: Route, data: bytes) -> Any:
    """Decode the body into the type that the route declares."""
    if route.body is None:
        return None
    try:
        return msgspec.json.decode(data, type=route.body, strict=not route.lax)
    except msgspec.ValidationError as error:
        raise InvalidRequest(f"invalid body: {error}", "see /v1/openapi.json") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidRequest(f"the body is not JSON: {error}", "send one JSON value in UTF-8") from None


async def disconnected(receive: Receive) -> None:
    """Return once the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


Scope = MutableMapping[str, Any]

_SANE_ID = re.compile(r"[A-Za-z0-9._:-]{1,128}")


class Endpoint:
    """Answers the requests of one route."""

    def __init__(self, service: Service, api: Api, route: Route) -> None:
        self._service = service
        self._api = api
        self._route = route

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request. If the client disconnects first, kill its programs and send nothing."""
        request = _Request(self._service, self._api, self._route, scope)
        await request.answer(receive, send)
        request.log()


class _Request:
    """One request in progress."""

    def __init__(self, service: Service, api: Api, route: Route, scope: Scope) -> None:
        self._service = service
        self._api = api
        self._route = route
        self._scope = scope
        self._headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        given = self._headers.get("x-request-id", "")
        self._id = given if _SANE_ID.fullmatch(given) else str(uuid.uuid4())
        self._start = time.monotonic()
        self._call: Call | None = None
        self._data = b""
        self._held_bytes = 0
        self._answer_bytes = 0
        self._gone = False
        self._status: int | None = None
        self._sent_bytes = 0

    async def answer(self, receive: Receive, send: Send) -> None:
        """Read, handle and respond; a disconnect cancels all of it."""
        try:
            answer = await self._prepare(receive)
            if answer is not None:
                await self._send(send, answer)
            else:
                await self._race(receive, send)
        except Disconnected:
            self._gone = True
        finally:
            if self._held_bytes:
                self._service.bodies.give_back(self._known.client.name, self._held_bytes)
            if self._answer_bytes:
                self._service.unsent.give_back(self._known.client.name, self._answer_bytes)

    async def _prepare(self, receive: Receive) -> Answer | None:
        """Do everything that precedes the work; return a response only if that failed."""
        try:
            client = self._client()
            self._call = self._make_call(client)
            if self._route.method == "POST":
                self._data = await self._read(receive)
                self._call = msgspec.structs.replace(self._call, body=decode_body(self._route, self._data))
        except Exception as error:
            if isinstance(error, Disconnected):
                raise
            return self._failed(error)
        return None

    async def _race(self, receive: Receive, send: Send) -> None:
        work = asyncio.create_task(self._work(send))
        gone = asyncio.create_task(disconnected(receive))
        self._service.begin(work)
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                raise Disconnected
            if work.cancelled() and self._status is None:
                ending = Overloaded("the service is shutting down", 1.0)
                await self._send(send, self._failed(ending))
            elif not work.cancelled():
                work.result()
        finally:
            gone.cancel()
            work.cancel()
            await asyncio.gather(work, gone, return_exceptions=True)

    async def _work(self, send: Send) -> None:
        key = self._headers.get(HEADER)
        try:
            if key is None or self._route.method == "GET":
                answer = await self._handle()
            else:
                request = (self._target, self._data)
                answer = await self._service.answers.once(self._known.client.name, key, request, self._handle_whole)
            self._hold_answer(len(answer.body) - self._answer_bytes)
        except BenchwrightError as error:
            answer = self._failed(error)
        await self._send(send, answer)

    async def _handle(self) -> Answer:
        try:
            return answer_of(await self._route.handle(self._known))
        except Exception as error:
            return self._failed(error)

    async def _handle_whole(self) -> Answer:
        return await whole(await self._handle(), self._hold_answer)

    async def _send(self, send: Send, answer: Answer) -> None:
        self._status = answer.status
        timing = {"server-timing": f"queue;dur={self._waited_s * 1000:.2f}"}
        answer = msgspec.structs.replace(answer, headers={**answer.headers, **timing})
        try:
            self._sent_bytes = await send_answer(send, answer, self._id)
        except Exception as error:
            if answer.stream is None:
                raise
            # Cut the connection, so that nobody mistakes the lines sent so far for the complete response.
            self._service.log.failure("the stream failed", error, request=self._id)
            raise Disconnected from error

    @property
    def _known(self) -> Call:
        assert self._call is not None
        return self._call

    @property
    def _target(self) -> str:
        """Route, path and query in a canonical, unambiguous form; the body is not part of it."""
        path, query = sorted(self._known.path.items()), sorted(self._known.query.items())
        return msgspec.json.encode((self._route.name, path, query)).decode()

    @property
    def _waited_s(self) -> float:
        """Seconds that the request's programs have spent in the queue so far."""
        sandbox = self._call.sandbox if self._call else None
        return sandbox.waited_s if isinstance(sandbox, QueuedSandbox) else 0.0

    def _client(self) -> Client:
        peer = (self._scope.get("client") or ("", 0))[0]
        try:
            client = self._service.authority.client(peer, self._headers)
        except Unauthorized:
            if self._route.open:
                return Client(name=peer)
            raise
        if not self._route.open:
            self._service.rates.take(client)
        return client

    def _make_call(self, client: Client) -> Call:
        query = self._scope.get("query_string", b"").decode("latin-1")
        return Call(
            id=self._id,
            client=client,
            path={name: str(value) for name, value in self._scope.get("path_params", {}).items()},
            query=dict(parse_qsl(query, keep_blank_values=True)),
            headers=self._headers,
            sandbox=self._service.sandbox_for(client),
            service=self._service,
        )

    async def _read(self, receive: Receive) -> bytes:
        return await read_body(receive, self._headers, self._service.settings.max_body_bytes, self._hold)

    def _hold(self, size: int) -> None:
        self._service.bodies.take(self._known.client.name, size)
        self._held_bytes += size

    def _hold_answer(self, size: int) -> None:
        most = self._service.unsent.share_bytes
        if self._answer_bytes + size > most:
            hint = f"the limit is {most} bytes: request less, or send a batch without {HEADER}"
            raise UsageError("the response is too large", hint)
        self._service.unsent.take(self._known.client.name, size)
        self._answer_bytes += size

    def _failed(self, error: Exception) -> Answer:
        """Build the API's failure response. Unexpected exceptions are logged, and reported without details."""
        self._count(error)
        if not isinstance(error, BenchwrightError):
            self._service.log.failure("unexpected", error, request=self._id, route=self._route.name)
            error = SandboxError("the service failed; this says nothing about the program", f"request {self._id}")
        elif isinstance(error, SandboxError):
            self._service.log.failure("sandbox failed", error, request=self._id, route=self._route.name)
        reply = self._api.failure(error, self._call)
        extra: dict[str, str] = {}
        if isinstance(error, Overloaded):
            extra["retry-after"] = str(math.ceil(error.retry_after_s))
        if isinstance(error, Unauthorized):
            extra["www-authenticate"] = "Bearer"
        reply = msgspec.structs.replace(reply, headers={**extra, **reply.headers})
        return answer_of(reply, final=False)

    def _count(self, error: Exception) -> None:
        if isinstance(error, Overloaded):
            self._service.measures.refused("rate" if error.limited else "queue")
        elif isinstance(error, Unauthorized):
            self._service.measures.refused("token")
        elif isinstance(error, InvalidRequest):
            self._service.measures.refused("invalid")

    def log(self) -> None:
        """Write the log line and update the metrics. Status 499: the client disconnected before the response was
        complete."""
        wall_s = time.monotonic() - self._start
        waited_s = self._waited_s
        status = 499 if self._gone else self._status or 500
        self._service.measures.request(self._api.name, self._route.name, status, wall_s, waited_s)
        self._service.log.write(
            "info" if status < 500 else "warning",
            "request",
            request=self._id,
            client=self._call.client.name if self._call else None,
            api=self._api.name,
            route=self._route.name,
            status=status,
            wall_ms=round(wall_s * 1000, 2),
            queue_ms=round(waited_s * 1000, 2),
            bytes_in=len(self._data),
            bytes_out=self._sent_bytes,
            body=self._source(),
        )

    def _source(self) -> str | None:
        return self._data.decode(errors="replace") if self._service.settings.log_sources else None
