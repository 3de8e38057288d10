"""Reads what the test driver sent on the proof pipe. The candidate shares the process, so nothing is taken on trust:
a line that does not start with the nonce, or is not as a driver writes it, makes the whole reply unclean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from benchwright.judge.verdict import Place, TestResult
from benchwright.languages.join import Origin

_FAULT_KINDS = frozenset({"assertion", "exit", "error", "syntax", "pending"})
_NUMBER = re.compile("[0-9]{1,9}")
"""Longer ones are nobody's, and Python refuses to read very long ones: a candidate must not be able to stop us."""


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """Why the tests as a whole did not pass, as the driver saw it."""

    kind: str
    """One of the kinds of languages/join.py."""
    name: str
    """Name of the exception, or what else ended the tests."""
    place: Place | None
    """Where."""
    message: str
    """What it said."""


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """The proof: how many tests ran, failed and were skipped."""

    executed: int
    failed: int
    skipped: int


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """What the driver said."""

    clean: bool
    """False: somebody else wrote to the pipe."""
    counts: Counts | None
    """None: the tests did not come to their end."""
    fault: Fault | None
    """The first one."""
    tests: tuple[TestResult, ...]
    """The single tests."""


_UNCLEAN = Reply(clean=False, counts=None, fault=None, tests=())


def read_reply(data: bytes, nonce: str, origins: Mapping[str, Origin]) -> Reply:
    """The reply, if every line of it is the driver's."""
    tests: list[TestResult] = []
    faults: list[Fault] = []
    counts: Counts | None = None
    lines = data.split(b"\n")
    if lines.pop():
        return _UNCLEAN
    for line in lines:
        key, *fields = line.decode(errors="replace").split("\t")
        if key != nonce or counts is not None:
            return _UNCLEAN
        match fields:
            case ["unit", name, "passed" | "failed" | "skipped" as status, place, message]:
                tests.append(TestResult(name=name, status=status, place=read_place(place, origins), message=message))
            case ["fail", kind, name, place, message] if kind in _FAULT_KINDS:
                faults.append(Fault(kind=kind, name=name, place=read_place(place, origins), message=message))
            case ["end", *numbers] if len(numbers) == 3 and all(_NUMBER.fullmatch(number) for number in numbers):
                counts = _counts(numbers)
            case _:
                return _UNCLEAN
    return Reply(clean=True, counts=counts, fault=faults[0] if faults else None, tests=tuple(tests))


def read_place(text: str, origins: Mapping[str, Origin]) -> Place | None:
    """The place that `file:line` names."""
    file, _, line = text.rpartition(":")
    origin = origins.get(file.rpartition("/")[2]) or origins.get(file)
    if origin is None or not _NUMBER.fullmatch(line):
        return None
    number = int(line) - origin.added_lines
    return Place(part=origin.part, line=number) if number > 0 else None


def _counts(numbers: Sequence[str]) -> Counts:
    executed, failed, skipped = map(int, numbers)
    return Counts(executed=executed, failed=failed, skipped=skipped)
