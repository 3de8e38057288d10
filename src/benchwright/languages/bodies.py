"""The bodies of functions in a syntax tree, in any language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchwright.languages.language import Syntax
from benchwright.languages.syntax import Tree

if TYPE_CHECKING:
    from tree_sitter import Node

_FUNCTION = re.compile(r"function(?!_(type|call|signature))|method|^procedure$|^subroutine_decl|init_declaration")
"""Node types of what has a body."""


def bodies_of(tree: Tree, syntax: Syntax) -> list[tuple[Node, Node]]:
    """Functions, each with its body, in the order of the text; those in others too."""
    if syntax.bodies:
        bodies = (match["body"] for match in tree.find(syntax.bodies))
        return [(body.parent, body) for body in bodies if body.parent is not None]
    try:
        matches = list(tree.find("(_ body: (_) @body) @holder"))
    except ValueError:  # the grammar has no such field
        return []
    return [(match["holder"], match["body"]) for match in matches if _FUNCTION.search(match["holder"].type)]
