"""One request as a route handler sees it, and the reasons to refuse it before anything runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from benchwright.errors import BenchwrightError, UsageError

if TYPE_CHECKING:
    from benchwright.sandbox.protocol import Sandbox
    from benchwright.server.service import Service


class Client(msgspec.Struct, frozen=True, kw_only=True):
    """The sender of a request. The queue alternates between clients."""

    name: str
    """Name of the token, or the address if no token is needed."""
    requests_per_minute: float | None = None
    """Rate above which requests are refused; None: unlimited."""
    concurrency: int | None = None
    """Programs that may run at the same time; None: as many as the server has room for."""


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """A request with a known client and a decoded body."""

    id: str
    """Request id, returned in a header and written to the logs."""
    client: Client
    """Client that sent it."""
    body: Any = None
    """Decoded body, of the type that the route declares."""
    path: Mapping[str, str] = {}
    """Parameters from the path."""
    query: Mapping[str, str] = {}
    """Parameters from the query string."""
    headers: Mapping[str, str] = {}
    """Request headers by lower-case name."""
    sandbox: Sandbox
    """Runs programs when it is this client's turn: bounded, fair, and killed if the client disconnects."""
    service: Service
    """State shared by all requests."""


class Overloaded(BenchwrightError):
    """The queue is full, or the client has reached its own limit."""

    def __init__(self, message: str, retry_after_s: float, *, limited: bool = False) -> None:
        super().__init__(message, f"retry in {retry_after_s:.0f} s")
        self.retry_after_s = retry_after_s
        self.limited = limited
        """Whether the client's own limit was reached (429), not the server's capacity (503)."""


class InvalidRequest(UsageError):
    """The body, path or headers are invalid."""


class TooLarge(InvalidRequest):
    """The body exceeds the service's size limit (HTTP 413)."""


class Unauthorized(UsageError):
    """The token is missing or unknown (HTTP 401)."""
