"""What all requests share: settings, the sandbox, the queue in front of it, benchmarks that are served."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from benchwright.sandbox.protocol import Sandbox
from benchwright.server.call import Client


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How the service behaves."""

    host: str = "127.0.0.1"
    """Address to listen on."""
    port: int = 8080
    """Port to listen on; 0: any that is free."""
    workers: int = 1
    """Processes that answer requests, each with a launcher of its own."""
    concurrency: int | None = None
    """Programs at once in each worker; None: processors divided by workers."""
    queue: int = 1024
    """Programs that may wait in each worker; more are refused."""
    max_body_bytes: int = 64 << 20
    """A larger body is refused."""
    max_batch: int = 1000
    """Programs in one batch."""
    max_wall_s: float = 600.0
    """No request may ask for more time."""
    max_memory_bytes: int = 8 << 30
    """Nor for more memory."""
    drain_s: float = 30.0
    """On SIGTERM, accepted work has so long to finish."""
    token_file: Path | None = None
    """Lines of `token [name [requests per minute [concurrency]]]`."""
    allow_networks: tuple[str, ...] = ()
    """CIDR networks whose clients need no token."""
    benchmarks: Mapping[str, str] = {}
    """Name → benchmark that the dataset endpoints serve."""
    log_sources: bool = False
    """Whether programs stand in the log."""


class Service:
    """One worker's."""

    def __init__(self, settings: Settings, sandbox: Sandbox) -> None:
        self.settings = settings
        self._sandbox = sandbox

    def sandbox_for(self, client: Client) -> Sandbox:
        """A sandbox whose programs wait for the client's turn; `Overloaded` where there is no room to wait."""
        raise NotImplementedError
