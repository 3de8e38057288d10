"""The body of a request: read within bounds, and decoded."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from typing import Any

import msgspec

from benchwright.server.api import Route
from benchwright.server.failures import InvalidRequest, TooLarge

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

BODY_S = 120.0
"""The whole body must have come by then."""
STALL_S = 10.0
"""And in each span of this length its end, or `_LEAST_BYTES` of it."""
_LEAST_BYTES = 64 << 10


class Disconnected(Exception):
    """The client went away before it had sent its request."""


async def read_body(
    receive: Receive,
    headers: Mapping[str, str],
    limit_bytes: int,
    hold: Callable[[int], None],
    *,
    stall_s: float = STALL_S,
) -> bytes:
    """All of it; `TooLarge` if it is larger than the limit, `InvalidRequest` if it comes too slowly. `hold` is told of
    each piece before it is kept."""
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
                    break  # many clients look for an answer only when they have sent all: most are given the chance
    except TimeoutError:
        least = f"all of it within {BODY_S:.0f} s, and at least {_LEAST_BYTES} bytes in each {stall_s:g} s"
        raise InvalidRequest("the body comes too slowly", least) from None
    if too_large:
        raise TooLarge(f"the body is larger than {limit_bytes} bytes", "send less, or raise --max-body of the service")
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
    """The value of the type that the route names."""
    if route.body is None:
        return None
    try:
        return msgspec.json.decode(data, type=route.body, strict=not route.lax)
    except msgspec.ValidationError as error:
        raise InvalidRequest(f"the body is wrong: {error}", f"see {route.name} in the API's description") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidRequest(f"the body is not JSON: {error}", "send one JSON value in UTF-8") from None


async def disconnected(receive: Receive) -> None:
    """Returns when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
