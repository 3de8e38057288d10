"""Functions and variables that both texts define: the solution's get another name, so that each text has its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

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


def apart(grammar: str, solution: bytes, tests: bytes, *, overloads: bool) -> bytes:
    """Return the solution with new names for what the tests define as well; lines stay the same.

    If nothing that only the solution defines is used by the tests, they contain a copy of what they should test, and
    the solution is left alone.
    """
    ours = set(_definitions(parse(grammar, tests), overloads))
    if not any(name.encode() in solution for name, _ in ours if name != "main"):
        return solution
    tree = parse(grammar, solution)
    theirs = set(_definitions(tree, overloads))
    members = {tree.text_of(found["name"]) for found in tree.find(_MEMBERS)}
    names = {name for name, _ in ours & theirs} - members - {"main"}
    others = {name for name, _ in theirs} | {tree.text_of(found["name"]) for found in tree.find(_TYPES)}
    if not names or not any(re.search(rf"\b{name}\b".encode(), tests) for name in others - names - {"main"}):
        return solution
    edits = Edits(solution)
    for found in tree.find(_NAMES):
        name = tree.text_of(found["name"])
        if name in names and not _is_qualified(found["name"]):
            edits.replace(found["name"], _renamed(name))
    word = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    for found in tree.find(_MACROS):
        edits.replace(found["value"], word.sub(lambda match: _renamed(match[0]), tree.text_of(found["value"])))
    return edits.apply()


def without_copies(grammar: str, solution: bytes, tests: bytes) -> bytes:
    """Return the tests without the definitions of types that the solution contains word by word."""
    mine = [node for node in parse(grammar, tests).root.children if node.type in _COPIES]
    if not mine:
        return tests
    known = {_words(node) for node in parse(grammar, solution).root.children if node.type in _COPIES}
    edits = Edits(tests)
    for node in mine:
        if _words(node) in known:
            edits.blank(node)
    return edits.apply()


def _words(node: Node) -> str:
    text = (node.text or b"").decode(errors="surrogateescape")
    return " ".join(re.findall(r"\w+|[^\w\s]", _COMMENT.sub("", text)))


def _renamed(name: str) -> str:
    return f"benchwright_solution_{name}"


def _definitions(tree: Tree, overloads: bool) -> Iterator[tuple[str, str]]:
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
