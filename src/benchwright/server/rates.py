"""How often a client may ask: a bucket of requests that fills steadily."""

from __future__ import annotations

import fcntl
import os
import struct
import time

from benchwright.server.call import Client
from benchwright.server.failures import Overloaded

_SLOT = struct.Struct("<dd")
"""Requests in the bucket, and when they were counted."""
_BURST_S = 10.0
"""A client that was silent may send what it could have sent in this time at once."""


class Rates:
    """Counts requests of clients that have a rate. Workers that were forked with it count together."""

    def __init__(self) -> None:
        self._file = os.memfd_create("benchwright-rates")
        self._places: dict[str, int] = {}

    def enter(self, clients: list[Client]) -> None:
        """Give each a place; before workers are forked, so that all agree on it."""
        for client in clients:
            self._places.setdefault(client.name, _SLOT.size * len(self._places))

    def take(self, client: Client) -> None:
        """Count one request; `Overloaded` if it is one too many."""
        if client.requests_per_minute is None:
            return
        self.enter([client])
        place = self._places[client.name]
        # A lock of the file's is given up by a worker that dies.
        fcntl.lockf(self._file, fcntl.LOCK_EX, _SLOT.size, place)
        try:
            wait_s = self._take(place, client.requests_per_minute / 60)
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN, _SLOT.size, place)
        if wait_s > 0:
            raise Overloaded("more requests than the token may send", max(wait_s, 1.0), limited=True)

    def _take(self, place: int, per_second: float) -> float:
        now = time.monotonic()
        size = max(1.0, per_second * _BURST_S)
        data = os.pread(self._file, _SLOT.size, place)
        level, counted = _SLOT.unpack(data) if len(data) == _SLOT.size else (0.0, 0.0)
        level = min(size, level + (now - counted) * per_second) if counted else size
        allowed = level >= 1
        os.pwrite(self._file, _SLOT.pack(level - 1 if allowed else level, now), place)
        return 0.0 if allowed else (1 - level) / per_second

    def close(self) -> None:
        """Let go of what is counted."""
        os.close(self._file)
