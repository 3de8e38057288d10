"""Responses as they go over the wire: a document, a file, or a stream of lines."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from typing import Any

import msgspec


class FailedLine(bytes):
    """A line of a stream that reports a failure: sending the same request again may succeed."""


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """A response: a value to encode as JSON, a text, or a stream of lines."""

    value: Any = None
    """Encoded as JSON, unless there is a text or a stream."""
    text: str | None = None
    """Body that is sent unchanged."""
    stream: AsyncIterator[bytes] | None = None
    """Lines of JSON, sent one at a time."""
    status: int = 200
    """HTTP status code of the response."""
    media_type: str = "application/json"
    """Content type of the body."""
    headers: Mapping[str, str] = {}
    """Response headers in addition to the defaults."""


Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_ALWAYS = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer"}
_BY_DEFAULT = {"cache-control": "no-store"}
_NO_BODY = frozenset({204, 304})
_PIECE_BYTES = 64 << 10
"""A body is sent in pieces of this size, each after the client has read the previous one."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """An encoded response: status, headers and body."""

    status: int
    """HTTP status code of the response."""
    headers: Mapping[str, str]
    """Response headers by lower-case name."""
    body: bytes = b""
    """The whole body; empty if there is a stream."""
    stream: AsyncIterator[bytes] | None = None
    """Pieces of the body as they become available."""
    final: bool = True
    """Whether repeating the request would give the same response; false if something failed."""


def answer_of(reply: Reply, *, final: bool = True) -> Answer:
    """Encode the reply."""
    headers = {**_BY_DEFAULT, "content-type": reply.media_type, **_lower(reply.headers), **_ALWAYS}
    if reply.stream is not None:
        return Answer(status=reply.status, headers=headers, stream=reply.stream, final=final)
    body = reply.text.encode() if reply.text is not None else msgspec.json.encode(reply.value)
    return Answer(status=reply.status, headers=headers, body=body, final=final)


async def whole(answer: Answer, hold: Callable[[int], None]) -> Answer:
    """Read the stream to its end and return a response without one. A failed line makes it non-final. `hold` is called
    with the size of each piece before the piece is kept."""
    if answer.stream is None:
        return answer
    pieces: list[bytes] = []
    try:
        async for piece in answer.stream:
            hold(len(piece))
            pieces.append(piece)
    finally:
        await _close(answer.stream)
    final = answer.final and not any(isinstance(piece, FailedLine) for piece in pieces)
    return msgspec.structs.replace(answer, body=b"".join(pieces), stream=None, final=final)


async def send_answer(send: Send, answer: Answer, request_id: str) -> int:
    """Send the response, piece by piece if it is a stream, and return the size of the body in bytes."""
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers.items()]
    headers.append((b"x-request-id", request_id.encode("latin-1")))
    if answer.stream is None and answer.status not in _NO_BODY:
        headers.append((b"content-length", str(len(answer.body)).encode()))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    if answer.stream is None:
        await _send_body(send, answer.body)
        return len(answer.body)
    size = 0
    try:
        async for piece in answer.stream:
            size += len(piece)
            await _send_body(send, piece, more=True)
        await send({"type": "http.response.body", "body": b""})
    finally:
        await _close(answer.stream)
    return size


async def _close(stream: AsyncIterator[bytes]) -> None:
    """Stop the producer of the stream, even if the stream was not read to its end."""
    close = getattr(stream, "aclose", None)
    if close is not None:
        await close()


async def _send_body(send: Send, body: bytes, *, more: bool = False) -> None:
    for start in range(0, len(body) or 1, _PIECE_BYTES):
        end = start + _PIECE_BYTES
        await send({"type": "http.response.body", "body": body[start:end], "more_body": more or end < len(body)})


def _lower(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
