"""Whether a function is meant for others, as its name, its signature and its place tell."""

from __future__ import annotations

import functools
import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from benchwright.languages.syntax import Tree

if TYPE_CHECKING:
    from tree_sitter import Node

_HIDDEN = re.compile(r"\b(private|protected|fileprivate)\b")


def is_public(tree: Tree, name: tuple[str, ...], head: str, outer: Node) -> bool:
    """Whether it is; `name` is qualified, `head` the tokens before the body, `outer` all that belongs to it."""
    if any(re.match(r"_(?!_\w+__$)|#", word) for word in name):
        return False
    grammar = tree.grammar
    if grammar == "go":
        return all(word[0].isupper() for word in name)
    if grammar == "rust":
        return head.startswith(("pub ", "# [")) and " pub " in f" {head} "
    if grammar == "java":
        return "public" in head.split(" ")
    if grammar == "cpp":
        return not head.startswith("static ") and _access(tree, outer) == "public"
    return _HIDDEN.search(head) is None


def _access(tree: Tree, outer: Node) -> str:
    """Who may see a member of a C++ class."""
    members = outer.parent
    if members is None or members.type != "field_declaration_list":
        return "public"
    said = _specifiers(tree).get(members.id, [])
    index = bisect_left(said, (outer.start_byte, "")) - 1
    if index >= 0:
        return said[index][1]
    return "private" if members.parent is not None and members.parent.type == "class_specifier" else "public"


@functools.lru_cache(maxsize=1)
def _specifiers(tree: Tree) -> dict[int, list[tuple[int, str]]]:
    """Where `public:` and the like stand in each class."""
    found: dict[int, list[tuple[int, str]]] = {}
    for match in tree.find("(access_specifier) @word"):
        word = match["word"]
        if word.parent is not None:
            found.setdefault(word.parent.id, []).append((word.start_byte, tree.text_of(word)))
    return found
