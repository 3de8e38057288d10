"""Memory that requests hold: bounded for all of them, and for each client."""

from __future__ import annotations

from collections import Counter

from benchwright.server.failures import Overloaded

_RETRY_S = 1.0


class Held:
    """Bytes that are held now. One client may hold only three quarters of all, so that it never shuts out the others.
    The bounds are those of one worker."""

    def __init__(self, limit_bytes: int, what: str) -> None:
        """`what` is held, for messages."""
        self.size_bytes = 0
        self._limit_bytes = limit_bytes
        self.share_bytes = limit_bytes - limit_bytes // 4
        self._what = what
        self._by_client: Counter[str] = Counter()

    def take(self, client: str, size: int) -> None:
        """Hold more; `Overloaded`, and nothing more is held, where that is too much."""
        if self.size_bytes + size > self._limit_bytes:
            raise Overloaded(f"the service holds as many {self._what} as it can", _RETRY_S)
        if self._by_client[client] + size > self.share_bytes:
            raise Overloaded(f"the service holds as many of your {self._what} as it can", _RETRY_S)
        self.size_bytes += size
        self._by_client[client] += size

    def give_back(self, client: str, size: int) -> None:
        """Hold less."""
        self.size_bytes -= size
        self._by_client[client] -= size
        if not self._by_client[client]:
            del self._by_client[client]
