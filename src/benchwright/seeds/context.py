"""The context of a function: its file, or the part of the file that it needs."""

from __future__ import annotations

import functools

from benchwright.languages import Language
from benchwright.languages.functions import Function, find_function
from benchwright.languages.join import encode
from benchwright.languages.syntax import Tree, parse
from benchwright.seeds.units import Unit, units_of


class Contexts:
    """The contexts of the functions of one file. It is cut up when the first is asked for that needs it."""

    def __init__(self, language: Language, text: str, functions: list[Function], max_bytes: int) -> None:
        self._language = language
        self._text = text
        self._bytes = encode(text)
        self._functions = functions
        self._max_bytes = max_bytes

    def of(self, function: Function) -> str:
        """What a function is shown in; empty where that would be too large, or is no program any more."""
        if len(self._bytes) <= self._max_bytes:
            return self._text if self._is_whole else ""
        kept = self._kept(function)
        if kept is None:
            return ""
        text = self._without([unit for index, unit in enumerate(self._units) if index not in kept])
        again = find_function(self._language, text, function.name)
        if again is None or again.head != function.head or self._tree(text).has_errors:
            return ""
        return text

    @functools.cached_property
    def _is_whole(self) -> bool:
        return not self._tree(self._text).has_errors

    @functools.cached_property
    def _units(self) -> list[Unit]:
        return units_of(self._tree(self._text), self._language, self._functions)

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
        units, kept = self._units, set[int]()
        room = self._max_bytes - self._frame
        words: set[str] = set()
        for index, unit in enumerate(units):
            if unit.start <= function.start and function.end <= unit.end:
                kept.add(index)
                words |= unit.words
                room -= self._size(index)
        if room < 0:
            return None
        refused: set[int] = set()
        while wanted := [index for index in range(len(units)) if self._is_wanted(index, kept | refused, kept, words)]:
            for index in wanted:
                size = self._size(index)
                (kept if size <= room else refused).add(index)
                if size <= room:
                    room -= size
                    words |= units[index].words
        return kept

    def _is_wanted(self, index: int, decided: set[int], kept: set[int], words: set[str]) -> bool:
        unit = self._units[index]
        if index in decided or (unit.holder is not None and unit.holder not in kept):
            return False
        return unit.always or not unit.names.isdisjoint(words)

    @functools.cached_property
    def _sizes(self) -> list[int]:
        sizes = [unit.end - unit.start for unit in self._units]
        for unit in self._units:
            if unit.holder is not None:
                sizes[unit.holder] -= unit.end - unit.start
        return sizes

    def _size(self, index: int) -> int:
        return self._sizes[index]

    def _without(self, units: list[Unit]) -> str:
        pieces: list[bytes] = []
        position = 0
        for unit in units:
            if unit.start >= position:
                pieces.append(self._bytes[position : unit.start])
            position = max(position, unit.end)
        pieces.append(self._bytes[position:])
        return b"".join(pieces).decode(errors="surrogateescape").lstrip("\n")
