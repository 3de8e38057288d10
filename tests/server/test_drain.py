"""How the service shuts down, and what happens to a client's programs when it disconnects."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket
import time
from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import httpx
import pytest

from tests.sandbox.leftovers import Process, alive, assert_within, descendants
from tests.server.process import Server, in_process, started_probe, until

SLEEPER = "import os, time\nos.execvp('sleep', ['sleep', '{seconds}'])"


@pytest.fixture(scope="module")
def impatient() -> Iterator[Server]:
    """A service that closes idle connections after one to two seconds."""
    with started_probe(idle_s=1) as server:
        yield server


def _sleepers(server: Server, seconds: str) -> list[Process]:
    """Find the programs that sleep this long inside the sandbox, as seen from outside."""
    return [process for process in descendants(server.process.pid) if process.command == f"sleep {seconds}"]


def _order(seconds: str) -> dict[str, str]:
    return {"source": SLEEPER.format(seconds=seconds)}


def test_a_disconnected_clients_program_is_killed_immediately(probe: Server) -> None:
    async def main() -> None:
        async with httpx.AsyncClient(timeout=60) as client:
            request = asyncio.create_task(client.post(f"{probe.url}/probe/run", json=_order("1001")))
            await asyncio.to_thread(
                assert_within, lambda: bool(_sleepers(probe, "1001")), 60, lambda: "it never started: " + probe.log
            )
            request.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await request

    asyncio.run(main())
    assert_within(lambda: not _sleepers(probe, "1001"), 60, lambda: "it is still alive")
    assert_within(lambda: '"status":499' in probe.log, 60, lambda: probe.log)


def test_a_disconnected_client_kills_the_programs_of_its_stream(probe: Server) -> None:
    order = {**_order("1002"), "times": 10}
    with httpx.Client(timeout=60) as client, contextlib.suppress(httpx.ReadTimeout):
        client.post(f"{probe.url}/probe/stream", json=order, timeout=httpx.Timeout(30, read=1.0))
    assert_within(lambda: not _sleepers(probe, "1002"), 60, lambda: "they are still alive")


@pytest.mark.slow
def test_accepted_work_finishes_after_sigterm_and_new_work_is_not_taken() -> None:
    async def main(server: Server) -> None:
        async with httpx.AsyncClient(timeout=60) as client:
            posted = [client.post(f"{server.url}/probe/run", json=_order("2.5")) for _ in range(3)]
            requests = [asyncio.create_task(request) for request in posted]
            await asyncio.to_thread(assert_within, lambda: bool(_sleepers(server, "2.5")), 20, lambda: server.log)
            server.process.terminate()
            answers = await asyncio.gather(*requests)
            assert {answer.status_code for answer in answers} == {200}
            assert {answer.json()["exit_code"] for answer in answers} == {0}
        assert await asyncio.to_thread(server.process.wait, 30) == 0
        async with httpx.AsyncClient() as client:
            try:
                await client.get(f"{server.url}/probe/state")
            except httpx.ConnectError:
                return
        raise AssertionError("it still listens")

    with started_probe(concurrency=2) as server:
        asyncio.run(main(server))


@pytest.mark.slow
def test_unfinished_work_is_reported_after_the_drain() -> None:
    async def main(server: Server) -> None:
        async with httpx.AsyncClient(timeout=60) as client:
            request = asyncio.create_task(client.post(f"{server.url}/probe/run", json=_order("1003")))
            await asyncio.to_thread(assert_within, lambda: bool(_sleepers(server, "1003")), 20, lambda: server.log)
            sleepers = _sleepers(server, "1003")
            server.process.send_signal(signal.SIGINT)
            answer = await request
            assert answer.status_code == 503
            assert answer.json()["error"] == "the service is shutting down"
            await asyncio.to_thread(_gone, sleepers)
        assert await asyncio.to_thread(server.process.wait, 30) == 0

    with started_probe(drain_s=0.5) as server:
        asyncio.run(main(server))


@pytest.mark.parametrize("keyed", [False, True])
@pytest.mark.parametrize(
    ("path", "own", "failed"), [("/v1/batch", True, "error"), ("/v1/sandbox/batch", False, "failure")]
)
def test_remaining_batch_items_are_reported_after_the_drain(path: str, own: bool, failed: str, keyed: bool) -> None:
    async def main() -> None:
        async with in_process(concurrency=1) as app:
            sources = ["", *["import time; time.sleep(600)"] * 20]
            items = [{"id": str(i), "execute": {"language": "python", "source": s}} for i, s in enumerate(sources)]
            programs = [
                {"language": "python", "files": {"main.py": b64encode(source.encode()).decode()}} for source in sources
            ]
            headers = {"idempotency-key": "k"} if keyed else {}
            body = {"items": items} if own else {"programs": programs}
            request = asyncio.create_task(app.client.post(path, json=body, headers=headers))
            await until(lambda: app.service.queue.running == 1 and app.service.queue.waiting == 3)
            app.service.end_work()
            lines = [json.loads(line) for line in (await request).text.splitlines()]
            assert len({line.get("id", line.get("index")) for line in lines}) == len(lines) == 21
            errors = [line[failed]["error"] for line in lines if line.get(failed)]
            assert set(errors) == {"the service is shutting down"}
            assert len(errors) >= 20
            await until(lambda: app.service.queue.running == app.service.queue.waiting == 0)

    asyncio.run(main())


def _gone(processes: list[Process]) -> None:
    assert_within(lambda: not alive(processes), 60, lambda: "still alive")


def test_a_second_signal_stops_immediately_and_leaves_nothing() -> None:
    with started_probe(drain_s=600) as server, ThreadPoolExecutor(1) as pool:
        request = pool.submit(httpx.post, f"{server.url}/probe/run", json=_order("1004"), timeout=60)
        assert_within(lambda: bool(_sleepers(server, "1004")), 60, lambda: server.log)
        everything = descendants(server.process.pid)
        server.process.terminate()
        assert_within(lambda: _refuses(server.url), 60, lambda: "it still listens")
        start = time.monotonic()
        server.stop()
        assert time.monotonic() - start < 60
        assert isinstance(request.exception(timeout=60), httpx.TransportError)
        _gone(everything)


def _refuses(url: str) -> bool:
    try:
        httpx.get(f"{url}/probe/state")
    except httpx.ConnectError:
        return True
    except httpx.TransportError:  # accepted, then closed before a response
        return False
    return False


def test_the_log_is_lines_of_json(probe: Server) -> None:
    httpx.get(f"{probe.url}/probe/state")
    assert_within(lambda: '"route":"state"' in probe.log, 60, lambda: probe.log)
    assert all(json.loads(line)["level"] in ("info", "warning", "error") for line in probe.log.splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("sent", [b"", b"POST /probe/run HTTP/1.1\r\nhost: x", b"GET /probe/state HTTP/1.1\r\n\r\nGET"])
def test_an_idle_connection_is_closed(sent: bytes, impatient: Server) -> None:
    address = urlsplit(impatient.url)
    with socket.create_connection((address.hostname, address.port), timeout=20) as connection:
        connection.sendall(sent)
        while connection.recv(1 << 16):  # until the server closes it; a timeout fails the test
            pass


@pytest.mark.slow
def test_a_slow_request_gets_its_response(impatient: Server) -> None:
    answer = httpx.post(f"{impatient.url}/probe/run", json=_order("2.6"), timeout=30)
    assert answer.json()["exit_code"] == 0


def _ask_for(server: Server, size: int) -> socket.socket:
    """Open a connection that receives a large response and buffers little of it."""
    address = urlsplit(server.url)
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(20)
    connection.connect((address.hostname, address.port))
    head = f"GET /probe/large?bytes={size} HTTP/1.1\r\nhost: localhost\r\nx-request-id: large-{size}\r\n\r\n"
    connection.sendall(head.encode())
    return connection


@pytest.mark.slow
def test_a_response_that_is_not_read_is_discarded(impatient: Server) -> None:
    size = 50_000_000
    with _ask_for(impatient, size) as connection:
        ended = f'"request":"large-{size}"'
        assert_within(lambda: ended in impatient.log, 60, lambda: "it is still being sent")
        assert _read_all(connection) < size / 2  # bytes already buffered by the kernel


def _read_all(connection: socket.socket) -> int:
    """Count the bytes received until the connection closes."""
    size = 0
    with contextlib.suppress(ConnectionError):
        while piece := connection.recv(1 << 20):
            size += len(piece)
    return size


@pytest.mark.slow
def test_a_response_that_is_read_slowly_arrives_completely(impatient: Server) -> None:
    size = 3_000_000
    with _ask_for(impatient, size) as connection:
        answer = bytearray()
        while len(answer.partition(b"\r\n\r\n")[2]) < size:
            if len(answer) // 1_000_000 > (len(answer) - 4096) // 1_000_000:
                time.sleep(0.8)  # shorter than the service's timeout
            piece = connection.recv(4096)
            assert piece, len(answer)
            answer += piece
