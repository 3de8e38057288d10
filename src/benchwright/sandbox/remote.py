"""The remote backend: programs run at a benchwright service, with retries, and return the same records."""

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
    """With one request, or with what is left of one."""

    def __init__(self, attempts: int, patience_s: float) -> None:
        """`attempts`: requests before a failing service is given up; 1: none is repeated, not even when there is no
        room. `patience_s`: how long one without room is asked again."""
        self._attempts = attempts
        self._patience_s = patience_s
        self._started = time.monotonic()
        self._failures = 0
        self._pauses = 0

    async def wait(self, *, busy: bool, wait_s: float = 0.0) -> bool:
        """Whether to ask again, after a pause: at least `wait_s`, as the service said, and longer each time."""
        self._failures += not busy
        late = busy and time.monotonic() - self._started + wait_s > self._patience_s
        if late or self._failures >= self._attempts or self._attempts == 1:
            return False
        await asyncio.sleep(wait_s + _back_off(self._pauses))
        self._pauses += 1
        return True


def _back_off(pauses: int) -> float:
    """Up to twice as long each time; at random, so that not all come back at once."""
    return random.uniform(0.5, 1.0) * min(_MOST_BACK_OFF_S, _BACK_OFF_S * float(2 ** min(pauses, 10)))


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


RUN_PATH = "/v1/sandbox/run"
"""Takes a Program and gives an Execution, both as msgspec writes them: bytes as base64, so nothing is lost."""

T = TypeVar("T")


class RemoteSandbox:
    """Runs programs at a service. Cancelling a task closes its connection, which kills the program's tree there."""

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
        """`require`: refuse results where one of these guarantees was not enforced. `warm`: programs may start from a
        warm interpreter. `concurrency`: programs at once. For the others see Transport."""
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
        """Run one program to its end. Cancelling the task kills the program's whole tree."""
        work_s = longest_wall_s(program)
        if not self._warm and not program.fresh:
            program = msgspec.structs.replace(program, fresh=True)
        body = await self.until_closed(
            self.transport.send("POST", RUN_PATH, msgspec.json.encode(program), work_s=work_s)
        )
        return self._checked(read_execution(body))

    def run_many(self, programs: Iterable[Program]) -> AsyncIterator[tuple[int, Execution]]:
        """Run several at once and give (index, Execution) in order of completion."""
        return as_completed(self.run, programs)

    async def aclose(self) -> None:
        """End everything that is still running and leave nothing behind."""
        self._closings += 1
        under_way = list(self._under_way)
        for each in under_way:
            each.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        await self.transport.aclose()

    async def until_closed(self, work: Awaitable[T]) -> T:
        """The work's result; a SandboxError if the sandbox is closed meanwhile."""
        task = asyncio.ensure_future(work)
        closings = self._closings
        self._under_way.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if closings != self._closings and not (current and current.cancelling()):
                raise SandboxError("the sandbox was closed before the program came to its end") from None
            raise
        finally:
            self._under_way.discard(task)

    def _checked(self, execution: Execution) -> Execution:
        missing = missing_guarantees(execution.guarantees, self._require)
        if missing:
            raise GuaranteeMissing(f"not enforced at the service: {', '.join(missing)}", "ask for less, or another")
        return execution


def read_execution(body: bytes) -> Execution:
    """The record in an answer."""
    try:
        execution = msgspec.json.decode(body, type=Execution)
    except msgspec.DecodeError as error:
        raise SandboxError(f"the service sent no Execution: {error}", "is it of another version?") from error
    return msgspec.structs.replace(execution, backend="remote")


SANDBOX_VARIABLE = "BENCHWRIGHT_SANDBOX"


def open_sandbox(spec: str = "", *, require: Iterable[str] = (), warm: bool = True) -> LocalSandbox | RemoteSandbox:
    """`local`, `remote:URL`, or the URL alone; empty: what $BENCHWRIGHT_SANDBOX says, else `local`. The token of a
    service is $BENCHWRIGHT_TOKEN."""
    spec = spec or os.environ.get(SANDBOX_VARIABLE, "") or "local"
    if spec == "local":
        return LocalSandbox(require=require, warm=warm)
    url = spec.removeprefix("remote:")
    if not url.startswith(("http://", "https://")):
        raise UsageError(f"{spec!r} is no sandbox", "write local, or remote:http://host:port")
    return RemoteSandbox(url, require=require, warm=warm)
