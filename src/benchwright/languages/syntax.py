"""Syntax trees of program texts, and edits at their nodes."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node, Query


class Tree:
    """A parsed text. Parsing never fails: invalid code becomes an ERROR node."""

    def __init__(self, grammar: str, text: bytes) -> None:
        from tree_sitter_language_pack import get_parser

        self.grammar = grammar
        self.text = text
        self._tree = get_parser(grammar).parse(_harmless(text))  # type: ignore[arg-type]
        self.root: Node = self._tree.root_node

    def find(self, query: str, within: Node | None = None) -> Iterator[dict[str, Node]]:
        """Yield the matches of a query in text order: capture name → node, the last one if several match."""
        from tree_sitter import QueryCursor

        matches = QueryCursor(_query(self.grammar, query)).matches(within or self.root)
        for _, captures in sorted(matches, key=lambda match: min(n.start_byte for ns in match[1].values() for n in ns)):
            yield {name: nodes[-1] for name, nodes in captures.items()}

    def text_of(self, node: Node) -> str:
        """Return the text that a node covers."""
        return self.text[node.start_byte : node.end_byte].decode(errors="surrogateescape")

    @property
    def has_errors(self) -> bool:
        """Whether the text contains syntax errors."""
        return self.root.has_error


class Edits:
    """Collects replacements in a text and applies them together."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._edits: list[tuple[int, int, bytes]] = []

    def replace(self, node: Node, text: str) -> None:
        """Replace the node by `text`."""
        self._edits.append((node.start_byte, node.end_byte, _encoded(text)))

    def insert(self, position: int, text: str) -> None:
        """Insert `text` before the byte at `position`."""
        self._edits.append((position, position, _encoded(text)))

    def blank(self, node: Node) -> None:
        """Remove the node's text but keep its lines, so that line numbers after it do not change."""
        removed = self._text[node.start_byte : node.end_byte]
        self._edits.append((node.start_byte, node.end_byte, b"\n" * removed.count(b"\n")))

    def apply(self) -> bytes:
        """Return the edited text."""
        pieces: list[bytes] = []
        position = 0
        for start, end, text in sorted(self._edits, key=lambda edit: (edit[0], edit[1])):
            pieces += (self._text[position:start], text)
            position = max(end, position)
        return b"".join((*pieces, self._text[position:]))


def _encoded(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


_BEYOND = re.compile(rb"[\xf0-\xf4][\x80-\xbf]{3}")


def _harmless(text: bytes) -> bytes:
    """Make a text safe for the scanners of all grammars.

    Characters beyond the basic plane become letters with the same number of bytes: some scanners look them up in tables
    that are too short, which occasionally crashes the process. The last line gets a line end: a comment there makes
    Perl's scanner loop forever.
    """
    return _BEYOND.sub(b"xxxx", text) + (b"" if text.endswith(b"\n") else b"\n")


@functools.lru_cache(maxsize=128)
def parse(grammar: str, text: bytes) -> Tree:
    """Parse a text; cached, because the tests of a problem are parsed for many solutions."""
    return Tree(grammar, text)


def descendants(node: Node) -> Iterator[Node]:
    """Yield the node and all nodes below it, in no particular order."""
    remaining = [node]
    while remaining:
        node = remaining.pop()
        yield node
        remaining += node.children


def ancestors(node: Node) -> Iterator[Node]:
    """Yield the nodes around a node, the nearest first."""
    parent = node.parent
    while parent is not None:
        yield parent
        parent = parent.parent


@functools.cache
def _query(grammar: str, query: str) -> Query:
    from tree_sitter import Query
    from tree_sitter_language_pack import get_language

    return Query(get_language(grammar), query)  # type: ignore[arg-type]
