"""The declaration of an API: its routes, and how it reports failures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal

import msgspec

from benchwright.server.call import Call
from benchwright.server.reply import Reply


class Text(msgspec.Struct, frozen=True, kw_only=True):
    """A plain-text response."""

    media_type: str = "text/plain"
    """Value of the Content-Type header."""


class Lines(msgspec.Struct, frozen=True, kw_only=True):
    """Newline-delimited JSON, one record type per stream."""

    of: Any
    """Record type of each line."""
    media_type: str = "application/x-ndjson"
    """Value of the Content-Type header."""


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """One HTTP method on one path."""

    method: Literal["GET", "POST"]
    """The HTTP method it answers."""
    path: str
    """Path with parameters in braces, as in /v1/problems/{id}."""
    name: str
    """Unique name, used as the operation id in the OpenAPI description."""
    summary: str
    """One-line summary for the OpenAPI description."""
    handle: Callable[[Call], Awaitable[Reply]]
    """Handles the request. If it raises a BenchwrightError, the API's `failure` builds the response."""
    body: Any = None
    """Type of the JSON body, decoded by msgspec; None if the route takes no body."""
    lax: bool = False
    """Whether to accept strings in place of booleans and numbers, as legacy clients send them."""
    answers: Mapping[int, Any] = {}
    """HTTP status → response type, for the OpenAPI description."""
    examples: Mapping[str, Any] = {}
    """Name → valid request body, for the OpenAPI description and the tests."""
    open: bool = False
    """Whether the route works without a token, as health checks do."""


class Api(msgspec.Struct, frozen=True, kw_only=True):
    """A group of related routes."""

    name: str
    """Label in logs and metrics."""
    routes: tuple[Route, ...]
    """Every route of the API."""
    failure: Callable[[Exception, Call | None], Reply]
    """Builds the response for invalid requests, overload and benchwright's own failures. Never returns a verdict."""
