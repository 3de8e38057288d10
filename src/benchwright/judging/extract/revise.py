"""Join blocks into one program: later definitions replace earlier ones, and methods go into their class."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

import msgspec

from benchwright.judging.extract.assemble import put_together, text_at
from benchwright.judging.extract.fences import markers
from benchwright.judging.extract.reading import Reading, Unit, defined_in
from benchwright.judging.extract.splice import without_unused
from benchwright.languages.join import encode
from benchwright.languages.syntax import Tree, ancestors

if TYPE_CHECKING:
    from tree_sitter import Node

_LEADS = re.compile("comment|attribute|annotation|decorator")
"""Node types that belong to what follows them."""
_HOLDS = re.compile("body|block|^declaration_list|field_declaration_list|^declarations$|members|statements")
"""Node types whose children are the members of a class or module."""
_ACCESSOR = re.compile("property|getter|decorated|accessor|method")
"""Node types of members that are replaced though they have no parameters."""
_ENCLOSING = "Enclosing"
"""Name of the class around methods that the grammar accepts only in a class."""


def joined(
    texts: list[tuple[str, str]], reading: Reading, files: frozenset[str] = frozenset()
) -> tuple[str, list[str]]:
    """Join the texts; also return the names of definitions that a later text replaced. Each comes with the class that
    its methods belong to, if they are alone. `files` are the names of the answer's files."""
    kept: list[str] = []
    replaced: list[str] = []
    for text, owner in texts:
        rest, names = text, list[str]()
        for number, base in enumerate(kept):
            made = _revised(base, rest, reading)
            kept[number], rest = made.base, made.rest
            names += made.replaced
        replaced += names
        if rest.strip() and (owner or _is_fragment(rest, reading)):
            kept = _placed(kept, rest, owner, reading)
        else:
            kept += [rest] if rest.strip() else []
    text = put_together(kept, reading, files)
    return (without_unused(text, reading) if replaced else text), replaced


def _is_fragment(text: str, reading: Reading) -> bool:
    return bool(reading.answers.enclosing) and any(unit.name == _ENCLOSING for unit in reading.units(text))


def _placed(kept: list[str], text: str, owner: str, reading: Reading) -> list[str]:
    """Put methods into the class that they belong to. If there is none, leave them out if they are no program."""
    fragment = _is_fragment(text, reading)
    if fragment:
        tree = reading.tree(text)
        body = body_of(tree, _ENCLOSING) if tree is not None else None
        if tree is None or body is None:
            return kept
        inside = [each for each in body.named_children if not _is_sign(each)]
        text = (
            tree.text[tree.text.rfind(b"\n", 0, inside[0].start_byte) + 1 : body.end_byte - 1].decode()
            if inside
            else ""
        )
    for number, base in reversed(list(enumerate(kept))):
        tree = reading.tree(base)
        body = body_of(tree, owner) if tree is not None and owner else None
        change = _addition(tree, body, textwrap.dedent(text).strip("\n"), owner) if tree and body else None
        if change is not None:
            data = encode(base)
            made = (data[: change.start] + encode(change.text) + data[change.end :]).decode(errors="surrogateescape")
            if (reading.errors(made) or 0) <= (reading.errors(base) or 0):
                return [*kept[:number], made, *kept[number + 1 :]]
    return kept if fragment else [*kept, text]


def _is_sign(node: Node) -> bool:
    return node.child_count == 0 and not re.search(r"\w", (node.text or b"").decode(errors="replace"))


def body_of(tree: Tree, owner: str) -> Node | None:
    """Return the body of a class, or of its implementation if that is separate."""
    found: list[tuple[bool, Node]] = []
    remaining = [(tree.root, 0)]
    while remaining:
        node, depth = remaining.pop()
        body = node.child_by_field_name("body") or next(
            (each for each in node.children if _HOLDS.search(each.type)), None
        )
        if body is not None and (body.type != "block" or "class" in node.type) and _is_named(node, owner, tree):
            found.append((any(_MEMBER.search(each.type) for each in body.children), body))
        if depth < _DEEPEST:
            remaining += [(each, depth + 1) for each in reversed(node.named_children)]
    return next((body for methods, body in found if methods), found[0][1] if found else None)


def _is_named(node: Node, owner: str, tree: Tree) -> bool:
    if node.type == "call":
        return tree.text_of(node).startswith((f"defmodule {owner} ", f"defmodule {owner},"))
    named = [node.child_by_field_name(field) for field in ("name", "type")]
    named += [each for each in node.children if "identifier" in each.type]
    first = next((re.match(r"\w+", tree.text_of(each)) for each in named if each is not None), None)
    same = first is not None and first[0] == owner
    return same and node.child_by_field_name("trait") is None and not _PLAIN.search(node.type)


_PLAIN = re.compile("func|method|variable|assign|call")
_MEMBER = re.compile("func|method|def")
_DEEPEST = 4


def _addition(tree: Tree, body: Node, text: str, name: str) -> _Change | None:
    """Return the change that adds members at the end of a body."""
    inside = [each for each in body.named_children if "comment" not in each.type and not _is_sign(each)]
    if not inside:
        return None
    last = inside[-1]
    following = last.next_sibling
    end = following.end_byte if following is not None and tree.text_of(following) in (";", ",") else last.end_byte
    column = _column(tree, inside[0].start_byte)
    if not column and inside[0].start_point[0] != body.start_point[0]:
        column = _column(tree, last.start_byte)
    first, *rest = text.split("\n")
    lines = [f"{column}{first}", *(column + line if line.strip() else line for line in rest)]
    while tree.text[end - 1 : end].isspace():
        end -= 1
    return _Change(start=end, end=end, text="\n\n" + "\n".join(lines), name=name)


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
    if reading.answers.overloads or markers().methods.match(text):
        head = _head(text)
        same = [each for each in same if each.names > unit.names or _head(text_at(base, each.start, each.end)) == head]
    if same and not same[-1].names - unit.names and not markers().abridged.match(text):
        return [_Change(start=same[-1].start, end=same[-1].end, text=text.rstrip("\n"), name=unit.name)] + [
            _Change(start=each.start, end=each.end, text="", name=unit.name) for each in same[:-1]
        ]
    if same and reading.answers.reopens and not unit.names & same[-1].names - {unit.name}:
        return []
    if same:
        return _members(unit, same[-1], tree, other, reading)
    return _member(unit.name, _node(other, unit.start, unit.end), None, tree, other, reading)


def _members(unit: Unit, base: Unit | None, tree: Tree, other: Tree, reading: Reading) -> list[_Change]:
    """Replace the members of a class of which the later text shows only some."""
    changes: list[_Change] = []
    added: set[int] = set()
    for name, at in _places(other, reading):
        if unit.start < at < unit.end and name != unit.name:
            node = _member_at(other, at)
            made = _member(name, node, base, tree, other, reading)
            body = body_of(tree, unit.name) if base is not None and not made and name not in base.names else None
            if body is not None and node is not None and node.start_byte not in added:
                added.add(node.start_byte)
                text = _shifted(other.text_of(node), _column(other, node.start_byte), "")
                addition = _addition(tree, body, text, name)
                made = [addition] if addition is not None else []
            changes += made
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
    text = other.text[node.start_byte : _end(node)].decode(errors="surrogateescape")
    if len(found) > 1:
        found = [each for each in found if _head(tree.text_of(each)) == _head(text)]
    if len(found) != 1 or not (_ACCESSOR.search(node.type) or "(" in text.split("\n")[0]):
        return []
    holders = (each.child_by_field_name("name") for each in ancestors(found[0]))
    made = any(holder is not None and tree.text_of(holder) == name for holder in holders)
    if made and _head(tree.text_of(found[0])) != _head(text):
        return []  # another constructor
    column = _column(tree, found[0].start_byte)
    return [
        _Change(
            start=found[0].start_byte,
            end=_end(found[0]),
            text=_shifted(text, _column(other, node.start_byte), column),
            name=name,
        )
    ]


def _end(node: Node) -> int:
    """Return the end of a member, with accessors that the grammar puts beside it."""
    while node.next_sibling is not None and node.next_sibling.type in ("getter", "setter"):
        node = node.next_sibling
    return node.end_byte


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
