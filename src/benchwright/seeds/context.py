"""The context of a function: its file, or the part of the file that it needs."""

from __future__ import annotations

import functools

from benchwright.languages import Language
from benchwright.languages.functions import Function, find_function
from benchwright.languages.join import encode
from benchwright.languages.syntax import Tree, parse
from benchwright.seeds.need import Index, Need
from benchwright.seeds.standing import needs
from benchwright.seeds.units import PREPROCESSED, Unit, units_of


class Contexts:
    """The contexts of the functions of one file. It is cut up when the first is asked for that needs it."""

    def __init__(self, language: Language, text: str, functions: list[Function], max_bytes: int) -> None:
        self._language = language
        self._text = text
        self._bytes = encode(text)
        self._functions = functions
        self._max_bytes = max_bytes
        self._used: dict[int, frozenset[str]] = {}

    def of(self, function: Function) -> str:
        """What a function is shown in; empty where that would be too large, or is no program any more."""
        if len(self._bytes) <= self._max_bytes:
            return self._text if self._is_known else ""
        kept = self._kept(function)
        if kept is None:
            return ""
        text = self._without([unit for index, unit in enumerate(self._units) if index not in kept])
        again = find_function(self._language, text, function.name)
        if again is None or again.head != function.head or again.broken:
            return ""
        return text if self._knows(text) else ""

    @functools.cached_property
    def _is_known(self) -> bool:
        return self._knows(self._text)

    def _knows(self, text: str) -> bool:
        """Whether the grammar knows all of it. None can know all of what a preprocessor makes a program of."""
        return self._language.id in PREPROCESSED or not self._tree(text).has_errors

    @functools.cached_property
    def _units(self) -> list[Unit]:
        return units_of(self._tree(self._text), self._language, self._functions)

    @functools.cached_property
    def _index(self) -> Index:
        return Index(self._units)

    @functools.cached_property
    def _frame(self) -> int:
        """The bytes that stay whatever is left out."""
        return len(self._bytes) - sum(unit.end - unit.start for unit in self._units if unit.holder is None)

    def _tree(self, text: str) -> Tree:
        assert self._language.syntax is not None
        return parse(self._language.syntax.grammar, encode(text))

    def _kept(self, function: Function) -> set[int] | None:
        """The units that the function needs, directly or by others, as far as there is room; None where there is none
        for the function itself."""
        kept: set[int] = {
            index for index, unit in enumerate(self._units) if unit.start <= function.start and function.end <= unit.end
        }
        room = self._max_bytes - self._frame - sum(self._sizes[index] for index in kept)
        if room < 0:
            return None
        need = Need(self._index)
        new = kept
        while wanted := need.after(new, frozenset[str]().union(*(self._uses(index) for index in new))):
            new = set()
            # The small ones first: so most of what is needed has room.
            for index in sorted(wanted, key=lambda index: (self._sizes[index], index)):
                if self._sizes[index] <= room:
                    new.add(index)
                    room -= self._sizes[index]
            kept = kept | new
        return kept

    def _uses(self, index: int) -> frozenset[str]:
        """The top-level names that a unit uses and does not define itself."""
        if index not in self._used:
            unit = self._units[index]
            names = unit.words & self._top_names
            text = self._bytes[unit.start : unit.end].decode(errors="surrogateescape")
            self._used[index] = needs(text, self._language, names) if names else frozenset()
        return self._used[index]

    @functools.cached_property
    def _top_names(self) -> frozenset[str]:
        return frozenset(name for unit in self._units if unit.holder is None for name in unit.names)

    @functools.cached_property
    def _sizes(self) -> list[int]:
        """The bytes of each unit, without those of its methods that are units."""
        sizes = [unit.end - unit.start for unit in self._units]
        for unit in self._units:
            if unit.holder is not None:
                sizes[unit.holder] -= unit.end - unit.start
        return sizes

    def _without(self, units: list[Unit]) -> str:
        pieces: list[bytes] = []
        position = 0
        for unit in units:
            if unit.start >= position:
                pieces.append(self._bytes[position : unit.start])
            position = max(position, unit.end)
        pieces.append(self._bytes[position:])
        return b"".join(pieces).decode(errors="surrogateescape").lstrip("\n")
