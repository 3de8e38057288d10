"""Combine several pieces of code into one text."""

from __future__ import annotations

import re

from benchwright.judging.extract.reading import Reading, Unit
from benchwright.languages.join import encode


def put_together(texts: list[str], reading: Reading) -> str:
    """Concatenate the texts; code that must be at the top of a program is moved there, without duplicates."""
    tops: dict[str, str] = {}
    heads: dict[str, str] = {}
    bodies: list[str] = []
    for number, text in enumerate(texts):
        text = without_own_imports(text, [*texts[:number], *texts[number + 1 :]], reading)
        units = reading.units(text)
        for unit in units:
            if unit.kind in reading.answers.heads:
                heads.setdefault(unit.kind, _text(text, unit))
            elif unit.kind in reading.answers.imports:
                tops.setdefault(" ".join(_text(text, unit).split()), _text(text, unit))
        bodies.append(_without_top(text, units, reading))
    top = ["\n".join(heads.values()), "\n".join(tops.values())]
    return "\n\n".join(piece.strip("\n") for piece in (*top, *bodies) if piece.strip()) + "\n"


_BESIDE = re.compile(r"""\s*#\s*include\s*"|\s*require_relative\b|[^\n]*["']\.\.?/[^"'\n]*["']""")
"""How code refers to another file of the same answer."""


def without_own_imports(text: str, others: list[str], reading: Reading) -> str:
    """Remove references to other files of the same answer, as all of it becomes one file."""
    if not others:
        return text
    defined = frozenset[str]().union(*(reading.defined(other) for other in others))
    data = encode(text)
    for unit in reversed(reading.units(text)):
        piece = _text(text, unit)
        own = unit.kind in reading.answers.imports and unit.names and unit.names <= defined
        beside = _BESIDE.match(piece) and "\n" not in piece and not unit.names - defined
        if own or beside:
            data = data[: unit.start] + data[unit.end :]
    return data.decode(errors="surrogateescape")


def text_at(text: str, start: int, end: int) -> str:
    """Return a range of a text, given in bytes."""
    return encode(text)[start:end].decode(errors="surrogateescape")


def _text(text: str, unit: Unit) -> str:
    return text_at(text, unit.start, unit.end).strip()


def _without_top(text: str, units: list[Unit], reading: Reading) -> str:
    data, at = encode(text), 0
    kept: list[bytes] = []
    for unit in units:
        if unit.kind in (*reading.answers.heads, *reading.answers.imports):
            kept.append(data[at : unit.start])
            at = unit.end
            # Some grammars include the line end in the import, some do not.
            if data[at : at + 1] == b"\n" and not data[:at].endswith(b"\n"):
                at += 1
    return b"".join((*kept, data[at:])).decode(errors="surrogateescape")
