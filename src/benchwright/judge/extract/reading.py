"""Reads the texts of one answer with the language's grammar, within bounds.

A parser takes time that grows with the square of some texts: loops of a model that repeats itself, long prose. So texts
that are long or repeat themselves are not parsed, and all texts of an answer together only up to a bound. What is not
parsed is told by its words alone. The bounds are counted in bytes and not in time, so that the same answer gives the
same code everywhere.
"""

from __future__ import annotations

import bisect
import re
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from benchwright.judge.extract.words import defined_in, free_words_of, is_name, is_talk, words_of
from benchwright.languages import Language
from benchwright.languages.join import clean, encode
from benchwright.languages.syntax import Tree, parse

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_BYTES = 32_768
"""Longer texts are not parsed; solutions are a tenth of that."""
_ALL_BYTES = 6 * MOST_BYTES
_WINDOW = 1024
_REPEATS = 0.06
"""A window that can be written in this share of its bytes only repeats itself."""
_LINE = 500
"""Nothing is defined further right."""
_COMMENT = re.compile("comment")


_HALVES = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Halves of characters, which no file can hold."""


def readable(text: str) -> str:
    """The text with `\\n` as the end of lines, without a byte order mark, and such that it can be written to a file."""
    return _HALVES.sub("\ufffd", clean(text))


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a text that stands by itself: an import, a function, a statement of the top level."""

    kind: str
    """Its node type."""
    start: int
    """Its first byte."""
    end: int
    """The byte after its last."""
    names: frozenset[str]
    """What it defines."""
    broken: bool
    """Whether the grammar does not know all of it."""

    @property
    def comment(self) -> bool:
        """Whether it only explains."""
        return bool(_COMMENT.search(self.kind))


class Reading:
    """The grammar of one language, for the texts of one answer."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.answers = language.answers
        self._left = _ALL_BYTES
        self._shift: dict[str, tuple[Tree, int] | None] = {}

    @property
    def exact(self) -> bool:
        """Whether the grammar is the language's own, so that its errors tell something."""
        return self.language.syntax is not None and not self.answers.pattern

    def errors(self, text: str) -> float | None:
        """The share of the text that is not of the language; None where nobody can tell."""
        tree = self._tree(text)[0] if self.exact else None
        if tree is None:
            return None
        wrong = sum(node.end_byte - node.start_byte or 1 for node in _errors(tree.root)) if tree.root.has_error else 0
        for node in self._parts(tree.root) if self.answers.around else ():
            wrong += len(tree.text_of(node).strip()) if node.type in self.answers.around else 0
        return min(1.0, wrong / max(1, len(tree.text)))

    def is_right(self, text: str) -> bool:
        """Whether the grammar knows all of the text."""
        return self.errors(text) == 0.0

    def is_lost(self, text: str) -> bool:
        """Whether the grammar can make nothing of the text as a whole."""
        tree = self._tree(text)[0]
        return tree is None or tree.root.is_error

    def hides(self, text: str, at: int) -> bool:
        """Whether the byte stands in a string or a comment that begins before it."""
        tree, shift = self._tree(text)
        node = tree.root.descendant_for_byte_range(at + shift, at + shift) if tree is not None else None
        return node is not None and is_talk(node, at + shift)

    def hides_fences(self, text: str) -> bool:
        """Whether all fences of the text stand in strings or comments."""
        at = 0
        for line in encode(text).split(b"\n"):
            if line.lstrip()[:3] in (b"```", b"~~~") and not self.hides(text, at):
                return False
            at += len(line) + 1
        return True

    def defined(self, text: str) -> frozenset[str]:
        """Names that the text gives to functions, types and what else the whole program sees."""
        if self.answers.pattern:
            lines = (re.match(self.answers.pattern, line[:_LINE]) for line in text.split("\n"))
            return frozenset(name for found in lines if found for name in found.groups() if name)
        return frozenset(name for unit in self.units(text) for name in unit.names)

    def used(self, text: str) -> frozenset[str]:
        """Words of the text that are not talk."""
        tree = self._tree(text)[0]
        return words_of(tree) if tree is not None else frozenset(filter(is_name, re.findall(r"\w+", text)))

    def free(self, text: str) -> frozenset[str]:
        """Words of the text that name nothing of its own, not even an argument."""
        tree = self._tree(text)[0] if self.exact else None
        return (free_words_of(tree) if tree is not None else self.used(text)) - self.defined(text)

    def units(self, text: str) -> list[Unit]:
        """The parts of the text; none where it was not parsed."""
        tree, shift = self._tree(text)
        if tree is None or self.language.syntax is None or not self.exact:
            return []
        found = sorted((at, name) for name, at in defined_in(tree, self.language.syntax, self.answers))
        places = [at for at, _ in found]
        units: list[Unit] = []
        for node in self._parts(tree.root):
            start, end = max(0, node.start_byte - shift), node.end_byte - shift
            if end <= start:
                continue
            first, last = (bisect.bisect_left(places, at) for at in (node.start_byte, node.end_byte))
            names = frozenset(name for _, name in found[first:last])
            broken = node.is_error or node.has_error
            if node.type.endswith("_body") and any(not unit.comment for unit in units):  # of the signature before it
                head = units.pop()
                while head.comment:
                    head = units.pop()
                start, names, broken = head.start, names | head.names, broken or head.broken
            units.append(Unit(kind=node.type, start=start, end=end, names=names, broken=broken))
        return units

    def tree(self, text: str) -> Tree | None:
        """The tree of a text that begins as its grammar wants it to; None where it was not parsed."""
        tree, shift = self._tree(text)
        return tree if shift == 0 else None

    def _parts(self, node: Node) -> Iterator[Node]:
        for child in node.children:
            if child.type in self.answers.lists:
                yield from self._parts(child)
            elif child.is_named or child.is_error:
                yield child

    def _tree(self, text: str) -> tuple[Tree | None, int]:
        if text not in self._shift:
            self._shift[text] = self._parse(text)
        return self._shift[text] or (None, 0)

    def _parse(self, text: str) -> tuple[Tree, int] | None:
        # Bytes that are no text become a sign each: queries cannot read them, and places stay where they are.
        data, syntax = text.encode(errors="replace"), self.language.syntax
        if syntax is None or len(data) > min(MOST_BYTES, self._left) or _repeats(data):
            return None
        self._left -= len(data)
        opening = syntax.opening.encode() if syntax.opening.strip() not in text else b""
        # A comment that ends with the text instead of a line keeps some scanners busy for ever.
        end = b"" if data.endswith(b"\n") else b"\n"
        return parse(syntax.grammar, opening + data + end), len(opening)


def _errors(root: Node) -> Iterator[Node]:
    """The outermost nodes that the grammar does not know, and those that it misses."""
    remaining = [root]
    while remaining:
        node = remaining.pop()
        if node.is_error or node.is_missing:
            yield node
        elif node.has_error:
            remaining += node.children


def _repeats(data: bytes) -> bool:
    windows = (data[start : start + _WINDOW] for start in range(0, len(data) - _WINDOW + 1, _WINDOW))
    return any(len(zlib.compress(window, 1)) < _REPEATS * _WINDOW for window in windows)
