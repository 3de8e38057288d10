"""What a part of a program does where it stands, and what is known of it without running it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchwright.languages.syntax import Tree, descendants

if TYPE_CHECKING:
    from tree_sitter import Node

_SCOPE = re.compile("function|class(?!_static)|lambda|method_(?:def|decl)|arrow")
"""Node types of what does not run where it stands."""
_BINDS = ("assignment", "augmented_assignment", "for_statement", "named_expression")
_WRITES = re.compile("assignment|update_expression|delete_statement|unary")
_LITERAL = re.compile("integer|float|number|string|escape|true|false|none|null")


def effects_of(node: Node, tree: Tree) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """What a part binds, changes and surely changes as the program starts; functions in it do not run then."""
    bound: set[str] = set()
    changes: set[str] = set()
    writes: set[str] = set()
    remaining = [node]
    while remaining:
        each = remaining.pop()
        if _SCOPE.search(each.type) and not _is_given(each) and each != node:
            continue
        left = each.child_by_field_name("left") or (
            each.child_by_field_name("argument") if "update" in each.type else None
        )
        if each.type in _BINDS and left is not None:
            bound |= _targets(left, tree)
        named = each.child_by_field_name("name") if each.type == "variable_declarator" else None
        if each.type in ("field_definition", "public_field_definition"):
            field = each.child_by_field_name("property") or each.child_by_field_name("name")
            bound |= {tree.text_of(field).lstrip("#")} if field is not None else set()
        bound |= _targets(named, tree) if named is not None else set()
        if _WRITES.search(each.type):
            for target in (left,) if left is not None else each.named_children:
                writes |= _root(target, tree)
        if each.type.startswith(("call", "method_invocation")):
            for child in each.named_children:
                changes |= _root(child, tree)
                changes |= (
                    {name for one in child.named_children for name in _root(one, tree)}
                    if "arg" in child.type
                    else set()
                )
        remaining += each.named_children
    return frozenset(bound), frozenset(changes | writes), frozenset(writes)


def registers_of(node: Node, tree: Tree) -> frozenset[str]:
    """Names of what a definition is given to by its decorators, as in `@area.register`."""
    decorators = [each for each in node.children if each.type == "decorator"]
    found = [re.match(r"@\s*(\w+)\.", tree.text_of(each)) for each in decorators]
    return frozenset(each[1] for each in found if each)


def is_constant(node: Node) -> bool:
    """Whether it gives a name to a number, a text or a tuple of such, which nothing can change."""
    inner = statement_of(node)
    inner = inner.named_children[-1] if inner.type == "lexical_declaration" else inner
    value = inner.child_by_field_name("right") or inner.child_by_field_name("value")
    if value is None or not re.search("^assignment$|variable_declarator|const_item|const_spec", inner.type):
        return False
    leaves = [each for each in descendants(value) if not each.child_count]
    return all(not each.is_named or _LITERAL.search(each.type) for each in leaves) and not any(
        each.type in ("[", "{", "interpolation") for each in descendants(value)
    )


def _is_given(node: Node) -> bool:
    """Whether a function is called where it stands, or given to another."""
    return node.parent is not None and re.search("argument|parenthesized", node.parent.type) is not None


def _targets(node: Node, tree: Tree) -> set[str]:
    if node.type in ("identifier", "shorthand_property_identifier_pattern"):
        return {tree.text_of(node)}
    if re.search("pattern|list|tuple", node.type):
        return {name for child in node.named_children for name in _targets(child, tree)}
    return set()


def _root(node: Node, tree: Tree) -> set[str]:
    """The name that a chain such as `a.b[c].d` begins with."""
    while True:
        inner = (
            node.child_by_field_name("object") or node.child_by_field_name("value") or node.child_by_field_name("array")
        )
        if inner is None or not re.search("attribute|subscript|member|access", node.type):
            break
        node = inner
    return {tree.text_of(node)} if node.type == "identifier" else set()


def statement_of(node: Node) -> Node:
    """What a statement consists of, where the grammar has a node for both."""
    return node.named_children[0] if node.type == "expression_statement" and node.named_children else node


def normal_of(node: Node, tree: Tree) -> str:
    """Its code without comments, docstrings and space."""
    pieces: list[str] = []
    remaining = [node]
    while remaining:
        each = remaining.pop()
        if "comment" in each.type or _is_docstring(each):
            continue
        if each.child_count and "string" not in each.type:
            remaining += reversed(each.children)
        else:
            pieces.append(tree.text_of(each))
    return " ".join(pieces).strip("; ")


def _is_docstring(node: Node) -> bool:
    inner = node.named_children[0] if node.type == "expression_statement" and node.named_children else node
    around = node.parent
    return inner.type == "string" and around is not None and around.type in ("block", "module")


def is_stub(node: Node, tree: Tree) -> bool:
    """Whether its body says nothing, or says that it is left out."""
    body = node.child_by_field_name("body")
    if body is None:
        return True
    comments = " ".join(tree.text_of(each) for each in descendants(body) if "comment" in each.type)
    if re.search(r"\.\.\.|…|unchanged|existing|same as|as before|omitted", comments, re.IGNORECASE):
        return True
    code = normal_of(body, tree).strip("{}; ")
    return (
        code in ("", "...", "pass")
        or re.match(r"(?:raise NotImplementedError|throw new Error)\b[^;\n]*$", code) is not None
    )
