"""Recognize tests that a framework must run: those that call its global functions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchwright.languages.javascript.modules import declared_names
from benchwright.languages.syntax import Edits, Tree, descendants, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_CALL = re.compile(rb"^[ \t]*(?:[fx]?(?:describe|it)|x?(?:context|specify|test)|suite)\b[^=\n]*[(`]", re.MULTILINE)
_NAME = re.compile(r"[fx]?(?:describe|it)|x?(?:context|specify|test)|suite")
_HOOK = re.compile(r"(?:before|after)(?:All|Each)?|(?:suite)?(?:[sS]etup|[tT]eardown)")
_TITLES = frozenset({"string", "template_string", "binary_expression"})
_FUNCTIONS = frozenset({"arrow_function", "function_expression", "function"})
_MOCKS = re.compile(rb"(?:jest|vi)\s*\.\s*(?:mock|unmock)\b")
_MOCK_CALLS = """
(expression_statement (call_expression
  function: (member_expression object: (identifier) property: (property_identifier) @method)
  arguments: (arguments) @arguments) @call) @statement
"""
_CALLS = "(expression_statement (call_expression) @call)"


def framework_names(tree: Tree) -> set[str]:
    """Return the framework's functions with which the text declares tests and hooks, without those that it defines or
    imports; empty if it declares no tests."""
    if not _CALL.search(tree.text):
        return set()
    own = set(_own_names(tree))
    calls = [match["call"] for match in tree.find(_CALLS)]
    names = {name for call in calls if (name := _declared_test(tree, call, own))}
    return names | {name for call in calls if (name := _declared_hook(tree, call, own))} if names else set()


def uses_global(tree: Tree, *names: str) -> bool:
    """Whether the text calls one of these functions, or a method of one, without defining or importing it."""
    missing = [name for name in names if name not in set(_own_names(tree))]
    return any(re.search(rf"(?<![.\w$]){name}\s*[.(]".encode(), tree.text) for name in missing)


def hoist_mocks(grammar: str, text: bytes) -> tuple[bytes, bytes]:
    """Return the text, with the arguments of calls that mock modules in functions, and statements that make the calls
    before anything else, as Jest does."""
    if not _MOCKS.search(text):
        return text, b""
    tree, edits, before = parse(grammar, text), Edits(text), ""
    for match in tree.find(_MOCK_CALLS):
        statement, call, arguments = match["statement"], match["call"], match["arguments"]
        if statement.parent == tree.root and _MOCKS.match(text, call.start_byte):
            name = f"$mock{call.start_byte}"
            edits.replace(call.children[0], f"function {name}(){{return ")
            edits.replace(arguments.children[0], "[")
            edits.replace(arguments.children[-1], "]}")
            before += f"$jest.{tree.text_of(match['method'])}(...{name}());"
    return edits.apply(), before.encode()


def _declared_test(tree: Tree, call: Node, own: set[str]) -> str:
    """Return the function of the framework that declares a test with this call; empty if it declares none."""
    given = _given(call)
    named = bool(given) and (given[0].type in _TITLES or any(each.type in _FUNCTIONS for each in given[1:]))
    root = call
    while root.type in ("call_expression", "member_expression"):
        inner = root.child_by_field_name("function") or root.child_by_field_name("object")
        if inner is None:
            return ""
        root = inner
    name = tree.text_of(root) if root.type == "identifier" else ""
    return name if named and _NAME.fullmatch(name) is not None and name not in own else ""


def _declared_hook(tree: Tree, call: Node, own: set[str]) -> str:
    given, function = _given(call), call.child_by_field_name("function")
    name = tree.text_of(function) if function is not None and function.type == "identifier" else ""
    return name if given and given[0].type in _FUNCTIONS and _HOOK.fullmatch(name) and name not in own else ""


def _given(call: Node) -> list[Node]:
    arguments = call.child_by_field_name("arguments")
    return arguments.named_children if arguments is not None else []


def _own_names(tree: Tree) -> Iterator[str]:
    for node in tree.root.children:
        yield from declared_names(tree, node)
        if node.type == "import_statement":
            yield from (tree.text_of(each) for each in descendants(node) if each.type == "identifier")
