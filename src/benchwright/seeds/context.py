"""The context of a function: its file, or the part of the file that it needs."""

from __future__ import annotations

import functools
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator

import msgspec

from benchwright.languages import Language
from benchwright.languages.functions import Function, find_function
from benchwright.languages.imports import imports_of
from benchwright.languages.join import encode
from benchwright.languages.syntax import Tree, parse
from benchwright.seeds.parts import Part, parts_of
from benchwright.seeds.self_contained import Words, needs

_COMMENT = re.compile(r"\s*(?://|/\*|\*|--|;|%|@|#\[|\[\w)")
_BLANK_END = re.compile(rb"[ \t]*[;,]?[ \t]*(?:(?:#|//|--)[^\n]*)?\r?(?:\n|$)")
_INDENTED_IMPORT = re.compile(r"(?m)^[ \t]+((?:import|from)\s+[^\n]+)$")
_EMPTY_CLASS = re.compile(rb"(?m)^[ \t]*class\b[^:]*:(?:\s|#[^\n]*)*\Z")
_ALWAYS = re.compile(r"__(?:init|new|post_init|slots|enter|exit)__$|^init(?:ialize)?$")
"""Methods that are kept with their class, even if nothing mentions them."""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a file that is kept or left out as a whole."""

    start: int
    """First byte, including the comments and blank lines above."""
    end: int
    """The byte after the last line."""
    names: frozenset[str]
    """Names that it defines; empty if nothing can refer to it."""
    words: frozenset[str]
    """All words outside comments and strings, without those of its methods that are units themselves."""
    holder: int | None = None
    """Index of the class that it is a method of; None for other units."""
    owner: str = ""
    """The type that it adds methods to from outside; empty for other units."""
    always: bool = False
    """Whether it is kept whenever its class, or the file, is kept."""


def _is_preprocessed(language: Language) -> bool:
    return language.syntax is not None and language.syntax.preprocessed


def units_of(tree: Tree, language: Language, functions: list[Function]) -> list[Unit]:
    """Return the units of a file in textual order; those in a class follow it."""
    lines = _Lines(tree.text, "" if _is_preprocessed(language) else "#")
    words = Words(tree)
    units: list[Unit] = []
    last, starts = 0, [function.start for function in functions]
    for part in parts_of(tree, language):
        if part.kind in ("above", "head"):
            continue
        place = lines.around(part.start, part.end, last)
        if place is None:
            continue
        last = place[1]
        inside = functions[bisect_left(starts, part.start) : bisect_left(starts, part.end)]
        units += _with_methods(tree, part, place, inside, lines, words, len(units))
    return units


def _with_methods(
    tree: Tree, part: Part, place: tuple[int, int], functions: list[Function], lines: _Lines, words: Words, index: int
) -> Iterator[Unit]:
    text = tree.text[part.start : part.end].decode(errors="surrogateescape")
    methods: list[tuple[Function, tuple[int, int]]] = []
    if part.kind == "class":
        free = part.start + 1
        for each in functions:
            at = lines.around(each.start, each.end, free)
            if at is not None and at[1] <= place[1]:
                methods.append((each, at))
                free = at[1]
        # Methods that are indented further are in conditions or nested classes, which must not become empty.
        margins = {at: lines.margin(each.start) for each, at in methods}
        methods = [method for method in methods if margins[method[1]] == min(margins.values())]
    if _is_empty(tree.text, place, methods):
        methods.remove(min(methods, key=lambda method: method[1][1] - method[1][0]))
    yield Unit(
        start=place[0],
        end=place[1],
        names=_names(part, text, functions),
        words=words.of(*place, [at for _, at in methods]),
        owner=part.owner,
        always=part.kind == "import" and _is_blanket(text),
    )
    for each, (start, end) in methods:
        last = each.name.rpartition(".")[2]
        yield Unit(
            start=start,
            end=end,
            names=frozenset({last}),
            words=words.of(start, end),
            holder=index,
            always=_ALWAYS.search(last) is not None,
        )


def _is_empty(text: bytes, place: tuple[int, int], methods: list[tuple[Function, tuple[int, int]]]) -> bool:
    """Whether a class would be empty without its methods; Python does not allow that."""
    own = bytearray(text[slice(*place)])
    for _, (start, end) in reversed(methods):
        del own[start - place[0] : end - place[0]]
    return bool(methods) and _EMPTY_CLASS.search(own) is not None


def _names(part: Part, text: str, functions: list[Function]) -> frozenset[str]:
    if part.kind == "import":
        return frozenset(name for each in imports_of(text.strip()) for name in each.names)
    if part.owner:
        # Requesting it by the type's name would add everything that mentions the type; request its methods by their
        # names.
        return frozenset(each.name.rpartition(".")[2] for each in functions) or frozenset({part.owner})
    imported = (name for line in _INDENTED_IMPORT.findall(text) for each in imports_of(line) for name in each.names)
    return part.names | frozenset(each.name for each in functions) | frozenset(imported if part.kind == "other" else ())


def _is_blanket(text: str) -> bool:
    return (
        "__future__" in text
        or "import (" in text
        or text.rstrip().endswith("import *")
        or any(each.blanket for each in imports_of(text.strip()))
    )


class _Lines:
    """The lines of a text, for finding whole lines around a place."""

    def __init__(self, text: bytes, mark: str) -> None:
        self._text = text
        self._mark = mark

    def around(self, start: int, end: int, last: int) -> tuple[int, int] | None:
        """Return the whole lines of a place, with the comments and blank lines above it, but not before `last`; None if
        its first or last line contains other code."""
        text = self._text
        while end > start and text[end - 1 : end].isspace():
            end -= 1
        first = text.rfind(b"\n", 0, start) + 1
        rest = _BLANK_END.match(text, end)
        if text[first:start].strip() or rest is None or first < last:
            return None
        return max(self._above(first), last), rest.end()

    def margin(self, start: int) -> int:
        """Return the distance of a place from the start of its line."""
        return start - (self._text.rfind(b"\n", 0, start) + 1)

    def _above(self, first: int) -> int:
        block = False
        while first:
            before = self._text.rfind(b"\n", 0, first - 1) + 1
            line = self._text[before : first - 1].decode(errors="replace").strip()
            block = (block or line.endswith("*/")) and "/*" not in line
            comment = _COMMENT.match(line) or (self._mark and line.startswith(self._mark))
            if line and not block and not comment and not line.endswith("*/"):
                break
            first = before
        return first


class Index:
    """The units of a file, indexed by the names that request them."""

    def __init__(self, units: list[Unit]) -> None:
        self.units = units
        self.always = frozenset(index for index, unit in enumerate(units) if unit.always and unit.holder is None)
        self.top: dict[str, list[int]] = {}
        self.methods: dict[str, list[int]] = {}
        self.of_holder: dict[int, list[int]] = {}
        self.of_owner: dict[str, list[int]] = {}
        for index, unit in enumerate(units):
            if unit.holder is not None:
                self.of_holder.setdefault(unit.holder, []).append(index)
            if unit.owner:
                self.of_owner.setdefault(unit.owner, []).append(index)
            by_name = self.methods if unit.owner or unit.holder is not None else self.top
            for name in unit.names:
                by_name.setdefault(name, []).append(index)


class Need:
    """The units that one function needs. Each unit is requested at most once."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._needed_units: set[int] = set()
        self._asked: set[int] = set()
        self._words: set[str] = set()

    def after(self, new: Iterable[int], uses: frozenset[str]) -> list[int]:
        """Return the units that the newly kept ones request; `uses` are the top-level names that they use."""
        new = set(new)
        first = not self._needed_units
        self._needed_units |= new
        self._asked |= new
        words = frozenset[str]().union(*(self._index.units[index].words for index in new)) - self._words
        self._words |= words
        wanted = set(self._index.always if first else ())
        for name in uses:
            wanted.update(self._index.top.get(name, ()))
        wanted.update(each for each in self._methods(new, words) if self._is_mentioned(each))
        wanted -= self._asked
        self._asked |= wanted
        return sorted(wanted)

    def _methods(self, new: set[int], words: frozenset[str]) -> Iterator[int]:
        """Yield the methods of types that were added, and the methods whose names were."""
        for index in new:
            yield from self._index.of_holder.get(index, ())
        for word in words:
            yield from self._index.methods.get(word, ())
            yield from self._index.of_owner.get(word, ())

    def _is_mentioned(self, index: int) -> bool:
        """Whether a method is needed. Any word after a dot may be a method, so its type must be present too."""
        unit = self._index.units[index]
        if unit.holder is not None and unit.holder not in self._needed_units:
            return False
        if unit.owner and unit.holder is None and unit.owner not in self._words:
            return False
        return unit.always or not unit.names.isdisjoint(self._words)


class Contexts:
    """The contexts of the functions in one file. The file is split into units only when a context needs it."""

    def __init__(self, language: Language, text: str, functions: list[Function], max_bytes: int) -> None:
        self._language = language
        self._text = text
        self._bytes = encode(text)
        self._functions = functions
        self._max_bytes = max_bytes
        self._used: dict[int, frozenset[str]] = {}

    def of(self, function: Function) -> str:
        """Return the context that a function is shown in; empty if it is too large, or no longer a valid program."""
        if len(self._bytes) <= self._max_bytes:
            return self._text if self._is_known else ""
        kept = self._needed_units(function)
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
        """Whether the text parses without errors. Code for a preprocessor is accepted, as no grammar knows all of
        it."""
        return _is_preprocessed(self._language) or not self._tree(text).has_errors

    @functools.cached_property
    def _units(self) -> list[Unit]:
        return units_of(self._tree(self._text), self._language, self._functions)

    @functools.cached_property
    def _index(self) -> Index:
        return Index(self._units)

    @functools.cached_property
    def _frame(self) -> int:
        """Number of bytes that remain if all units are left out."""
        return len(self._bytes) - sum(unit.end - unit.start for unit in self._units if unit.holder is None)

    def _tree(self, text: str) -> Tree:
        assert self._language.syntax is not None
        return parse(self._language.syntax.grammar, encode(text))

    def _needed_units(self, function: Function) -> set[int] | None:
        """Return the units that the function needs, directly or indirectly, as far as they fit; None if the function
        itself does not fit."""
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
            # Smallest first, so that most of what is needed fits.
            for index in sorted(wanted, key=lambda index: (self._sizes[index], index)):
                if self._sizes[index] <= room:
                    new.add(index)
                    room -= self._sizes[index]
            kept = kept | new
        return kept

    def _uses(self, index: int) -> frozenset[str]:
        """Return the top-level names that a unit uses but does not define."""
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
        """Bytes of each unit, without those of its methods that are units."""
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
