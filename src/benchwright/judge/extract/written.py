"""Finds the function that an answer writes for a hole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from benchwright.judge.extract.assemble import text_at
from benchwright.judge.extract.reading import Reading
from benchwright.judge.extract.target import Hole, container_of, functions_named, owner_of, parameter_names
from benchwright.languages.join import encode
from benchwright.languages.syntax import Tree, ancestors, parse

if TYPE_CHECKING:
    from tree_sitter import Node


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """A function in an answer."""

    tree: Tree
    """The tree that it was found in: the answer's, or that of the answer with a class around it."""
    node: Node
    """The function."""
    top: str
    """The answer's text outside of such a class."""
    wrapped: bool = False
    """Whether such a class was put around it."""


def find_written(text: str, hole: Hole, name: str, reading: Reading) -> Written | None:
    """The function that the text writes: that of the same class, with the same parameters, the last one of several."""
    tree = reading.tree(text)
    if tree is None:
        return None
    found = [Written(tree=tree, node=node, top=text) for node in functions_named(tree, name)]
    found = [each for each in found if not _is_local(each)]
    good = any(not each.node.has_error for each in found)
    if not good or (reading.answers.wrapper and tree.root.has_error):
        inside = _in_class(text, tree, hole, name, reading)
        # Beside a good function, only what the grammar knows in a class and nowhere else calls for one.
        found = inside if inside and not (good and inside[0].tree.root.has_error) else found
    return max(found, key=lambda each: _rank(each, hole), default=None)


def _in_class(text: str, tree: Tree, hole: Hole, name: str, reading: Reading) -> list[Written]:
    """The same, of a text that is a member of a class and can only stand in one."""
    holder = container_of(hole.node)
    body = holder.child_by_field_name("body") if holder is not None else None
    if holder is None or body is None or reading.answers.indented:
        return []
    top = 0
    for unit in reading.units(text):
        if not unit.comment and unit.kind not in (*reading.answers.imports, *reading.answers.heads):
            break
        top = unit.end if not unit.comment else top
    head = hole.text[holder.start_byte : body.start_byte].decode(errors="surrogateescape")
    rest = text_at(text, top, len(encode(text)))
    inside = parse(tree.grammar, encode(f"{head}{{\n{rest}\n}}\n"))
    before = text_at(text, 0, top)
    nodes = functions_named(inside, name)
    found = [Written(tree=inside, node=node, top=before, wrapped=True) for node in nodes]
    return [each for each in found if not each.node.has_error and not _is_local(each)]


def _rank(written: Written, hole: Hole) -> tuple[bool, bool, bool, int]:
    owner, wanted = owner_of(written.node, written.tree), owner_of(hole.node, hole.tree)
    same = parameter_names(written.node, written.tree) == parameter_names(hole.node, hole.tree)
    return owner in (wanted, ""), not written.node.has_error, same, written.node.start_byte


def _is_local(written: Written) -> bool:
    """Whether it stands in the body of another function."""
    arounds = ancestors(written.node)
    return any(each.child_by_field_name("body") is not None and "func" in each.type for each in arounds)
