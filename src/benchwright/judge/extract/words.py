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
_TALK = re.compile("comment|string|heredoc|char|str_lit|regex|docstring|_text$|^text$")
"""Node types whose text is not code."""
_OTHER = re.compile(
    "param|import|argument|field|pair|attribute|label|use_|qualified|scoped|invocation|call|command|annotation|access"
    "|creation|reference|member_expr|end_|property_sig|generic|_lit$|variable_list|for_|template_type"
)
"""Nodes whose name is a use, or is not seen from elsewhere."""
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
    for field in ("name", "declarator"):
        try:
            found = list(tree.find(f"(_ {field}: (_) @name) @holder"))
        except ValueError:  # the grammar has no such field
            continue
        for match in found:
            if not _OTHER.search(match["holder"].type) and match["name"].type not in _TYPE_USES:
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
