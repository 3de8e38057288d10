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


def bound_in(tree: Tree) -> frozenset[str]:
    """Names of parameters and variables, also of those that only a part of the text sees."""
    names = {tree.text_of(node) for node in _fields(tree, _USE)}
    remaining = [tree.root]
    while remaining:
        node = remaining.pop()
        if _PARAMETER.search(node.type):
            names |= _words_below(tree, node)
        else:
            remaining += node.children
    return frozenset(part for name in names for part in _parts(name))


def _words_below(tree: Tree, node: Node) -> set[str]:
    """The words of a part of the tree, without the types in it."""
    words: set[str] = set()
    remaining = [node]
    while remaining:
        node = remaining.pop()
        if "type" not in node.type:
            remaining += node.children
            words |= set() if node.child_count else {tree.text_of(node)}
    return words


def words_of(tree: Tree) -> frozenset[str]:
    """What the text mentions outside of comments and strings."""
    words: set[str] = set()
    remaining = [tree.root]
    while remaining:
        node = remaining.pop()
        if node.child_count:
            if "comment" not in node.type:
                remaining += node.children
        elif not _TALK.search(node.type):
            words.update(_parts(tree.text_of(node)))
    return frozenset(words)


def _is_local(node: Node) -> bool:
    """Whether it stands in the body of a function, or is an argument of one."""
    inner = node
    for around in ancestors(node):
        if _PARAMETER.search(around.type):
            return True
        if _FUNCTION.search(around.type) and (_BODY.search(inner.type) or around.child_by_field_name("body") == inner):
            return True
        inner = around
    return False
