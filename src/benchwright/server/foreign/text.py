"""Output as JSON can carry it."""

from __future__ import annotations

from benchwright.sandbox.protocol import Stream


def text_of(stream: Stream) -> str:
    """Bad bytes are replaced one by one; where the middle was not kept, a line says how much is missing."""
    if not stream.cut:
        return decoded(stream.data)
    missing = stream.length - len(stream.data)
    return f"{decoded(stream.head)}\n[{missing} bytes left out]\n{decoded(stream.tail)}"


def decoded(data: bytes) -> str:
    """UTF-8, with replacement."""
    return data.decode("utf-8", errors="replace")
