"""Combine several pieces of code into one text."""

from __future__ import annotations

import re
from collections import Counter

from benchwright.judging.extract.fences import markers
from benchwright.judging.extract.reading import Reading, Unit
from benchwright.languages.join import encode


def put_together(texts: list[str], reading: Reading, files: frozenset[str] = frozenset()) -> str:
    """Concatenate the texts, each after those that it needs; code that must be at the top of a program is moved there,
    without duplicates. `files` are the names of the answer's files, to which the texts may refer."""
    tops: dict[str, str] = {}
    heads: dict[str, str] = {}
    bodies: list[str] = []
    for text in _ordered(without_references(texts, files, reading), reading):
        units = reading.units(text)
        for unit in units:
            if unit.kind in reading.answers.heads:
                heads.setdefault(unit.kind, _text(text, unit))
            elif unit.kind in reading.answers.imports:
                piece = _text(text, unit)
                new = new_imports_beside(list(tops.values()), piece, reading)
                tops |= {" ".join(each.split()): each for each in new if " ".join(each.split()) not in tops}
        bodies.append(_without_top(text, units, reading))
    top = ["\n".join(heads.values()), "\n".join(tops.values())]
    return "\n\n".join(piece.strip("\n") for piece in (*top, *bodies) if piece.strip()) + "\n"


_GO_SPEC = re.compile(r"(?:([\w.]+)\s+)?(\"[^\"]+\")")


def new_imports_beside(known: list[str], piece: str, reading: Reading) -> list[str]:
    """Return what an import adds to the known ones: all of it, unless it is a group that may not repeat others."""
    if reading.language.id != "go":
        return [piece]
    have = {(found[1], found[2]) for text in known for found in _GO_SPEC.finditer(text)}
    own = [(found[1], found[2]) for found in _GO_SPEC.finditer(piece)]
    if not have & set(own):
        return [piece]
    return [f"import {alias} {path}" if alias else f"import {path}" for alias, path in own if (alias, path) not in have]


_MOST_ORDERED = 60


def _ordered(texts: list[str], reading: Reading) -> list[str]:
    """Put texts after those that define what they need, as far as the language requires it; imports come first."""
    order = reading.answers.order
    texts = sorted(texts, key=lambda text: not _is_import(text, reading))
    if not order or len(texts) > _MOST_ORDERED:
        return texts
    defined = [reading.defined(text) for text in texts]
    uses = [reading.free(text) if order == "uses" else reading.immediate(text) for text in texts]
    remaining, found = list(range(len(texts))), list[str]()
    while remaining:
        ready = (
            at
            for at in remaining
            if not any(uses[at] & defined[each] - defined[at] for each in remaining if each != at)
        )
        remaining.remove(at := next(ready, remaining[0]))
        found.append(texts[at])
    return found


def _is_import(text: str, reading: Reading) -> bool:
    units = [unit for unit in reading.units(text) if not unit.comment]
    return bool(units) and all(is_import(_text(text, unit)) for unit in units)


def is_import(piece: str) -> bool:
    """Whether a statement imports something."""
    return "\n" not in piece.strip() and markers().imports.match(piece.strip())


def references(text: str) -> frozenset[str]:
    """Return the names, without endings, of other files that a text refers to."""
    found = (markers().references.find(line.strip()) for line in text.split("\n"))
    return frozenset(each[0] for each in found if each is not None)


def without_references(texts: list[str], files: frozenset[str], reading: Reading) -> list[str]:
    """Remove references to other files of the same answer, as all of it becomes one file."""
    if len(texts) < 2:
        return texts
    defined = [reading.defined(text) for text in texts]
    count = Counter(name for each in defined for name in each)
    made: list[str] = []
    for text, own in zip(texts, defined, strict=True):
        data = encode(text)
        for unit in reversed(reading.units(text)):
            others = {name for name in unit.names if count[name] > (name in own)}
            piece = _text(text, unit)
            imported = unit.kind in reading.answers.imports and unit.names and unit.names <= others
            named = markers().references.find(piece) if "\n" not in piece else None
            beside = named is not None and not unit.names - others - {named[0]} and (named[1] or named[0] in files)
            if imported or beside:
                end = unit.end + len(data[unit.end :]) - len(data[unit.end :].lstrip(b" \t;"))
                data = data[: unit.start] + data[end:]
        made.append(data.decode(errors="surrogateescape"))
    return made


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
