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
from benchwright.seeds.standing import Words, needs

PREPROCESSED = frozenset({"c", "cpp", "csharp"})
"""Languages in which a line that begins with # is no comment."""
_COMMENT = re.compile(r"\s*(?://|/\*|\*|--|;|%|@|#\[|\[\w)")
_BLANK_END = re.compile(rb"[ \t]*[;,]?[ \t]*(?:(?:#|//|--)[^\n]*)?\r?(?:\n|$)")
_INDENTED_IMPORT = re.compile(r"(?m)^[ \t]+((?:import|from)\s+[^\n]+)$")
_EMPTY_CLASS = re.compile(rb"(?m)^[ \t]*class\b[^:]*:(?:\s|#[^\n]*)*\Z")
_ALWAYS = re.compile(r"__(?:init|new|post_init|slots|enter|exit)__$|^init(?:ialize)?$")
"""Methods that go with their class whatever is mentioned."""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """One of them."""

    start: int
    """Its first byte, with the comments and blank lines above it."""
    end: int
    """The byte after its last line."""
    names: frozenset[str]
    """What it defines; empty where nobody can mention it."""
    words: frozenset[str]
    """All words of it outside of comments and strings, but those of its methods that are units themselves."""
    holder: int | None = None
    """The index of the class that it is a method of."""
    owner: str = ""
    """The type that it adds methods to, from outside."""
    always: bool = False
    """Whether it stays wherever its class, or the file, stays."""


def units_of(tree: Tree, language: Language, functions: list[Function]) -> list[Unit]:
    """The units of a file in the order of the text; those in a class follow it."""
    lines = _Lines(tree.text, "#" if language.id not in PREPROCESSED else "")
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
        # Those further in stand in conditions or other classes, which may not become empty.
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
    """Whether nothing would be left of a class without its methods; Python does not allow that."""
    own = bytearray(text[slice(*place)])
    for _, (start, end) in reversed(methods):
        del own[start - place[0] : end - place[0]]
    return bool(methods) and _EMPTY_CLASS.search(own) is not None


def _names(part: Part, text: str, functions: list[Function]) -> frozenset[str]:
    if part.kind == "import":
        return frozenset(name for each in imports_of(text.strip()) for name in each.names)
    if part.owner:
        # The type's name would bring all that is ever said of it; its methods are asked for by theirs.
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
    """The lines of a text, for places that begin and end with lines."""

    def __init__(self, text: bytes, mark: str) -> None:
        self._text = text
        self._mark = mark

    def around(self, start: int, end: int, last: int) -> tuple[int, int] | None:
        """The whole lines of a place, with the comments and blank lines above it down from `last`; None where other
        code shares its first or last line."""
        text = self._text
        while end > start and text[end - 1 : end].isspace():
            end -= 1
        first = text.rfind(b"\n", 0, start) + 1
        rest = _BLANK_END.match(text, end)
        if text[first:start].strip() or rest is None or first < last:
            return None
        return max(self._above(first), last), rest.end()

    def margin(self, start: int) -> int:
        """How far a place is from the start of its line."""
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
    """The units of a file by what they are asked for with."""

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
    """What one function needs. Each unit is asked for once at most."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._kept: set[int] = set()
        self._asked: set[int] = set()
        self._words: set[str] = set()

    def after(self, new: Iterable[int], uses: frozenset[str]) -> list[int]:
        """The units that are asked for now that those are kept too; `uses` are the top-level names that they use."""
        new = set(new)
        first = not self._kept
        self._kept |= new
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
        """The methods of types that came, and those whose names did."""
        for index in new:
            yield from self._index.of_holder.get(index, ())
        for word in words:
            yield from self._index.methods.get(word, ())
            yield from self._index.of_owner.get(word, ())

    def _is_mentioned(self, index: int) -> bool:
        """Any word after a dot may mean a method, so its type must be there too."""
        unit = self._index.units[index]
        if unit.holder is not None and unit.holder not in self._kept:
            return False
        if unit.owner and unit.holder is None and unit.owner not in self._words:
            return False
        return unit.always or not unit.names.isdisjoint(self._words)


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
