"""Bounds on memory: what requests hold, and how much one can ask back."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable

from benchwright.errors import UsageError
from benchwright.sandbox.protocol import Program
from benchwright.server.failures import Overloaded

MOST_ANSWER_BYTES = 512 << 20
"""What the runs of one program can hand back at most, and those of a batch that are under way at the same time."""
_USUAL_BYTES = 2 << 20
"""Of a program that asks for nothing special."""
_HINT = "lower keep_bytes or collect_limit_bytes, or ask for fewer runs"


def check_answer(program: Program) -> None:
    """Refuse a program that could hand back too much."""
    _check(_answer_bytes(program), MOST_ANSWER_BYTES, "the runs")


def check_answers(programs: Iterable[Program], ahead: int) -> None:
    """Refuse a batch of which the largest programs, when `ahead` are under way at once, could hand back too much.
    Programs that ask for nothing special are always let through."""
    sizes = heapq.nlargest(ahead, map(_answer_bytes, programs))
    _check(sum(sizes), max(MOST_ANSWER_BYTES, len(sizes) * _USUAL_BYTES), f"the {len(sizes)} largest of the batch")


def _answer_bytes(program: Program) -> int:
    collected = program.collect_limit_bytes if program.collect else 0
    return len(program.runs) * (2 * program.keep_bytes + collected)


def _check(wanted: int, most: int, what: str) -> None:
    if wanted > most:
        raise UsageError(f"{what} could hand back {wanted} bytes", f"at most {most}: {_HINT}")


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
