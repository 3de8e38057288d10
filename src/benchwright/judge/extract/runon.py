"""Cuts off what a model wrote after the function that it was to write."""

from __future__ import annotations

from benchwright.judge.extract.assemble import text_at
from benchwright.judge.extract.reading import MOST_BYTES, Reading, Unit
from benchwright.languages.join import encode


_WINDOWS = (MOST_BYTES, 4096)
"""How many bytes are looked at, where a model ran on for longer."""


def without_run_on(code: str, start: int, reading: Reading) -> str:
    """The code up to the end of the part that the byte at `start` is in, with the later definitions that it needs. The
    code as it is where nothing is to be cut, or the grammar cannot tell."""
    if reading.units(code):
        return _cut(code, start, reading)
    data = encode(code)
    for size in _WINDOWS:
        window = data[: data.rfind(b"\n", 0, size) + 1].decode(errors="surrogateescape")
        cut = _cut(window, start, reading) if size < len(data) else window
        if cut != window:
            return cut
    return code


def _cut(code: str, start: int, reading: Reading) -> str:
    units = [unit for unit in reading.units(code) if not unit.comment]
    own = next((number for number, unit in enumerate(units) if unit.start <= start < unit.end), None)
    if own is None or units[own].broken:
        return code
    kept = _with_clauses(code, units, own, reading)
    later = units[len(kept) :]
    needed = _needed(code, kept, later, reading)
    if len(needed) == len(later):
        return code
    pieces = [text_at(code, 0, kept[-1].end), *(text_at(code, unit.start, unit.end) for unit in needed)]
    return "\n\n".join(piece.rstrip() for piece in pieces) + "\n"


def _with_clauses(code: str, units: list[Unit], own: int, reading: Reading) -> list[Unit]:
    """The parts up to the own one, with those right after it that go on with it."""
    end = own + 1
    while reading.answers.overloads and end < len(units) and _goes_on(code, units, end):
        end += 1
    return units[:end]


def _goes_on(code: str, units: list[Unit], number: int) -> bool:
    """Whether a part is a further clause of the one before, and not the same one once more."""
    here, before = units[number], units[number - 1]
    if here.broken or not here.names or not here.names <= before.names:
        return False
    lines = {_first_line(code, unit) for unit in units[:number]}
    return _first_line(code, here) not in lines


def _first_line(code: str, unit: Unit) -> str:
    return " ".join(text_at(code, unit.start, unit.end).split("\n", 1)[0].split())


def _needed(code: str, kept: list[Unit], later: list[Unit], reading: Reading) -> list[Unit]:
    """Later parts that define what the kept ones use and do not define."""
    used = {unit: reading.used(text_at(code, unit.start, unit.end)) for unit in later if unit.names}
    missing = set(reading.used(encode(code)[: kept[-1].end].decode(errors="surrogateescape")))
    missing -= {name for unit in kept for name in unit.names}
    needed: set[Unit] = set()
    while more := [unit for unit in used if unit not in needed and not unit.broken and unit.names & missing]:
        for unit in more:
            missing |= used[unit]
        needed.update(more)
        missing -= {name for unit in (*kept, *needed) for name in unit.names if name not in _shared(needed, reading)}
    return [unit for unit in later if unit in needed]


def _shared(needed: set[Unit], reading: Reading) -> frozenset[str]:
    """Names that further parts may define as well."""
    names = frozenset(name for unit in needed for name in unit.names)
    return names if reading.answers.overloads else frozenset()
