"""How much a request can hand back: no request may fill the server's memory with what it asks for."""

from __future__ import annotations

import heapq
from collections.abc import Iterable

from benchwright.errors import UsageError
from benchwright.sandbox.protocol import Program

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
