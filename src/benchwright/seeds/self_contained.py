"""Whether a fragment is self-contained, judging by names. This is not a compiler: scopes are ignored."""

from __future__ import annotations

import functools
import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from benchwright.languages import Language
from benchwright.languages.join import encode
from benchwright.languages.syntax import Tree

if TYPE_CHECKING:
    from tree_sitter import Node

_OF_OBJECT = frozenset({"self", "this"})
_TALK = re.compile("comment|string_content|string_literal|^string$|heredoc|char|str_lit|regex|docstring")
_PLACES = frozenset(
    {"attribute", "field", "property", "member", "key", "label", "method", "selector", "path", "suffix"}
)
"""Fields whose word is a member of something else."""
_BINDING = frozenset(
    {"name", "declarator", "left", "pattern", "lhs", "parameter", "parameters", "alias", "variable", "index"}
)
_PARAMETER = re.compile("param|declArg|binding|variable_name")
_CALL = re.compile("call|invocation|access|reference|member|scoped|qualified|selector|command|navigation")
_KEYWORD = re.compile("keyword_argument|named_argument|^pair|value_argument_label|field_initializer|keyed_element")
_DEFINITION = re.compile("type_identifier")
_OBJECT_FIELDS = ("object", "receiver", "path", "scope", "operand", "value", "expression")


def needs(text: str, language: Language, names: frozenset[str]) -> frozenset[str]:
    """Return those of the names that the text uses but does not define. The names must occur in it as words."""
    syntax = language.syntax
    if syntax is None or language.answers.pattern:
        return names
    opening = f"{syntax.opening}\n" if syntax.opening and not text.lstrip().startswith(syntax.opening) else ""
    tree = Tree(syntax.grammar, encode(opening + text))
    used: set[str] = set()
    bound: set[str] = set()
    _walk(tree, {encode(name): name for name in names}, used, bound)
    return frozenset(used - bound)


def uses_object(text: str, language: Language) -> bool:
    """Whether a function refers to the object that it is a method of."""
    words = frozenset(re.findall(r"\b(?:self|this)\b", text))
    if not words or language.syntax is None:
        return False
    tree = Tree(language.syntax.grammar, encode(text))
    remaining = [tree.root]
    while remaining:
        node = remaining.pop()
        if not _is_talk(node.type):
            remaining += node.children
            if not node.child_count and tree.text_of(node).lstrip("$@") in _OF_OBJECT:
                return True
    return False


class Words:
    """The words of a text outside comments and strings, by position."""

    def __init__(self, tree: Tree) -> None:
        found: list[tuple[int, str]] = []
        remaining = [tree.root]
        while remaining:
            node = remaining.pop()
            if node.child_count:
                remaining += node.children if "comment" not in node.type else []
            elif not _is_talk(node.type):
                found.append((node.start_byte, tree.text_of(node).lstrip("$@&%")))
        found.sort()
        self._places = [place for place, _ in found]
        self._words = [word for _, word in found]

    def of(self, start: int, end: int, without: Sequence[tuple[int, int]] = ()) -> frozenset[str]:
        """Return the words between two positions, except in the given places, which must be in order."""
        edges = [start, *(edge for place in without for edge in place), end]
        found: set[str] = set()
        for first, last in zip(edges[::2], edges[1::2], strict=True):
            found.update(self._words[bisect_left(self._places, first) : bisect_left(self._places, last)])
        return frozenset(found)


def _walk(tree: Tree, names: Mapping[bytes, str], used: set[str], bound: set[str]) -> None:
    cursor = tree.root.walk()
    inside = [False]
    going_down = True
    while True:
        node = cursor.node
        assert node is not None
        if going_down:
            if not node.child_count:
                word = tree.text[node.start_byte : node.end_byte].lstrip(b"$@&%")
                if word in names and not _is_talk(node.type):
                    _note(names[word], node, cursor.field_name, inside[-1], used, bound)
            elif "comment" not in node.type and cursor.goto_first_child():
                inside.append(inside[-1] or _is_parameter(node.type))
                continue
        if cursor.goto_next_sibling():
            going_down = True
        elif cursor.goto_parent():
            inside.pop()
            going_down = False
        else:
            return


@functools.cache
def _is_talk(node_type: str) -> bool:
    return _TALK.search(node_type) is not None


@functools.cache
def _is_parameter(node_type: str) -> bool:
    return _PARAMETER.search(node_type) is not None


def _note(word: str, node: Node, field: str | None, parameter: bool, used: set[str], bound: set[str]) -> None:
    parent = node.parent
    holder = parent.type if parent is not None else ""
    called = bool(_CALL.search(holder))
    if holder.startswith("field_declaration") and field == "name":
        return
    if _KEYWORD.search(holder) and field in ("name", "key", None):
        return
    if field in _PLACES and (called or field not in ("path", "method")):
        return
    if called and field == "name" and parent is not None:
        if not any(parent.child_by_field_name(each) is not None for each in _OBJECT_FIELDS):
            used.add(word)
    elif (field in _BINDING and not called) or (parameter and not _DEFINITION.search(node.type) and field != "type"):
        bound.add(word)
    else:
        used.add(word)
