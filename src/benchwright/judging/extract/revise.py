"""Join blocks into one program: later definitions replace earlier ones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from benchwright.judging.extract.assemble import put_together, text_at
from benchwright.judging.extract.reading import Reading, Unit, defined_in
from benchwright.judging.extract.splice import without_unused
from benchwright.languages.join import encode
from benchwright.languages.syntax import Tree

if TYPE_CHECKING:
    from tree_sitter import Node

_LEADS = re.compile("comment|attribute|annotation|decorator")
"""Node types that belong to what follows them."""
_HOLDS = re.compile("body|block|^declaration_list|field_declaration_list|^declarations$|members|statements")
"""Node types whose children are the members of a class or module."""
_ENCLOSING = "Enclosing"
"""Name of the class around methods that the grammar accepts only in a class."""


def joined(texts: list[str], reading: Reading) -> tuple[str, list[str]]:
    """Join the texts; also return the names of definitions that a later text replaced."""
    kept: list[str] = []
    replaced: list[str] = []
    for text in texts:
        rest, names = text, list[str]()
        for number, base in enumerate(kept):
            made = _revised(base, rest, reading)
            kept[number], rest = made.base, made.rest
            names += made.replaced
        replaced += names
        kept += [rest] if rest.strip() and not _is_fragment(rest, reading) else []
    text = put_together(kept, reading)
    return (without_unused(text, reading) if replaced else text), replaced


def _is_fragment(text: str, reading: Reading) -> bool:
    return bool(reading.answers.enclosing) and any(unit.name == _ENCLOSING for unit in reading.units(text))


class _Revised(msgspec.Struct, frozen=True, kw_only=True):
    base: str
    rest: str
    """What of the later text defines nothing that the base defines."""
    replaced: tuple[str, ...] = ()


class _Change(msgspec.Struct, frozen=True, kw_only=True):
    start: int
    end: int
    text: str
    name: str


def _revised(base: str, later: str, reading: Reading) -> _Revised:
    """Replace the definitions of the base that the later text has as well."""
    syntax = reading.language.syntax
    if syntax is not None and syntax.opening.strip() not in later:
        later = f"{syntax.opening.strip()}\n{later}"
    tree, other = reading.tree(base), reading.tree(later)
    if tree is None or other is None or not reading.defined(base) & reading.defined(later):
        return _Revised(base=base, rest=later)
    changes: list[_Change] = []
    rest: list[str] = []
    at = 0
    for unit in reading.units(later):
        if _LEADS.search(unit.kind) and not unit.names:
            continue
        piece = text_at(later, at, unit.end)
        at = unit.end
        found = _changes(unit, base, later, tree, other, reading)
        changes += found
        rest += [] if found else [piece.strip("\n")]
    data = encode(base)
    for change in sorted(changes, key=lambda each: each.start, reverse=True):
        data = data[: change.start] + encode(change.text) + data[change.end :]
    made = data.decode(errors="surrogateescape")
    if not changes or (reading.errors(made) or 0) > (reading.errors(base) or 0):
        return _Revised(base=base, rest=later)
    names = tuple(dict.fromkeys(change.name for change in changes))
    return _Revised(base=made, rest="\n\n".join(piece for piece in rest if piece.strip()), replaced=names)


def _changes(unit: Unit, base: str, later: str, tree: Tree, other: Tree, reading: Reading) -> list[_Change]:
    if not unit.names or unit.kind in (*reading.answers.imports, *reading.answers.heads):
        return []
    text = text_at(later, unit.start, unit.end)
    if unit.name == _ENCLOSING:
        return _members(unit, None, tree, other, reading)
    same = [each for each in reading.units(base) if each.kind == unit.kind and each.name == unit.name]
    if reading.answers.overloads:
        head = _head(text)
        same = [each for each in same if each.names > unit.names or _head(text_at(base, each.start, each.end)) == head]
    if same and not same[-1].names - unit.names:
        return [_Change(start=same[-1].start, end=same[-1].end, text=text.rstrip("\n"), name=unit.name)] + [
            _Change(start=each.start, end=each.end, text="", name=unit.name) for each in same[:-1]
        ]
    if same:
        return _members(unit, same[-1], tree, other, reading)
    return _member(unit.name, _node(other, unit.start, unit.end), None, tree, other, reading)


def _members(unit: Unit, base: Unit | None, tree: Tree, other: Tree, reading: Reading) -> list[_Change]:
    """Replace the members of a class of which the later text shows only some."""
    changes: list[_Change] = []
    for name, at in _places(other, reading):
        if unit.start < at < unit.end and name != unit.name:
            changes += _member(name, _member_at(other, at), base, tree, other, reading)
    return changes


def _member(
    name: str, node: Node | None, within: Unit | None, tree: Tree, other: Tree, reading: Reading
) -> list[_Change]:
    """Replace the member of this name, if there is exactly one, or one with the same parameters."""
    found = [
        member
        for each, at in _places(tree, reading)
        if each == name
        and (within is None or within.start <= at < within.end)
        and (member := _member_at(tree, at)) is not None
    ]
    if node is None or not found:
        return []
    text = other.text_of(node)
    if len(found) > 1:
        found = [each for each in found if _head(tree.text_of(each)) == _head(text)]
    if len(found) != 1 or "(" not in text.split("\n")[0]:
        return []
    column = _column(tree, found[0].start_byte)
    return [
        _Change(
            start=found[0].start_byte,
            end=found[0].end_byte,
            text=_shifted(text, _column(other, node.start_byte), column),
            name=name,
        )
    ]


def _places(tree: Tree, reading: Reading) -> list[tuple[str, int]]:
    syntax = reading.language.syntax
    return sorted(defined_in(tree, syntax, reading.answers), key=lambda found: found[1]) if syntax else []


def _node(tree: Tree, start: int, end: int) -> Node | None:
    return next((each for each in tree.root.named_children if each.start_byte <= start < each.end_byte), None)


def _member_at(tree: Tree, at: int) -> Node | None:
    """Return the member of a class or module that defines the name at a byte."""
    node = tree.root.descendant_for_byte_range(at, at)
    while node is not None and node.parent is not None and not _HOLDS.search(node.parent.type):
        node = node.parent
    return node if node is not None and node.parent is not None else None


def _column(tree: Tree, at: int) -> str:
    line = tree.text[tree.text.rfind(b"\n", 0, at) + 1 : at].decode(errors="surrogateescape")
    return line if not line.strip() else ""


def _shifted(text: str, old: str, new: str) -> str:
    first, *rest = text.rstrip("\n").split("\n")
    return "\n".join((first, *(new + line.removeprefix(old) if line.strip() else line for line in rest)))


def _head(text: str) -> str:
    """Return the start of a definition up to the end of its parameters, with whitespace collapsed."""
    if "(" not in text.split("\n", 1)[0]:
        return "".join(text.split("\n", 1)[0].split())
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if sign == ")" and not depth:
            return "".join(text[: at + 1].split())
    return "".join(text.split())
