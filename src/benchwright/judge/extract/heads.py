"""What the head of a written function says that the head around a hole does not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchwright.judge.extract.target import Hole, whole_of
from benchwright.judge.extract.written import Written
from benchwright.languages.syntax import Tree

if TYPE_CHECKING:
    from tree_sitter import Node

_KINDS = frozenset({"async", "*", "suspend"})
"""Words that make another function of the same body."""
_ADDED = frozenset({"static", "get", "set"})
"""Words that answers may leave out, but not add."""


def is_other_kind(written: Written, hole: Hole) -> bool:
    """Whether a call of the written function does something else than one of the function around the hole: it waits,
    or gives its values one by one. Then the head is taken as it is written."""
    mine, theirs = _words(hole.node, hole.tree), _words(written.node, written.tree)
    return (mine & _KINDS) != (theirs & _KINDS) or bool((theirs - mine) & _ADDED)


def new_decorators(written: Written, hole: Hole) -> list[str]:
    """Decorators that the written function has and the one around the hole has not. Those around it stay."""
    known = {_name(each) for each in _decorators(hole.node, hole.tree)}
    return [each for each in _decorators(written.node, written.tree) if _name(each) not in known]


def _decorators(node: Node, tree: Tree) -> list[str]:
    whole = whole_of(node)
    if whole.type != "decorated_definition":
        return []
    return [tree.text_of(each).strip() for each in whole.children if each.type == "decorator"]


def _name(decorator: str) -> str:
    found = re.match(r"@\s*([\w.]+)", decorator)
    return found[1].rpartition(".")[2] if found else decorator


def _words(node: Node, tree: Tree) -> frozenset[str]:
    body = node.child_by_field_name("body")
    before = [each for each in node.children if body is None or each.start_byte < body.start_byte]
    before += [inner for each in before if "modifier" in each.type for inner in each.children]
    found = {tree.text_of(each) for each in before if not each.child_count}
    return frozenset(found | ({"*"} if "generator" in node.type else set()))
