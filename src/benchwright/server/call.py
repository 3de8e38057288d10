"""One request as a route handler sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

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
