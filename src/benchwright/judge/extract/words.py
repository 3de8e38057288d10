"""Names in a syntax tree: what it defines, and what it mentions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchwright.languages import Answers, Syntax
from benchwright.languages.syntax import Tree, ancestors

if TYPE_CHECKING:
    from tree_sitter import Node

_WORD = re.compile(r"[^\W\d][^\s()\[\]{}\"'`;,]*")
_LONGEST_NAME = 120
_SIGILS = "$@&%:!#"
_TALK = re.compile("comment|string|heredoc|char|str_lit|regex|docstring|_text$")
"""Node types whose text is not code."""
_USE = re.compile(
    "import|argument|use_|qualified|scoped|invocation|call|command|annotation|access|creation|reference|member_expr|end_"
    "|generic|_lit$|template_type"
)
"""Nodes whose name is a use."""
_OTHER = re.compile(rf"{_USE.pattern}|param|field|pair|attribute|label|property_sig|variable_list|for_")
"""These, and those whose name is not seen from elsewhere."""
_TYPE_USES = frozenset({"user_type", "generic_type", "template_type"})
"""Nodes in the place of a name that are none."""
_FUNCTION = re.compile(
    "func|method|^(def)?proc|proc_|procedure|subroutine|lambda|closure|arrow|fun_decl", re.IGNORECASE
)
_BODY = re.compile("body|block|compound|match$|statements|statement_list|variable_decl|declVars|declarations")
_PARAMETER = re.compile("param|declArg")


def is_name(text: str) -> bool:
    """Whether it can be the name of something."""
    return len(text) <= _LONGEST_NAME and _WORD.fullmatch(text) is not None


def is_talk(node: Node, at: int) -> bool:
    """Whether the node is in a string or a comment that begins before the byte."""
    return any(each.start_byte < at and _TALK.search(each.type) for each in (node, *ancestors(node)))


def defined_in(tree: Tree, syntax: Syntax, answers: Answers) -> Iterator[tuple[str, int]]:
    """The names that a text defines for others to see, each with the byte where it stands."""
    for node in _name_nodes(tree, syntax, answers):
        if not _is_local(node):
            for name in _parts(tree.text_of(node)):
                yield name, node.start_byte


def _name_nodes(tree: Tree, syntax: Syntax, answers: Answers) -> Iterator[Node]:
    for query in (syntax.definitions, answers.declarations):
        for match in tree.find(query) if query else ():
            yield match["name"]
    yield from _fields(tree, _OTHER)


def _fields(tree: Tree, excluded: re.Pattern[str]) -> Iterator[Node]:
    """What stands in the place of a name in nodes of other types."""
    for field in ("name", "declarator"):
        try:
            found = list(tree.find(f"(_ {field}: (_) @name) @holder"))
        except ValueError:  # the grammar has no such field
            continue
        for match in found:
            if not excluded.search(match["holder"].type) and match["name"].type not in _TYPE_USES:
                yield match["name"]


def _parts(text: str) -> Iterator[str]:
    """The name as it is written, and its last part."""
    name = text.strip(_SIGILS)
    if is_name(name):
        yield name
        if "::" in name:
            yield name.rpartition("::")[2]


def words_of(tree: Tree) -> frozenset[str]:
    """What the text mentions outside of comments and strings."""
    return frozenset(word for word, _ in _words(tree, tree.root))


def words_below(tree: Tree, node: Node) -> frozenset[str]:
    """The same of a part of the text."""
    return frozenset(word for word, _ in _words(tree, node))


def free_words_of(tree: Tree) -> frozenset[str]:
    """What the text mentions where it is not the name of a variable or a parameter there."""
    scopes: dict[str, list[tuple[int, int]]] = {}
    for node in (*_fields(tree, _USE), *_parameters(tree)):
        scope = _scope(node)
        place = (scope.start_byte, scope.end_byte) if scope is not None else (0, len(tree.text))
        for name in _parts(tree.text_of(node)):
            scopes.setdefault(name, []).append(place)
    return frozenset(
        word
        for word, at in _words(tree, tree.root)
        if not any(start <= at < end for start, end in scopes.get(word, ()))
    )


def _words(tree: Tree, root: Node) -> Iterator[tuple[str, int]]:
    """The words below a node that are not talk, with their places."""
    remaining = [root]
    while remaining:
        node = remaining.pop()
        if node.child_count:
            if "comment" not in node.type:
                remaining += node.children
        elif not _TALK.search(node.type):
            yield from ((word, node.start_byte) for word in _parts(tree.text_of(node)))


def _parameters(tree: Tree) -> Iterator[Node]:
    """The names of parameters; not their types."""
    remaining = [(tree.root, False)]
    while remaining:
        node, inside = remaining.pop()
        inside = inside or _PARAMETER.search(node.type) is not None
        if not (inside and "type" in node.type):
            remaining += [(child, inside) for child in node.children]
            if inside and not node.child_count:
                yield node


def _is_local(node: Node) -> bool:
    """Whether it stands in the body of a function, or is an argument of one."""
    return _scope(node) is not None


def _scope(node: Node) -> Node | None:
    """The innermost function in whose body or parameters the node stands."""
    inner = node
    for around in ancestors(node):
        own = _BODY.search(inner.type) or _PARAMETER.search(inner.type)
        if _FUNCTION.search(around.type) and (own or around.child_by_field_name("body") == inner):
            return around
        inner = around
    return None
