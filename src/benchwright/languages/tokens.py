"""Pieces of programs as lists of tokens, so that layout and comments do not count when they are compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchwright.languages.syntax import Tree

if TYPE_CHECKING:
    from tree_sitter import Node

_WHOLE = re.compile("string|char_lit|character_literal|regex|heredoc")
"""Nodes that are one token: blanks in them count."""


def normal_text(tree: Tree, nodes: list[Node], end: int | None = None) -> str:
    """Their tokens before the byte at `end`, joined by single blanks; comments and trailing commas are left out."""
    return " ".join(token for node in nodes for token in _tokens(tree, node, len(tree.text) if end is None else end))


def _tokens(tree: Tree, node: Node, end: int) -> Iterator[str]:
    remaining = [node]
    while remaining:
        node = remaining.pop()
        if node.start_byte >= end or "comment" in node.type or node.start_byte == node.end_byte:
            continue
        if not node.child_count or (_WHOLE.search(node.type) and node.end_byte <= end):
            yield tree.text_of(node).strip()
        else:
            remaining += reversed(_without_trailing_comma(node))


def _without_trailing_comma(node: Node) -> list[Node]:
    """The children of a node; of a list of parameters, without a comma that nothing follows."""
    children = node.children
    if "parameter" not in node.type:
        return children
    real = [child for child in children if "comment" not in child.type]
    if len(real) > 2 and real[-2].type == ",":
        return [*real[:-2], real[-1]]
    return real
