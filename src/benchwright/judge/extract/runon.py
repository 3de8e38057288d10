"""Cuts off what a model wrote after the function that it was to write."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from benchwright.judge.extract.assemble import text_at
from benchwright.judge.extract.prose import is_prose
from benchwright.judge.extract.reading import MOST_BYTES, Reading, Unit
from benchwright.languages.join import encode

_WINDOWS = (MOST_BYTES, 4096)
"""How many bytes are looked at, where a model ran on for longer."""
_NEW_PART = re.compile(rb"\n[ \t]*\n(?=\S)")
_MOST_PARTS = 3
_ANNOUNCED = re.compile(
    r"^\(?(?:def|fun|fn|sub|proc|let|class|struct|type)\w*\s+\(?([^\s(){}:]+)|([^\s(){}\[\];,]+)\s*\("
)
_LONGEST_LINE = 200


def without_run_on(code: str, start: int, names: Collection[str], reading: Reading) -> str:
    """The code up to the end of the part that the byte at `start` is in, with the later definitions that are needed by
    it or by the tests, which use `names`. The code as it is where nothing is to be cut, or the grammar cannot tell."""
    for text in _beginnings(code):
        if not reading.units(text) or reading.is_lost(text):
            continue
        cut = _cut(text, start, names, reading)
        if cut is None:
            continue
        return cut if text == code or _can_go(code[len(text) :], cut, reading) else code
    return code


def first_line(code: str, unit: Unit) -> str:
    """The first line of a part, with single blanks."""
    return " ".join(text_at(code, unit.start, unit.end).split("\n", 1)[0].split())


def _beginnings(code: str) -> Iterator[str]:
    """The code; then less of it, as its end may be broken off, or it may be too long."""
    data = encode(code)
    ends = [found.start() + 1 for found in _NEW_PART.finditer(data[:MOST_BYTES])][-_MOST_PARTS:]
    ends += [data.rfind(b"\n", 0, size) + 1 for size in _WINDOWS if size < len(data)]
    yield code
    for end in sorted({end for end in ends if end > 0}, reverse=True):
        yield data[:end].decode(errors="surrogateescape")


def _can_go(rest: str, kept: str, reading: Reading) -> bool:
    """Whether the rest of a code, which was not read, is another part, and defines nothing that the kept one uses."""
    lines = [line[:_LONGEST_LINE] for line in rest.split("\n") if line[:1].strip()]
    announced = {name for line in lines for found in _ANNOUNCED.finditer(line) for name in found.groups() if name}
    missing = reading.used(kept) - reading.defined(kept)
    return bool(rest.lstrip("\n")[:1].strip()) and not announced & missing


def _cut(code: str, start: int, names: Collection[str], reading: Reading) -> str | None:
    """None where the grammar cannot tell."""
    units = [unit for unit in reading.units(code) if not unit.comment]
    own = next((number for number, unit in enumerate(units) if unit.start <= start < unit.end), None)
    if own is None or units[own].broken:
        return None
    kept = _with_clauses(code, units, own, reading)
    later = units[len(kept) :]
    if any(unit.broken and not is_prose(first_line(code, unit)) for unit in later[:-1]):
        return None
    needed = _needed(code, kept, later, names, reading)
    dropped = [unit for unit in later if unit not in needed and _says_something(code, unit)]
    if not dropped:
        return code
    pieces = [text_at(code, 0, kept[-1].end), *(text_at(code, unit.start, unit.end) for unit in needed)]
    return "\n\n".join(piece.rstrip() for piece in pieces) + "\n"


def _says_something(code: str, unit: Unit) -> bool:
    """Whether a part is more than a sign, or the end of something that the tests begin."""
    words = re.findall(r"\w+", text_at(code, unit.start, unit.end))
    return bool(words) and words[0].lower() != "end"


def _with_clauses(code: str, units: list[Unit], own: int, reading: Reading) -> list[Unit]:
    """The parts up to the own one, with those right after it that go on with it."""
    end = own + 1
    while end < len(units) and _goes_on(code, units, end, reading):
        end += 1
    return units[:end]


def _goes_on(code: str, units: list[Unit], number: int, reading: Reading) -> bool:
    """Whether a part is a further clause of the one before, or what that one only announced, and not the same one once
    more."""
    here, before = units[number], units[number - 1]
    if here.broken or not here.names & before.names:
        return False
    if here.kind == before.kind and not reading.answers.overloads:
        return False
    return first_line(code, here) not in {first_line(code, unit) for unit in units[:number]}


def _needed(code: str, kept: list[Unit], later: list[Unit], names: Collection[str], reading: Reading) -> list[Unit]:
    """Later parts that define what the kept ones, or the tests, use and the kept ones do not define."""
    used = {unit: reading.used(text_at(code, unit.start, unit.end)) for unit in later if unit.names and not unit.broken}
    defined = {name for unit in kept if "signature" not in unit.kind for name in unit.names}
    missing = ({*names} | reading.used(text_at(code, 0, kept[-1].end))) - defined
    needed: set[Unit] = set()
    while more := [unit for unit in used if unit not in needed and unit.names & missing]:
        needed.update(more)
        missing |= {name for unit in more for name in used[unit]} - defined
    return [unit for unit in later if unit in needed]
