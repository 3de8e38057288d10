"""Request bodies and connections: how much one client can hold."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import pytest

from benchwright.server.call import InvalidRequest, Overloaded
from benchwright.server.endpoint import Receive, read_body
from benchwright.server.memory import MemoryBudget
from tests.server.probe import API
from tests.server.process import in_process, started_probe, until


def test_one_client_leaves_room_for_others() -> None:
    held = MemoryBudget(1000, "bodies")
    held.take("a", 700)
    held.take("a", 50)
    with pytest.raises(Overloaded, match="your bodies"):
        held.take("a", 1)
    held.take("b", 250)
    with pytest.raises(Overloaded):
        held.take("b", 1)
    held.give_back("a", 750)
    held.take("b", 500)
    assert held.size_bytes == 750


def test_slow_bodies_of_one_client_do_not_block_others() -> None:
    """Seven unfinished bodies exceed one client's share; another client still gets a response."""

    async def main() -> None:
        end = asyncio.Event()

        async def unfinished() -> AsyncIterator[bytes]:
            yield b"x" * 990
            await end.wait()

        async with in_process([API], max_body_bytes=1000) as app:
            posts = [app.client.post("/probe/run", content=unfinished()) for _ in range(7)]
            tasks = [asyncio.create_task(post) for post in posts]
            await until(lambda: app.service.bodies.size_bytes == 5940 and any(task.done() for task in tasks))
            app.service.bodies.take("another", 2000)
            app.service.bodies.give_back("another", 2000)
            end.set()
            assert sorted(answer.status_code for answer in await asyncio.gather(*tasks)) == [422] * 6 + [503]
            assert app.service.bodies.size_bytes == 0

    asyncio.run(main())


def _receiving(pieces: list[bytes], *, then_stall: bool) -> Receive:
    async def receive() -> MutableMapping[str, Any]:
        if pieces:
            return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces) or then_stall}
        return await asyncio.Future()

    return receive


@pytest.mark.parametrize("first", [b"", b"x" * 10, b"x" * (1 << 20)])
def test_a_stalled_body_is_rejected(first: bytes) -> None:
    async def main() -> None:
        stalling = _receiving([first], then_stall=True)
        with pytest.raises(InvalidRequest, match="too slowly"):
            await asyncio.wait_for(read_body(stalling, {}, 1 << 30, lambda _: None, stall_s=0.05), 10)
        whole = _receiving([first, b"y"], then_stall=False)
        assert await read_body(whole, {}, 1 << 30, lambda _: None, stall_s=0.05) == first + b"y"

    asyncio.run(main())


def test_connections_per_peer_are_limited() -> None:
    with started_probe(max_connections=3) as server, contextlib.ExitStack() as stack:
        address = urlsplit(server.url)

        def asked(source: str) -> tuple[socket.socket, bytes]:
            """A connection from this address of loopback, and the first bytes of an answer on it."""
            opened = socket.create_connection((address.hostname, address.port), 20, source_address=(source, 0))
            connection = stack.enter_context(opened)
            with contextlib.suppress(ConnectionError):
                connection.sendall(b"GET /probe/state HTTP/1.1\r\nhost: localhost\r\n\r\n")
                return connection, connection.recv(12)
            return connection, b""

        open_ones = [asked("127.0.0.1") for _ in range(3)]
        assert {first for _, first in open_ones} == {b"HTTP/1.1 200"}
        assert asked("127.0.0.1")[1] == b""
        assert asked("127.0.0.2")[1] == b"HTTP/1.1 200"
        open_ones[0][0].close()

        async def again() -> None:
            await until(lambda: asked("127.0.0.1")[1] == b"HTTP/1.1 200")

        asyncio.run(again())
