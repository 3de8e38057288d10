"""Resolve clashes between solution and tests: functions and variables that both define."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchwright.languages.clashes import rename_clashes
from benchwright.languages.syntax import Tree

if TYPE_CHECKING:
    from tree_sitter import Node

_NAMES = "(simple_identifier) @name"
_TYPES = "[(class_declaration name: (_) @name) (protocol_declaration name: (_) @name)]"
_PARAMETERS_AND_MEMBERS = """
(parameter (simple_identifier) @name)
(class_body [(function_declaration name: (_) @name) (property_declaration (pattern) @name)])
(enum_class_body [(function_declaration name: (_) @name) (property_declaration (pattern) @name)])
"""
"""Names of parameters and members: a member has no prefix where its own type uses it."""


def without_clashes(solution: bytes, tests: bytes) -> bytes:
    """Return the solution with new names for functions and variables that the tests define as well."""
    return rename_clashes(
        "swift",
        solution,
        tests,
        definitions=_definitions,
        types=_TYPES,
        excluded=_PARAMETERS_AND_MEMBERS,
        names=_NAMES,
        is_member=_is_member,
    )


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
