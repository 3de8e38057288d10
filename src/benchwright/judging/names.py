"""What tests and solutions define: the functions of the tests, and the names that a solution offers to them."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from benchwright.languages import Language, Syntax
from benchwright.languages.definitions import bodies_of
from benchwright.languages.grammar import Checks
from benchwright.languages.join import clean, encode
from benchwright.languages.syntax import Tree, descendants, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_SEPARATOR = "arg_spliter"
"""Node type between parameters in a grammar in which a type and the name after it are two nodes."""
_USE = re.compile("qualified|scoped|invocation|call|command|annotation|attribute|argument|access|creation|reference")
"""Nodes that use a name rather than define it."""
_SYMBOL = re.compile(r"""[^\s()\[\]{}'"`,;]+""")
"""A word in a Lisp."""
_WORD = re.compile(r"[^\W\d]\w*[?!]?|[$@%&][\w{]\w*")


def own_names(language: Language, solution: str) -> frozenset[str]:
    """Return the names that a solution offers to tests: everything it defines outside function bodies."""
    syntax = language.syntax
    if syntax is None:
        return frozenset()
    data = opened(syntax, solution)[0]
    tree = parse(syntax.grammar, read_as(language.checks, data))
    inside = [(body.start_byte, body.end_byte) for _, body in bodies_of(tree, syntax)]
    inside += [(node.start_byte, node.end_byte) for node in descendants(tree.root) if "parameter" in node.type]
    names: set[str] = {*syntax.offered}
    for node in _definitions(tree, syntax):
        if not any(start <= node.start_byte < end for start, end in inside):
            names |= set(word_pattern(syntax).findall(tree.text_of(node).partition("(")[0])[-1:])
    return frozenset(names)


def _definitions(tree: Tree, syntax: Syntax) -> Iterator[Node]:
    if syntax.definitions:
        yield from (match["name"] for match in tree.find(syntax.definitions))
        return
    for node in descendants(tree.root):
        if _USE.search(node.type):
            continue
        for field in ("name", "declarator"):
            named = node.child_by_field_name(field)
            if named is not None:
                yield named
        if node.type == "assignment" and (left := node.child_by_field_name("left")) is not None:
            yield left


def opened(syntax: Syntax, text: str) -> tuple[bytes, int]:
    """Prefix the text with the opening its grammar requires; also return the number of bytes added."""
    data = encode(clean(text))
    if syntax.opening.strip().encode() in data:
        return data, 0
    return syntax.opening.encode() + data, len(syntax.opening)


def read_as(checks: Checks | None, data: bytes) -> bytes:
    """Rewrite the text so that the grammar can parse its checks; byte positions do not change."""
    for pattern, replacement in checks.read_as if checks is not None else ():
        data = re.sub(pattern.encode(), functools.partial(_padded, replacement.encode()), data)
    return data


def word_pattern(syntax: Syntax) -> re.Pattern[str]:
    """Return the pattern of a name."""
    return _SYMBOL if syntax.prefix else _WORD


def _padded(replacement: bytes, match: re.Match[bytes]) -> bytes:
    return match.expand(replacement).ljust(len(match[0]))


class Helper(NamedTuple):
    """A function of the tests."""

    node: Node
    """The whole function."""
    body: Node
    """Its body; the whole function if the grammar has no node for it."""
    parameters: list[Node]
    """One node for each parameter; its last word is the name."""
    listed: int
    """Id of the node that lists the parameters, 0 if there is none."""


def functions_of(tree: Tree, syntax: Syntax) -> dict[str, Helper]:
    """Return the functions of the tests by name."""
    found: dict[str, Helper] = {}
    for match in tree.find(syntax.functions) if syntax.functions else ():
        name, node, listed = match["name"], match["function"], match.get("parameters")
        parameters = (listed or node).named_children
        if listed is None:
            parameters = [each for each in parameters if "param" in each.type]
        kept = _one_by_one([each for each in parameters if each.id != name.id])
        found[tree.text_of(name)] = Helper(node, match.get("body", node), kept, listed.id if listed else 0)
    for node, body in bodies_of(tree, syntax):
        text = _name_of(node, tree)
        if text and text not in found and not (syntax.functions and text == "function"):
            listed = _parameters_of(node)
            kept = _one_by_one(listed.named_children) if listed is not None else []
            found[text] = Helper(node, body, kept, listed.id if listed else 0)
    return found


def _parameters_of(function: Node) -> Node | None:
    declarator = function.child_by_field_name("declarator")
    listed = function.child_by_field_name("parameters")
    if listed is None and declarator is not None:
        listed = declarator.child_by_field_name("parameters")
    return listed


def _name_of(function: Node, tree: Tree) -> str:
    named: Node | None = function
    for _ in range(4):
        found = named.child_by_field_name("name") or named.child_by_field_name("declarator") if named else None
        if found is None:
            break
        named = found
    if named is function or named is None:
        parent = function.parent
        named = parent.child_by_field_name("name") if parent is not None else None
    return tree.text_of(named) if named is not None else ""


def _one_by_one(parameters: list[Node]) -> list[Node]:
    """Return one node for each parameter. Some languages declare several together, as in `a, b int`."""
    if any(each.type == _SEPARATOR for each in parameters):
        pairs = itertools.zip_longest(parameters, parameters[1:])
        ends = [each for each, after in pairs if after is None or after.type == _SEPARATOR]
        return [each for each in ends if each.type != _SEPARATOR]
    return [name for each in parameters if each.text != b"," for name in _names_in(each)]


def _names_in(parameter: Node) -> list[Node]:
    names = parameter.children_by_field_name("name") or parameter.children_by_field_name("parameter")
    names = [name for name in names if "type" not in name.type and name.text != b","]
    if not names:
        names = sorted(_declared_in(parameter), key=lambda name: name.start_byte)
    if not names and parameter.type in ("parameter_specification", "typed_expression"):
        several = [child for child in parameter.named_children if child.type == "identifier"]
        names = several[:-1] or several
    return names or [parameter]


def _declared_in(parameter: Node) -> Iterator[Node]:
    return (each for each in descendants(parameter) if each.type == "symbol_declaration")
