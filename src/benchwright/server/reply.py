"""What a route answers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
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
