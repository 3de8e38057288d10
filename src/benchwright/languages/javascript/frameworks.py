"""Recognise tests that a framework must run: those that call its global functions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchwright.languages.javascript.modules import declared_names
from benchwright.languages.syntax import Tree, descendants

if TYPE_CHECKING:
    from tree_sitter import Node

_CALL = re.compile(rb"^[ \t]*(?:[fx]?(?:describe|it)|x?(?:context|specify|test)|suite)\b[^=\n]*[(`]", re.MULTILINE)
_NAME = re.compile(r"[fx]?(?:describe|it)|x?(?:context|specify|test)|suite")
_TITLES = frozenset({"string", "template_string", "binary_expression"})
_FUNCTIONS = frozenset({"arrow_function", "function_expression", "function"})
_CALLS = "(expression_statement (call_expression) @call)"


def calls_framework(tree: Tree) -> bool:
    """Whether the text declares tests with functions that it neither defines nor imports."""
    if not _CALL.search(tree.text):
        return False
    own = set(_own_names(tree))
    return any(_declares_test(tree, match["call"], own) for match in tree.find(_CALLS))


def uses_global(tree: Tree, *names: str) -> bool:
    """Whether the text calls one of these functions, or a method of one, without defining or importing it."""
    missing = [name for name in names if name not in set(_own_names(tree))]
    return any(re.search(rf"(?<![.\w$]){name}\s*[.(]".encode(), tree.text) for name in missing)


def _declares_test(tree: Tree, call: Node, own: set[str]) -> bool:
    arguments = call.child_by_field_name("arguments")
    given = arguments.named_children if arguments is not None else []
    named = bool(given) and (given[0].type in _TITLES or any(each.type in _FUNCTIONS for each in given[1:]))
    root = call
    while root.type in ("call_expression", "member_expression"):
        inner = root.child_by_field_name("function") or root.child_by_field_name("object")
        if inner is None:
            return False
        root = inner
    name = tree.text_of(root) if root.type == "identifier" else ""
    return named and _NAME.fullmatch(name) is not None and name not in own


def _own_names(tree: Tree) -> Iterator[str]:
    for node in tree.root.children:
        yield from declared_names(tree, node)
        if node.type == "import_statement":
            yield from (tree.text_of(each) for each in descendants(node) if each.type == "identifier")
