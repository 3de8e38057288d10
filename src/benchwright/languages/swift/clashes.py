"""Functions and variables that both texts define: the solution's get another name, so that each text has its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchwright.languages.syntax import Edits, Tree, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_NAMES = "(simple_identifier) @name"
_TYPE_NAMES = "[(class_declaration name: (_) @name) (protocol_declaration name: (_) @name)]"
_KEPT = """
(parameter (simple_identifier) @name)
(class_body [(function_declaration name: (_) @name) (property_declaration (pattern) @name)])
(enum_class_body [(function_declaration name: (_) @name) (property_declaration (pattern) @name)])
"""
"""Names that also are parameters or members, which have no prefix where their own type uses them."""


def apart(solution: bytes, tests: bytes) -> bytes:
    """Return the solution with new names for what the tests define as well; lines stay the same.

    If nothing that only the solution defines is used by the tests, they contain a copy of what they should test, and
    the solution is left alone.
    """
    ours = set(_definitions(parse("swift", tests)))
    if not any(name.encode() in solution for name, _ in ours if name != "main"):
        return solution
    tree = parse("swift", solution)
    theirs = set(_definitions(tree))
    kept = {tree.text_of(found["name"]) for found in tree.find(_KEPT)}
    names = {name for name, _ in ours & theirs} - kept - {"main"}
    others = {name for name, _ in theirs} | {tree.text_of(found["name"]) for found in tree.find(_TYPE_NAMES)}
    if not names or not any(re.search(rf"\b{re.escape(name)}\b".encode(), tests) for name in others - names):
        return solution
    edits = Edits(solution)
    for found in tree.find(_NAMES):
        node = found["name"]
        name = tree.text_of(node)
        if name in names and not _is_member(node):
            edits.replace(node, f"benchwright_solution_{name}")
    return edits.apply()


def _definitions(tree: Tree) -> Iterator[tuple[str, str]]:
    """Yield the functions at the top level, each with its labels and types, and the variables."""
    for node in tree.root.children:
        if node.type == "function_declaration" and (name := node.child_by_field_name("name")) is not None:
            parameters = [child for child in node.children if child.type == "parameter"]
            yield tree.text_of(name), "(" + ",".join(_parameter(tree, each) for each in parameters) + ")"
        elif node.type == "property_declaration":
            for pattern in node.children:
                if pattern.type == "pattern" and re.fullmatch(r"\w+", text := tree.text_of(pattern)):
                    yield text, ""


def _parameter(tree: Tree, parameter: Node) -> str:
    """Return the label and the type of a parameter."""
    names, _, kind = tree.text_of(parameter).partition(":")
    return names.split()[0] + ":" + "".join(kind.split())


def _is_member(name: Node) -> bool:
    """Whether the name follows a dot, or is the label of an argument."""
    return name.parent is not None and name.parent.type in ("navigation_suffix", "value_argument_label")
