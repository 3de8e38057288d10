"""What a route answers, as it goes over the wire: a document, a file, or a stream of lines."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from typing import Any

import msgspec


class FailedLine(bytes):
    """A line of a stream that tells of a failure: the same request may be answered otherwise when it is sent again."""


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """An answer: a value that becomes JSON, a text, or lines that are sent as they come."""

    value: Any = None
    """Becomes JSON, unless there is a text or a stream."""
    text: str | None = None
    """Sent as it is."""
    stream: AsyncIterator[bytes] | None = None
    """Lines of JSON, sent one by one."""
    status: int = 200
    """Of HTTP."""
    media_type: str = "application/json"
    """Of the body."""
    headers: Mapping[str, str] = {}
    """Further ones."""


Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_ALWAYS = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer"}
_BY_DEFAULT = {"cache-control": "no-store"}
_NO_BODY = frozenset({204, 304})
_PIECE_BYTES = 64 << 10
"""A body is handed on in pieces of this size, each when the client has read what came before."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Status, headers and body."""

    status: int
    """Of HTTP."""
    headers: Mapping[str, str]
    """By lower-case names."""
    body: bytes = b""
    """All of it, unless there is a stream."""
    stream: AsyncIterator[bytes] | None = None
    """Pieces of the body as they come."""
    final: bool = True
    """Whether the same request would be answered so again; not where something failed."""


def answer_of(reply: Reply, *, final: bool = True) -> Answer:
    """The reply with its value made JSON."""
    headers = {**_BY_DEFAULT, "content-type": reply.media_type, **_lower(reply.headers), **_ALWAYS}
    if reply.stream is not None:
        return Answer(status=reply.status, headers=headers, stream=reply.stream, final=final)
    body = reply.text.encode() if reply.text is not None else msgspec.json.encode(reply.value)
    return Answer(status=reply.status, headers=headers, body=body, final=final)


async def whole(answer: Answer, hold: Callable[[int], None]) -> Answer:
    """The answer without a stream: all of it is waited for. One with a line that failed is not final. `hold` is told
    of each piece before it is kept."""
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
    """Send it, piece by piece if it is a stream, and say how many bytes the body had."""
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
    """End what makes the stream, also if it was not read to its end."""
    close = getattr(stream, "aclose", None)
    if close is not None:
        await close()


async def _send_body(send: Send, body: bytes, *, more: bool = False) -> None:
    for start in range(0, len(body) or 1, _PIECE_BYTES):
        end = start + _PIECE_BYTES
        await send({"type": "http.response.body", "body": body[start:end], "more_body": more or end < len(body)})


def _lower(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
