"""What an API declares: its routes, and how it reports failures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal

import msgspec

from benchwright.server.call import Call
from benchwright.server.reply import Reply


class Text(msgspec.Struct, frozen=True, kw_only=True):
    """Plain text."""

    media_type: str = "text/plain"
    """As the answer's header says."""


class Lines(msgspec.Struct, frozen=True, kw_only=True):
    """Lines of JSON, each of one type."""

    of: Any
    """The type."""
    media_type: str = "application/x-ndjson"
    """As the answer's header says."""


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """One method of one path."""

    method: Literal["GET", "POST"]
    """Of HTTP."""
    path: str
    """With parameters in braces, as in /v1/problems/{id}."""
    name: str
    """Unique; the operation's id in the description."""
    summary: str
    """One line for people."""
    handle: Callable[[Call], Awaitable[Reply]]
    """Answers. A BenchwrightError that it raises is told by the API's `failure`."""
    body: Any = None
    """Type of the JSON body, decoded by msgspec; None where there is none."""
    lax: bool = False
    """Whether strings stand for booleans and numbers, as legacy clients send them."""
    answers: Mapping[int, Any] = {}
    """Status → type of the answer, for the description."""
    examples: Mapping[str, Any] = {}
    """Name → a body that works, for the description and for tests."""
    open: bool = False
    """Whether it needs no token: health and the like."""


class Api(msgspec.Struct, frozen=True, kw_only=True):
    """Routes that belong together."""

    name: str
    """In logs and metrics."""
    routes: tuple[Route, ...]
    """All of them."""
    failure: Callable[[Exception, Call | None], Reply]
    """How the API tells of wrong use, overload, and failures of our own. Never a verdict."""
