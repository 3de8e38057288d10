"""The pieces of a file that can be left out of it in whole lines: its top-level parts, and the methods of classes."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

import msgspec

from benchwright.languages import Language
from benchwright.languages.functions import Function
from benchwright.languages.imports import imports_of
from benchwright.languages.syntax import Tree
from benchwright.seeds.parts import Part, parts_of
from benchwright.seeds.standing import Words

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
