"""Requests to a benchwright service: one client with open connections, which asks again what failed for no lasting
reason. A request keeps its key when it is repeated, so that the service does its work once."""

from __future__ import annotations

import asyncio
import os
import uuid
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import msgspec

from benchwright.errors import BenchwrightError, SandboxBusy, SandboxError, SandboxUnavailable, UsageError
from benchwright.sandbox.failure import Failure, error_of
from benchwright.sandbox.patience import Patience

if TYPE_CHECKING:
    import httpx

TOKEN_VARIABLE = "BENCHWRIGHT_TOKEN"
_CONNECT_TIMEOUT_S = 10.0
_KEEP_ALIVE_S = 4.0
"""Less than servers keep an idle connection: a request must not meet one that is just being closed."""
_AGAIN = frozenset({429, 500, 502, 503, 504})


class Transport:
    """Speaks HTTP to one service."""

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        attempts: int = 5,
        patience_s: float = 300.0,
        connections: int = 64,
    ) -> None:
        """`token`: by default $BENCHWRIGHT_TOKEN. `attempts`: requests before a failing service is given up; 1: none is
        repeated, not even when there is no room.
        `patience_s`: how long one without room is asked again. `connections`: requests at once."""
        if not url.startswith(("http://", "https://")):
            raise UsageError(f"{url!r} is no address of a service", "write http://host:port")
        self.url = url.rstrip("/")
        self.patience_s = patience_s
        self._token = token if token is not None else os.environ.get(TOKEN_VARIABLE, "")
        if not (self._token.isascii() and self._token.isprintable()):
            raise UsageError("the token has characters that no header can hold", f"see ${TOKEN_VARIABLE}")
        self._attempts = attempts
        self._turns = asyncio.Semaphore(connections)
        self._client: httpx.AsyncClient | None = None

    async def send(
        self, method: str, path: str, body: bytes | None = None, *, work_s: float = 0.0, attempts: int | None = None
    ) -> bytes:
        """The body of the answer. `work_s`: how long the work may take once it has its turn."""
        key = uuid.uuid4().hex
        patience = self.patience(attempts)
        while True:
            try:
                async with self._turns, self._exchange(method, path, body, key, work_s) as reply:
                    return await reply.aread()
            except _Again as again:
                if not await patience.wait(busy=again.busy, wait_s=again.wait_s):
                    raise again.final() from again.__cause__

    def patience(self, attempts: int | None = None) -> Patience:
        """How often a new request is repeated."""
        return Patience(attempts or self._attempts, self.patience_s)

    async def lines(self, path: str, body: bytes, *, work_s: float) -> AsyncIterator[bytes]:
        """The lines of an answer as they come. A break is a SandboxError: whoever asked knows what is missing."""
        try:
            async with self._turns, self._exchange("POST", path, body, "", work_s) as reply:
                async for line in _split(reply.aiter_bytes()):
                    yield line
        except _Again as again:
            raise again.final() from again.__cause__

    async def aclose(self) -> None:
        """Close the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    def _exchange(self, method: str, path: str, body: bytes | None, key: str, work_s: float) -> _Exchange:
        import httpx

        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if body is not None and key:
            headers["Idempotency-Key"] = key
        # A service that died breaks the connection; this is for one that is silent.
        timeout = httpx.Timeout(work_s + self.patience_s, connect=_CONNECT_TIMEOUT_S, pool=None)
        request = self._open().build_request(method, self.url + path, content=body, headers=headers, timeout=timeout)
        return _Exchange(self._open(), request, self.url)

    def _open(self) -> httpx.AsyncClient:
        import httpx

        if self._client is None:
            limits = httpx.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=_KEEP_ALIVE_S)
            # A proxy of the environment is for the world outside, not for a service of one's own.
            self._client = httpx.AsyncClient(limits=limits, trust_env=False)
        return self._client


class _Again(Exception):
    """It may go better next time."""

    def __init__(self, error: BenchwrightError, *, busy: bool = False, wait_s: float = 0.0) -> None:
        super().__init__(str(error))
        self.error = error
        self.busy = busy
        self.wait_s = wait_s

    def final(self) -> BenchwrightError:
        """What the caller gets when it never went better: nobody's verdict."""
        if self.busy:
            hint = self.error.hint or "start more workers, or try again later"
            return SandboxBusy(str(self.error), hint, wait_s=self.wait_s)
        return self.error if isinstance(self.error, SandboxError) else SandboxError(str(self.error), self.error.hint)


class _Exchange:
    """One request and its answer, whose body is read while this is open."""

    def __init__(self, client: httpx.AsyncClient, request: httpx.Request, url: str) -> None:
        self._client = client
        self._request = request
        self._url = url
        self._reply: httpx.Response | None = None

    async def __aenter__(self) -> httpx.Response:
        import httpx

        try:
            self._reply = await self._client.send(self._request, stream=True)
            if not self._reply.is_success:
                raise _refusal(self._url, self._reply.status_code, await self._reply.aread(), self._reply.headers)
        except httpx.TransportError as error:
            raise _broken(self._url, error) from error
        except BaseException:
            await self._close()
            raise
        return self._reply

    async def __aexit__(self, _: object, error: BaseException | None, __: object) -> None:
        import httpx

        await self._close()
        if isinstance(error, httpx.TransportError):
            raise _broken(self._url, error) from error

    async def _close(self) -> None:
        if self._reply is not None:
            await self._reply.aclose()


async def _split(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The lines of a body. Only a newline ends one: the other signs that end lines of text may stand in JSON."""
    begun: list[bytes] = []
    async for piece in pieces:
        *lines, rest = piece.split(b"\n")
        for line in lines:
            yield b"".join((*begun, line))
            begun.clear()
        begun.append(rest)
    if last := b"".join(begun):
        yield last


def _broken(url: str, error: httpx.TransportError) -> _Again:
    what = str(error) or type(error).__name__
    return _Again(SandboxError(f"{url} gave no answer: {what}", "is the service running, and is the address right?"))


def _refusal(url: str, status: int, body: bytes, headers: httpx.Headers) -> Exception:
    """The exception that an answer other than success stands for."""
    error = error_of(_failure(status, body), status)
    if status in (401, 403):
        # The service's own hint is about headers, for those who write them.
        return UsageError(f"{url} refused the request: {error}", f"set {TOKEN_VARIABLE}, or give token= to the client")
    if status not in _AGAIN or isinstance(error, SandboxUnavailable):
        return error
    wait_s = _seconds(headers.get("retry-after", ""))
    return _Again(error, busy=wait_s is not None, wait_s=wait_s or 0.0)


def _failure(status: int, body: bytes) -> Failure:
    try:
        return msgspec.json.decode(body, type=Failure)
    except msgspec.DecodeError:
        text = body[:500].decode(errors="replace").strip()
        return Failure(error=f"the service answered with status {status}: {text}".removesuffix(": "))


def _seconds(text: str) -> float | None:
    try:
        return min(max(float(text), 0.0), 60.0)
    except ValueError:
        return None
