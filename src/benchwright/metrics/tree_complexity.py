"""Counts in a syntax tree of any grammar: tokens, depth, variables, calls.

Grammars name their nodes much alike, so what a node is is told by its type.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from benchwright.languages.syntax import Tree

if TYPE_CHECKING:
    from tree_sitter import Node

_COMMENT = re.compile("comment|haddock")
_TEXT = re.compile("(^|_)string(_literal|_lit)?$|(char|character|rune)_literal$|^template_string$")
_CALL = re.compile("(^|_)call(_expression)?$|invocation|object_creation|^new_expression$|^apply$|^command$")
_STORED_IN = {
    "variable_declarator": ("name",),
    "variable_declaration": ("name", "variable", "variables"),
    "initialized_variable_definition": ("name",),
    "var_spec": ("name",),
    "const_spec": ("name",),
    "const_item": ("name",),
    "static_item": ("name",),
    "short_var_declaration": ("left",),
    "range_clause": ("left",),
    "let_declaration": ("pattern",),
    "let_condition": ("pattern",),
    "for_expression": ("pattern",),
    "for_in_statement": ("left",),
    "enhanced_for_statement": ("name",),
    "foreach_statement": ("left",),
    "for_range_loop": ("declarator",),
    "init_declarator": ("declarator",),
    "declaration": ("declarator",),
    "field_declaration": ("declarator",),
    "property_declaration": ("name",),
    "val_definition": ("pattern",),
    "var_definition": ("pattern",),
    "assignment": ("left",),
    "assignment_expression": ("left",),
    "augmented_assignment_expression": ("left",),
    "compound_assignment_expr": ("left",),
    "assignment_statement": ("left",),
    "variable_assignment": ("name",),
}
"""Node type → fields that hold what is stored to."""
_WITHOUT_FIELDS = frozenset({"assignment", "assignment_statement", "compound_assignment_expression", "binary_operator"})
_SIGNS = frozenset({"=", "<-", "<<-", "+=", "-=", "*=", "/="})
"""For grammars that name no fields there, or the same ones for every operator."""
_NAME = re.compile("(^|_)identifier(_pattern)?$|^(variable_name|name|scalar|varname)$")
_NO_STORE = re.compile(
    "member|extract|field_expression|selector|subscript|index|element_access|call|invocation|function_declarator"
    "|navigation|type|scoped|access|value|literal|unary|pointer_expression|parameter"
)
"""Inside a target: parts that are read, or that belong to something else than a variable."""


class Counts(NamedTuple):
    """What was counted."""

    tokens: int
    depth: int
    variables: int
    calls: int


def count(tree: Tree) -> Counts:
    """One walk without recursion, however deep the tree is."""
    tokens = deepest = calls = 0
    variables: set[str] = set()
    remaining: list[tuple[Node, int]] = [(tree.root, 0)]
    while remaining:
        node, above = remaining.pop()
        if _is(_COMMENT, node.type):
            continue
        depth = above + node.is_named
        deepest = max(deepest, depth)
        if node.is_named:
            calls += _is(_CALL, node.type)
            variables.update(_stored(node, tree))
        children = node.children
        if _is_token(node, children):
            tokens += bool(tree.text[node.start_byte : node.end_byte].strip())
        else:
            remaining += ((child, depth) for child in children)
    return Counts(tokens, deepest, len(variables - {"_"}), calls)


def _is_token(node: Node, children: list[Node]) -> bool:
    """A leaf; and a text in quotes, unless something is computed in it."""
    return not children or (_is(_TEXT, node.type) and all(child.child_count == 0 for child in children))


def _stored(node: Node, tree: Tree) -> Iterator[str]:
    targets = [each for field in _STORED_IN.get(node.type, ()) for each in node.children_by_field_name(field)]
    if not targets and node.type in _WITHOUT_FIELDS:
        targets = _before_sign(node, tree)
    for name in (name for target in targets for name in _names(target)):
        yield tree.text_of(name)


def _before_sign(node: Node, tree: Tree) -> list[Node]:
    """What stands before the sign of an assignment; empty if it is another sign."""
    children = node.children
    signs = (place for place, child in enumerate(children) if child.child_count == 0 and tree.text_of(child) in _SIGNS)
    return children[: next(signs, 0)]


def _names(target: Node) -> Iterator[Node]:
    remaining = [target]
    while remaining:
        node = remaining.pop()
        if _is(_NAME, node.type) and not any(child.is_named for child in node.children):
            yield node
        elif not _is(_NO_STORE, node.type):
            inner = node.child_by_field_name("declarator")
            remaining += [inner] if inner is not None else _parts(node)


def _parts(node: Node) -> Iterator[Node]:
    """The children that can be names: not the type in `Some(x)`, nor the key in `{key: name}`."""
    skipped = {child.id for field in ("type", "key", "right") for child in node.children_by_field_name(field)}
    return (child for child in node.named_children if child.id not in skipped)


@functools.cache
def _is(pattern: re.Pattern[str], node_type: str) -> bool:
    return pattern.search(node_type) is not None
