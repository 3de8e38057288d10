"""Memory bounds: how much requests may hold, and how much output one may ask for."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable

from benchwright.errors import UsageError
from benchwright.sandbox.protocol import Program
from benchwright.server.call import Overloaded

MOST_ANSWER_BYTES = 512 << 20
"""Maximum output of all runs of one program, and of all programs of a batch in progress at the same time."""
_USUAL_BYTES = 2 << 20
"""Output of a program with default settings."""
_HINT = "lower keep_bytes or collect_limit_bytes, or request fewer runs"


def check_answer(program: Program) -> None:
    """Refuse a program that could return too much output."""
    _check(_answer_bytes(program), MOST_ANSWER_BYTES, "the runs")


def check_answers(programs: Iterable[Program], ahead: int) -> None:
    """Refuse a batch whose largest programs, with `ahead` in progress at the same time, could return too much output.
    Programs with default settings always pass."""
    sizes = heapq.nlargest(ahead, map(_answer_bytes, programs))
    _check(sum(sizes), max(MOST_ANSWER_BYTES, len(sizes) * _USUAL_BYTES), f"the {len(sizes)} largest of the batch")


def _answer_bytes(program: Program) -> int:
    collected = program.collect_limit_bytes if program.collect else 0
    return len(program.runs) * (2 * program.keep_bytes + collected)


def _check(wanted: int, most: int, what: str) -> None:
    if wanted > most:
        raise UsageError(f"{what} could return {wanted} bytes", f"the limit is {most}: {_HINT}")


_RETRY_S = 1.0


class MemoryBudget:
    """Counts the bytes currently held by one worker. One client may hold at most three quarters of the limit, so that
    it never shuts out the others."""

    def __init__(self, limit_bytes: int, what: str) -> None:
        """`what` names the held objects in messages."""
        self.size_bytes = 0
        self._limit_bytes = limit_bytes
        self.share_bytes = limit_bytes - limit_bytes // 4
        self._what = what
        self._by_client: Counter[str] = Counter()

    def take(self, client: str, size: int) -> None:
        """Hold more bytes; raise `Overloaded`, and hold nothing more, if that exceeds a limit."""
        if self.size_bytes + size > self._limit_bytes:
            raise Overloaded(f"the service cannot hold more {self._what}", _RETRY_S)
        if self._by_client[client] + size > self.share_bytes:
            raise Overloaded(f"the service cannot hold more of your {self._what}", _RETRY_S)
        self.size_bytes += size
        self._by_client[client] += size

    def give_back(self, client: str, size: int) -> None:
        """Release bytes."""
        self.size_bytes -= size
        self._by_client[client] -= size
        if not self._by_client[client]:
            del self._by_client[client]
