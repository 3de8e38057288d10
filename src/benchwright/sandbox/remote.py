"""The remote backend: runs programs on a benchwright service, with retries, and returns the same records."""

from __future__ import annotations

import asyncio
import os
import random
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from benchwright.errors import (
    BenchwrightError,
    GuaranteeMissing,
    SandboxBusy,
    SandboxError,
    SandboxUnavailable,
    UsageError,
)
from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.json_records import Failure, error_of
from benchwright.sandbox.local import LocalSandbox, check_guarantee_names, missing_guarantees
from benchwright.sandbox.plan import longest_wall_s
from benchwright.sandbox.protocol import Execution, Program

if TYPE_CHECKING:
    import httpx


_BACK_OFF_S = 0.2
_MOST_BACK_OFF_S = 10.0


class Patience:
    """Decides how long one request, or the rest of one, is retried."""

    def __init__(self, attempts: int, patience_s: float) -> None:
        """`attempts`: how often a failing request is sent before giving up; 1 disables retries, even when the service
        is busy. `patience_s`: how long to retry while the service is busy."""
        self._attempts = attempts
        self._patience_s = patience_s
        self._started = time.monotonic()
        self._failures = 0
        self._pauses = 0

    async def wait(self, *, busy: bool, wait_s: float = 0.0) -> bool:
        """Pause and return True if the request should be retried. The pause is at least `wait_s`, as requested by the
        service, and grows each time."""
        self._failures += not busy
        late = busy and time.monotonic() - self._started + wait_s > self._patience_s
        if late or self._failures >= self._attempts or self._attempts == 1:
            return False
        await asyncio.sleep(wait_s + _back_off(self._pauses))
        self._pauses += 1
        return True


def _back_off(pauses: int) -> float:
    """Return an exponential backoff with jitter, so that clients do not all return at the same time."""
    return random.uniform(0.5, 1.0) * min(_MOST_BACK_OFF_S, _BACK_OFF_S * float(2 ** min(pauses, 10)))


TOKEN_VARIABLE = "BENCHWRIGHT_TOKEN"
_CONNECT_TIMEOUT_S = 10.0
_KEEP_ALIVE_S = 4.0
"""Shorter than servers keep idle connections open, so that a request never uses one that is just being closed."""
_AGAIN = frozenset({429, 500, 502, 503, 504})


class Transport:
    """An HTTP client for one service, with retries."""

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        attempts: int = 5,
        patience_s: float = 300.0,
        connections: int = 64,
    ) -> None:
        """`token`: defaults to $BENCHWRIGHT_TOKEN. `attempts`: how often a failing request is sent before giving up; 1
        disables retries, even when the service is busy. `patience_s`: how long to retry while the service is busy.
        `connections`: maximum number of concurrent requests."""
        if not url.startswith(("http://", "https://")):
            raise UsageError(f"{url!r} is not a service URL", "use the form http://host:port")
        self.url = url.rstrip("/")
        self.patience_s = patience_s
        self._token = token if token is not None else os.environ.get(TOKEN_VARIABLE, "")
        if not (self._token.isascii() and self._token.isprintable()):
            raise UsageError("the token contains characters that are invalid in a header", f"check ${TOKEN_VARIABLE}")
        self._attempts = attempts
        self._turns = asyncio.Semaphore(connections)
        self._client: httpx.AsyncClient | None = None

    async def send(
        self, method: str, path: str, body: bytes | None = None, *, work_s: float = 0.0, attempts: int | None = None
    ) -> bytes:
        """Send a request and return the response body. `work_s`: how long the work may take once it has started."""
        key = uuid.uuid4().hex
        patience = self.patience(attempts)
        while True:
            try:
                async with self._turns, self._exchange(method, path, body, key, work_s) as reply:
                    return await reply.aread()
            except _Retry as again:
                if not await patience.wait(busy=again.busy, wait_s=again.wait_s):
                    raise again.final() from again.__cause__

    def patience(self, attempts: int | None = None) -> Patience:
        """Return the retry policy for a new request."""
        return Patience(attempts or self._attempts, self.patience_s)

    async def lines(self, path: str, body: bytes, *, work_s: float) -> AsyncIterator[bytes]:
        """Yield the lines of a response as they arrive. A broken connection raises SandboxError: only the caller knows
        what is missing, so nothing is retried here."""
        try:
            async with self._turns, self._exchange("POST", path, body, "", work_s) as reply:
                async for line in _split(reply.aiter_bytes()):
                    yield line
        except _Retry as again:
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
        # If the service dies, the connection breaks. The timeout is for a service that hangs.
        timeout = httpx.Timeout(work_s + self.patience_s, connect=_CONNECT_TIMEOUT_S, pool=None)
        request = self._open().build_request(method, self.url + path, content=body, headers=headers, timeout=timeout)
        return _Exchange(self._open(), request, self.url)

    def _open(self) -> httpx.AsyncClient:
        import httpx

        if self._client is None:
            limits = httpx.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=_KEEP_ALIVE_S)
            # Proxy settings in the environment are for the internet, not for one's own service.
            self._client = httpx.AsyncClient(limits=limits, trust_env=False)
        return self._client


class _Retry(Exception):
    """A failure that may not recur: the request can be retried."""

    def __init__(self, error: BenchwrightError, *, busy: bool = False, wait_s: float = 0.0) -> None:
        super().__init__(str(error))
        self.error = error
        self.busy = busy
        self.wait_s = wait_s

    def final(self) -> BenchwrightError:
        """Return the exception to raise once retries are exhausted: always a SandboxError, never a verdict."""
        if self.busy:
            hint = self.error.hint or "start more workers, or retry later"
            return SandboxBusy(str(self.error), hint, wait_s=self.wait_s)
        return self.error if isinstance(self.error, SandboxError) else SandboxError(str(self.error), self.error.hint)


class _Exchange:
    """One request and its response. The body can be read while this is open."""

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
    """Split a body into lines at newlines only: JSON strings may contain other line separators."""
    begun: list[bytes] = []
    async for piece in pieces:
        *lines, rest = piece.split(b"\n")
        for line in lines:
            yield b"".join((*begun, line))
            begun.clear()
        begun.append(rest)
    if last := b"".join(begun):
        yield last


def _broken(url: str, error: httpx.TransportError) -> _Retry:
    what = str(error) or type(error).__name__
    hint = "check that the service is running and the URL is correct"
    return _Retry(SandboxError(f"no response from {url}: {what}", hint))


def _refusal(url: str, status: int, body: bytes, headers: httpx.Headers) -> Exception:
    """Convert an error response to an exception."""
    error = error_of(_failure(status, body), status)
    if status in (401, 403):
        # The service's own hint is about headers, which users of this client do not set.
        return UsageError(f"{url} refused the request: {error}", f"set {TOKEN_VARIABLE}, or pass token= to the client")
    if status not in _AGAIN or isinstance(error, SandboxUnavailable):
        return error
    wait_s = _seconds(headers.get("retry-after", ""))
    return _Retry(error, busy=wait_s is not None, wait_s=wait_s or 0.0)


def _failure(status: int, body: bytes) -> Failure:
    try:
        return msgspec.json.decode(body, type=Failure)
    except msgspec.DecodeError:
        text = body[:500].decode(errors="replace").strip()
        return Failure(error=f"the service responded with status {status}: {text}".removesuffix(": "))


def _seconds(text: str) -> float | None:
    try:
        return min(max(float(text), 0.0), 60.0)
    except ValueError:
        return None


RUN_PATH = "/v1/sandbox/run"
"""Takes a Program and returns an Execution, both as msgspec encodes them: bytes as base64, so nothing is lost."""

T = TypeVar("T")


class RemoteSandbox:
    """Runs programs on a service. Cancelling a task closes its connection, and the service kills the program's process
    tree."""

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        require: Iterable[str] = (),
        warm: bool = True,
        concurrency: int = 64,
        attempts: int = 5,
        patience_s: float = 300.0,
    ) -> None:
        """`require`: refuse results if one of these guarantees was not enforced. `warm`: let programs start from a warm
        interpreter. `concurrency`: maximum number of programs that run in parallel. For the others see Transport."""
        self.transport = Transport(url, token=token, attempts=attempts, patience_s=patience_s, connections=concurrency)
        self._require = check_guarantee_names(require)
        self._warm = warm
        self._closings = 0
        self._under_way: set[asyncio.Future[Any]] = set()

    async def __aenter__(self) -> RemoteSandbox:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def run(self, program: Program) -> Execution:
        """Run one program to completion. Cancelling the task kills the program's whole process tree."""
        work_s = longest_wall_s(program)
        if not self._warm and not program.fresh:
            program = msgspec.structs.replace(program, fresh=True)
        body = await self.until_closed(
            self.transport.send("POST", RUN_PATH, msgspec.json.encode(program), work_s=work_s)
        )
        return self._checked(read_execution(body))

    def run_many(self, programs: Iterable[Program]) -> AsyncIterator[tuple[int, Execution]]:
        """Run several programs in parallel, yielding (index, Execution) in order of completion."""
        return as_completed(self.run, programs)

    async def aclose(self) -> None:
        """Cancel everything that is still running and close the connections."""
        self._closings += 1
        under_way = list(self._under_way)
        for each in under_way:
            each.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        await self.transport.aclose()

    async def until_closed(self, work: Awaitable[T]) -> T:
        """Await the work. Raises SandboxError if the sandbox is closed in the meantime."""
        task = asyncio.ensure_future(work)
        closings = self._closings
        self._under_way.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if closings != self._closings and not (current and current.cancelling()):
                raise SandboxError("the sandbox was closed before the program finished") from None
            raise
        finally:
            self._under_way.discard(task)

    def _checked(self, execution: Execution) -> Execution:
        missing = missing_guarantees(execution.guarantees, self._require)
        if missing:
            hint = "require fewer guarantees, or use another service"
            raise GuaranteeMissing(f"not enforced by the service: {', '.join(missing)}", hint)
        return execution


def read_execution(body: bytes) -> Execution:
    """Decode the Execution in a response."""
    try:
        execution = msgspec.json.decode(body, type=Execution)
    except msgspec.DecodeError as error:
        hint = "check that client and service have the same version"
        raise SandboxError(f"the service did not send an Execution: {error}", hint) from error
    return msgspec.structs.replace(execution, backend="remote")


SANDBOX_VARIABLE = "BENCHWRIGHT_SANDBOX"


def open_sandbox(spec: str = "", *, require: Iterable[str] = (), warm: bool = True) -> LocalSandbox | RemoteSandbox:
    """Open the sandbox named by `spec`: `local`, `remote:URL`, or just the URL. If empty, use $BENCHWRIGHT_SANDBOX, or
    `local` if that is unset. The token for a service is $BENCHWRIGHT_TOKEN."""
    spec = spec or os.environ.get(SANDBOX_VARIABLE, "") or "local"
    if spec == "local":
        return LocalSandbox(require=require, warm=warm)
    url = spec.removeprefix("remote:")
    if not url.startswith(("http://", "https://")):
        raise UsageError(f"{spec!r} is not a sandbox", "use local or remote:http://host:port")
    return RemoteSandbox(url, require=require, warm=warm)
