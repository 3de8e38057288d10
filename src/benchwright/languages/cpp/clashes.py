"""Resolve clashes between solution and tests: functions, variables, and types that both define."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from benchwright.languages.clashes import rename_clashes
from benchwright.languages.syntax import Edits, Tree, ancestors, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_NAMES = "[(identifier) (type_identifier)] @name"
_MACROS = "(_ value: (preproc_arg) @value)"
_MEMBERS = "(function_declarator declarator: (field_identifier) @name)"
_TYPES = "[(_ name: (type_identifier) @name) (preproc_function_def name: (identifier) @name)]"
_COPIES = frozenset(
    {"struct_specifier", "class_specifier", "union_specifier", "enum_specifier", "type_definition", "alias_declaration"}
)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_TRANSPARENT = frozenset(
    {"template_declaration", "linkage_specification", "declaration_list", "ERROR", "translation_unit"}
)


def without_clashes(grammar: str, solution: bytes, tests: bytes, *, overloads: bool) -> bytes:
    """Return the solution with new names for functions and variables that the tests define as well.

    With `overloads`, functions clash only if their parameters have the same types.
    """
    return rename_clashes(
        grammar,
        solution,
        tests,
        definitions=partial(_definitions, overloads=overloads),
        types=_TYPES,
        excluded=_MEMBERS,
        names=_NAMES,
        is_member=_is_qualified,
        macros=_MACROS,
    )


def without_copies(grammar: str, solution: bytes, tests: bytes) -> bytes:
    """Return the tests without the definitions of types that the solution contains word by word."""
    copies = [node for node in parse(grammar, tests).root.children if node.type in _COPIES]
    if not copies:
        return tests
    known = {_words(node) for node in parse(grammar, solution).root.children if node.type in _COPIES}
    edits = Edits(tests)
    for node in copies:
        if _words(node) in known:
            edits.blank(node)
    return edits.apply()


def _words(node: Node) -> str:
    text = (node.text or b"").decode(errors="surrogateescape")
    return " ".join(re.findall(r"\w+|[^\w\s]", _COMMENT.sub("", text)))


def _definitions(tree: Tree, *, overloads: bool) -> Iterator[tuple[str, str]]:
    """Yield what is defined outside classes and named namespaces: functions, each with the types of its parameters if
    these distinguish it from others, and variables that are given a value."""
    for found in tree.find("(function_definition) @node"):
        node = found["node"]
        if _is_free(node) and (declarator := _declarator(node, "function_declarator")) is not None:
            name, parameters = (declarator.child_by_field_name(field) for field in ("declarator", "parameters"))
            if name is not None and name.type == "identifier" and parameters is not None:
                yield tree.text_of(name), _types(tree, parameters) if overloads else ""
    for found in tree.find("(declaration declarator: (init_declarator) @node)"):
        name = _declarator(found["node"], "identifier")
        if name is not None and (around := found["node"].parent) is not None and _is_free(around):
            yield tree.text_of(name), ""


def _declarator(node: Node, kind: str) -> Node | None:
    """Return the innermost part of a declaration, inside of pointers, arrays and references."""
    inner: Node | None = node
    while inner is not None and inner.type != kind:
        if inner.type == "function_declarator":
            return None
        below = inner.child_by_field_name("declarator")
        if below is None and inner.type in ("reference_declarator", "pointer_declarator"):
            below = inner.named_children[-1]
        inner = below
    return inner


def _types(tree: Tree, parameters: Node) -> str:
    """Return the types of parameters in a form that does not depend on their names."""
    texts = []
    for each in parameters.named_children:
        kind = each.child_by_field_name("type")
        if each.type == "comment" or kind is None:
            continue
        declarator = each.child_by_field_name("declarator")
        marks = re.sub(r"\w+", "", tree.text_of(declarator)) if declarator is not None else ""
        texts.append(re.sub(r"\s|std::", "", tree.text_of(kind) + marks.replace("[]", "*")))
    return "(" + ",".join(text for text in texts if text != "void") + ")"


def _is_free(node: Node) -> bool:
    for around in ancestors(node):
        unnamed = around.type == "namespace_definition" and around.child_by_field_name("name") is None
        if not (unnamed or around.type in _TRANSPARENT or around.type.startswith("preproc")):
            return False
    return True


def _is_qualified(name: Node) -> bool:
    """Whether the name belongs to a class or to a namespace."""
    around = name.parent
    while around is not None and around.type in ("template_function", "template_type"):
        around = around.parent
    return (
        around is not None and around.type == "qualified_identifier" and around.child_by_field_name("scope") is not None
    )
