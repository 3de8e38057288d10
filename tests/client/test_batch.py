"""How often a batch is retried, and when the client gives up."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections.abc import AsyncIterator, Callable, Sequence

import msgspec
import pytest

from benchwright.client import AsyncClient
from benchwright.client.clients import BatchBody, BatchLine
from benchwright.errors import BenchwrightError, SandboxBusy, SandboxError, SandboxUnavailable
from benchwright.sandbox.json_records import failure_of
from benchwright.sandbox.protocol import Execution, Guarantees
from tests.sandbox.programs import python

PROGRAMS = [python(f"print({number})") for number in range(3)]
DONE = Execution(
    language="python", toolchain="", environment=None, backend="", guarantees=Guarantees(), build=None, runs=()
)
BUSY = SandboxBusy("the queue is full")
Answer = Callable[[int], bytes]
"""Number of programs → response body."""


def refused(status: str = "503 Busy", *headers: str) -> Answer:
    lines = (f"HTTP/1.1 {status}", *headers, "Content-Length: 0", "Connection: close", "", "")
    return lambda _: "\r\n".join(lines).encode()


def answered(*errors: BenchwrightError | None) -> Answer:
    """Response lines for the first programs: a failure, or a successful execution."""

    def answer(_: int) -> bytes:
        made = [
            BatchLine(index=index, failure=failure_of(error)) if error else BatchLine(index=index, execution=DONE)
            for index, error in enumerate(errors)
        ]
        body = b"".join(msgspec.json.encode(line) + b"\n" for line in made)
        return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body

    return answer


def all_done(count: int) -> bytes:
    return answered(*[None] * count)(count)


class Service:
    """Sends scripted responses, repeating the last one, and records the time and number of programs of each
    request."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._answers = answers
        self.url = ""
        self.asked: list[tuple[float, int]] = []

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        (length,) = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
        body = await reader.readexactly(int(length.partition(b":")[2]))
        count = len(msgspec.json.decode(body, type=BatchBody).programs)
        answer = self._answers[min(len(self.asked), len(self._answers) - 1)]
        self.asked.append((time.monotonic(), count))
        writer.write(answer(count))
        await writer.drain()
        writer.close()

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncIterator[Service]:
        async with await asyncio.start_server(self, "127.0.0.1", 0) as server:
            self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            yield self


def batch(
    *answers: Answer, patience_s: float = 60.0, attempts: int = 5
) -> tuple[dict[int, BenchwrightError | None], list[tuple[float, int]]]:
    """Run a batch; returns program → error, and the requests that were made."""

    async def ask() -> tuple[dict[int, BenchwrightError | None], list[tuple[float, int]]]:
        async with (
            Service(answers).listening() as service,
            AsyncClient(service.url, patience_s=patience_s, attempts=attempts) as client,
        ):
            found = {line.index: line.error async for line in client.batch(PROGRAMS)}
            return found, service.asked

    return asyncio.run(ask())


def counts(asked: list[tuple[float, int]]) -> list[int]:
    return [count for _, count in asked]


def test_a_full_service_is_retried_after_its_retry_after() -> None:
    found, asked = batch(refused("503 Busy", "Retry-After: 1"), all_done)
    assert found == {0: None, 1: None, 2: None}
    assert counts(asked) == [3, 3]
    assert asked[1][0] - asked[0][0] >= 1


def test_overload_does_not_count_as_a_failed_attempt() -> None:
    found, asked = batch(*[refused("503 Busy", "Retry-After: 0")] * 3, all_done, attempts=2)
    assert found == {0: None, 1: None, 2: None}
    assert len(asked) == 4
    pauses = [later - sooner for (sooner, _), (later, _) in itertools.pairwise(asked)]
    assert pauses[0] >= 0.1
    assert pauses[2] >= 0.4


def test_patience_runs_out() -> None:
    with pytest.raises(SandboxBusy):
        batch(refused("503 Busy", "Retry-After: 1"), patience_s=0.5)


def test_only_programs_rejected_as_overload_are_retried() -> None:
    found, asked = batch(answered(None, BUSY, BUSY), answered(BUSY, None), all_done, attempts=2)
    assert found == {0: None, 1: None, 2: None}
    assert counts(asked) == [3, 2, 1]


def test_programs_that_never_get_a_slot_are_reported() -> None:
    found, asked = batch(answered(None, BUSY, BUSY), answered(BUSY, BUSY), patience_s=0.3)
    assert found.pop(0) is None
    assert {type(error) for error in found.values()} == {SandboxBusy}
    assert len(asked) > 1


def test_failures_are_counted_and_reported() -> None:
    found, asked = batch(answered(None, SandboxError("x"), BUSY), answered(SandboxError("x"), BUSY), attempts=2)
    assert found.pop(0) is None
    assert {index: str(error) for index, error in found.items()} == {1: "x", 2: str(BUSY)}
    assert counts(asked) == [3, 2]
    with pytest.raises(SandboxError, match="status 500"):
        batch(refused("500 Wrong"), attempts=2)


@pytest.mark.parametrize(
    ("line", "message"),
    [(b"{}", "an invalid batch line"), (b"[", "an invalid batch line"), (b'{"index": 3}', "program 3 of 3")],
)
def test_an_invalid_batch_line_is_a_service_failure(line: bytes, message: str) -> None:
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (len(line), line)
    with pytest.raises(SandboxError, match=message):
        batch(lambda _: answer, attempts=2)


def test_permanent_failures_are_reported_immediately() -> None:
    found, asked = batch(answered(None, SandboxUnavailable("no isolation"), None))
    assert isinstance(found[1], SandboxUnavailable)
    assert len(asked) == 1
