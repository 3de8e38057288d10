"""One request as a route sees it: its body, read within bounds, and what can be wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from benchwright.sandbox.protocol import Sandbox
    from benchwright.server.service import Service


class Client(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks: work of different clients takes turns."""

    name: str
    """Of the token, or the address where none is needed."""
    requests_per_minute: float | None = None
    """More are refused; None: as many as it likes."""
    concurrency: int | None = None
    """Programs at once; None: as many as there is room for."""


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """A request whose client is known and whose body was read."""

    id: str
    """Of the request: in the answer's header, in logs."""
    client: Client
    """Who asks."""
    body: Any = None
    """Of the type that the route names."""
    path: Mapping[str, str] = {}
    """Parameters of the path."""
    query: Mapping[str, str] = {}
    """Parameters after the question mark."""
    headers: Mapping[str, str] = {}
    """By lower-case names."""
    sandbox: Sandbox
    """Runs programs in this client's turn: bounded, fair, and killed when the client goes away."""
    service: Service
    """What all requests share."""
