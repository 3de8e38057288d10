"""Makes a stub of a solution: all its functions are there and do nothing. Tests that a stub passes check nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchwright.languages import Language, Syntax
from benchwright.languages.join import clean, encode
from benchwright.languages.syntax import Edits, Tree

if TYPE_CHECKING:
    from tree_sitter import Node

_FUNCTION = re.compile(r"function(?!_(type|call|signature))|method|^procedure$|^subroutine_decl|init_declaration")
"""Node types of what has a body."""


def stub_of(language: Language, solution: str) -> str:
    """The solution with each outermost function emptied; the empty text where the language has no stubs or the solution
    no functions."""
    syntax = language.syntax
    if syntax is None or not syntax.stub:
        return ""
    tree = Tree(syntax.grammar, encode(clean(solution)))
    bodies = list(_outermost(_bodies(tree, syntax)))
    edits = Edits(tree.text)
    for body in bodies:
        edits.replace(body, syntax.stub)
    return edits.apply().decode(errors="surrogateescape") if bodies else ""


def _bodies(tree: Tree, syntax: Syntax) -> list[Node]:
    if syntax.bodies:
        return [match["body"] for match in tree.find(syntax.bodies)]
    return [match["body"] for match in tree.find("(_ body: (_) @body) @holder") if _is_function(match["holder"])]


def _outermost(nodes: list[Node]) -> Iterator[Node]:
    """Those in none of the others; they come in the order of the text."""
    end = 0
    for node in nodes:
        if node.end_byte > end:
            yield node
            end = node.end_byte


def _is_function(node: Node) -> bool:
    return bool(_FUNCTION.search(node.type)) and node.child_by_field_name("body") is not None
