"""The names that a solution offers to tests."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchwright.languages import Language, Syntax
from benchwright.languages.definitions import bodies_of
from benchwright.languages.join import clean, encode
from benchwright.languages.language import Checks
from benchwright.languages.syntax import Tree, descendants, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_USE = re.compile("qualified|scoped|invocation|call|command|annotation|attribute|argument|access|creation|reference")
"""Nodes that use a name rather than define it."""
_SYMBOL = re.compile(r"""[^\s()\[\]{}'"`,;]+""")
"""A word in a Lisp."""
_WORD = re.compile(r"[^\W\d]\w*[?!]?|[$@%&][\w{]\w*")


def own_names(language: Language, solution: str) -> frozenset[str]:
    """Return the names that a solution offers to tests: everything it defines outside function bodies."""
    syntax = language.syntax
    if syntax is None:
        return frozenset()
    data = opened(syntax, solution)[0]
    tree = parse(syntax.grammar, read_as(language.checks, data))
    inside = [(body.start_byte, body.end_byte) for _, body in bodies_of(tree, syntax)]
    inside += [(node.start_byte, node.end_byte) for node in descendants(tree.root) if "parameter" in node.type]
    names: set[str] = set()
    for node in _definitions(tree, syntax):
        if not any(start <= node.start_byte < end for start, end in inside):
            names |= set(word_pattern(syntax).findall(tree.text_of(node).partition("(")[0])[-1:])
    return frozenset(names)


def _definitions(tree: Tree, syntax: Syntax) -> Iterator[Node]:
    if syntax.definitions:
        yield from (match["name"] for match in tree.find(syntax.definitions))
        return
    for node in descendants(tree.root):
        if _USE.search(node.type):
            continue
        for field in ("name", "declarator"):
            named = node.child_by_field_name(field)
            if named is not None:
                yield named
        if node.type == "assignment" and (left := node.child_by_field_name("left")) is not None:
            yield left


def opened(syntax: Syntax, text: str) -> tuple[bytes, int]:
    """Prefix the text with the opening its grammar requires; also return the number of bytes added."""
    data = encode(clean(text))
    if syntax.opening.strip().encode() in data:
        return data, 0
    return syntax.opening.encode() + data, len(syntax.opening)


def read_as(checks: Checks | None, data: bytes) -> bytes:
    """Rewrite the text so that the grammar can parse its checks; byte positions do not change."""
    for pattern, replacement in checks.read_as if checks is not None else ():
        data = re.sub(pattern.encode(), functools.partial(_padded, replacement.encode()), data)
    return data


def word_pattern(syntax: Syntax) -> re.Pattern[str]:
    """Return the pattern of a name."""
    return _SYMBOL if syntax.prefix else _WORD


def _padded(replacement: bytes, match: re.Match[bytes]) -> bytes:
    return match.expand(replacement).ljust(len(match[0]))
