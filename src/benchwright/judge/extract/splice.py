"""Puts the function that an answer writes into the code around its hole.

Whatever else the answer repeats of that code (the class, the whole file) is not taken: only the function, imports, and
new definitions that it needs. So the same function counts the same in whatever form it came.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from benchwright.judge.extract.assemble import text_at
from benchwright.judge.extract.bring import new_imports, place_for_imports, without_unused
from benchwright.judge.extract.complete import Completed
from benchwright.judge.extract.reading import Reading, Unit
from benchwright.judge.extract.relocate import moved, new_body
from benchwright.judge.extract.target import (
    Hole,
    container_of,
    functions_named,
    indentation,
    is_container,
    name_of,
    owner_of,
    parameter_names,
    whole_of,
)
from benchwright.judge.extract.words import defined_in
from benchwright.languages.join import encode
from benchwright.languages.syntax import Tree, ancestors, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_OF_INSTANCE = (
    re.compile(r"(?:@\w[^\n]*\n\s*)*(?:async\s+)?def\s+\w+\s*\(\s*(?:self|cls)\b"),
    re.compile(r"[^({]*\bfn\s+\w+[^({]*\(\s*&?\s*(?:'\w+\s+)?(?:mut\s+)?self\b"),
    re.compile(r"[^{;]*\)\s*const\s*(?:noexcept|override|final|\s)*\{"),
)
"""How functions begin that can only be of a class: in Python, Rust, C++."""


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


def splice(text: str, hole: Hole, name: str, reading: Reading) -> Completed | None:
    """The code around the hole with the function that the text writes; None if it writes none of this name."""
    written = find_written(text, hole, name, reading)
    if written is None:
        return None
    start, end, put = _replacement(written, hole, reading)
    imports = [
        text_at(written.top, each.start, each.end) for each in reading.units(written.top) if _brings(each, reading)
    ]
    imports = new_imports(imports, hole.tree, reading)
    parts, members = _needed(written, hole, reading)
    unit = _unit_of(hole.node)
    at = min(place_for_imports(hole.tree, reading), unit.start_byte)
    data = hole.text
    column = hole.text[hole.text.rfind(b"\n", 0, hole.node.start_byte) + 1 : hole.node.start_byte].decode()
    pieces = (
        data[:at],
        encode("".join(f"{each}\n" for each in imports)),
        data[at : unit.start_byte],
        encode("".join(f"{each}\n\n" for each in parts)),
        data[unit.start_byte : start],
        encode(put),
        _after(data[end:], encode("".join(f"\n\n{indentation(column)}{each}" for each in members)), put),
    )
    code = without_unused(b"".join(pieces).decode(errors="surrogateescape"), reading)
    repairs = [*(["imports added"] if imports else []), *(["definitions added"] if parts or members else [])]
    return Completed(code=code, how="function", repairs=tuple(repairs), ended=False)


def find_written(text: str, hole: Hole, name: str, reading: Reading) -> Written | None:
    """The function that the text writes: that of the same class, with the same parameters, the last one of several."""
    tree = reading.tree(text)
    if tree is None:
        return None
    found = [Written(tree=tree, node=node, top=text) for node in functions_named(tree, name)]
    found = [each for each in found if not _is_local(each)]
    if not any(not each.node.has_error for each in found):
        found = _in_class(text, tree, hole, name, reading) or found
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


def _replacement(written: Written, hole: Hole, reading: Reading) -> tuple[int, int, str]:
    """Which bytes of the code around become what. Where the parameters have the same names, the head stays as it was
    given, with its decorators, modifiers and types, and only the body changes."""
    same = parameter_names(written.node, written.tree) == parameter_names(hole.node, hole.tree)
    if same and (replaced := new_body(written.tree, written.node, hole, reading)) is not None:
        return replaced
    mine, other = hole.node, written.node
    if mine.type != other.type:
        mine, other = whole_of(mine), whole_of(other)
    line = hole.text[hole.text.rfind(b"\n", 0, mine.start_byte) + 1 : mine.start_byte].decode(errors="surrogateescape")
    put = moved(written.tree, other, indentation(line), reading)
    # The filler of the hole may end a line that the function itself does not.
    end = max(mine.end_byte, hole.end) if reading.answers.indented else mine.end_byte
    return mine.start_byte, end, put.rstrip() + ("\n" if end > mine.end_byte else "")


def _after(rest: bytes, members: bytes, put: str) -> bytes:
    """What follows the function: new members, and what was there."""
    return members.lstrip(b"\n") + b"\n" + rest if members and put.endswith("\n") else members + rest


def _unit_of(node: Node) -> Node:
    """The part of the top level that a node is in."""
    for around in ancestors(node):
        if around.parent is None:
            break
        node = around
    return node


def _brings(unit: Unit, reading: Reading) -> bool:
    return unit.kind in reading.answers.imports and not unit.broken


def _needed(written: Written, hole: Hole, reading: Reading) -> tuple[list[str], list[str]]:
    """Definitions that the function needs and the code around lacks: parts of the top level, and of its class."""
    known = {name for name, _ in _defined(hole.tree, reading)}
    candidates = [each for each in _parts(written, hole, reading) if not each[0] & known]
    words = reading.used(written.tree.text_of(written.node))
    entry = name_of(written.node, written.tree)
    chosen: list[tuple[frozenset[str], str, bool]] = []
    while more := [each for each in candidates if each not in chosen and each[0] & words and _helps(each[1], entry)]:
        chosen += more
        words = words.union(*(reading.used(text) for _, text, _ in more))
    kept = [each for each in candidates if each in chosen]
    return [text for _, text, member in kept if not member], [text for _, text, member in kept if member]


def _helps(text: str, entry: str) -> bool:
    """Whether it is no example of the function's use: such are in one line, and name it."""
    return "\n" in text.strip() or not re.search(rf"\b{re.escape(entry)}\b", text)


def _parts(written: Written, hole: Hole, reading: Reading) -> list[tuple[frozenset[str], str, bool]]:
    """What else the answer defines: names, text, and whether it belongs into the class."""
    own, holder = _unit_of(written.node), container_of(written.node)
    found: list[tuple[frozenset[str], str, bool]] = []
    target = container_of(hole.node)
    for unit in reading.units(written.top):
        text = text_at(written.top, unit.start, unit.end).rstrip()
        outside = written.wrapped or not unit.start <= own.start_byte < unit.end
        if (
            outside
            and unit.names
            and not unit.broken
            and unit.kind not in (*reading.answers.imports, *reading.answers.heads)
        ):
            member = target is not None and _is_member(text, unit, reading)
            found.append((unit.names, _indented(text, hole) if member else text, member))
    body = holder.child_by_field_name("body") if holder is not None else None
    if body is None or target is None:
        return found
    line = hole.text[hole.text.rfind(b"\n", 0, hole.node.start_byte) + 1 : hole.node.start_byte].decode()
    defined = _defined(written.tree, reading)
    for child in body.named_children:
        names = frozenset(name for name, at in defined if child.start_byte <= at < child.end_byte)
        if names and not child.start_byte <= written.node.start_byte < child.end_byte:
            found.append((names, moved(written.tree, child, indentation(line), reading).rstrip(), True))
    return found


def _is_member(text: str, unit: Unit, reading: Reading) -> bool:
    """Whether something that stands alone in an answer belongs into the class, as the function beside it does."""
    if reading.answers.wrapper:
        return not is_container(unit.kind)
    return any(pattern.match(text) for pattern in _OF_INSTANCE)


def _indented(text: str, hole: Hole) -> str:
    line = hole.text[hole.text.rfind(b"\n", 0, hole.node.start_byte) + 1 : hole.node.start_byte].decode()
    first, *rest = text.split("\n")
    return "\n".join((first, *(indentation(line) + each if each.strip() else "" for each in rest)))


def _defined(tree: Tree, reading: Reading) -> list[tuple[str, int]]:
    syntax = reading.language.syntax
    return list(defined_in(tree, syntax, reading.answers)) if syntax is not None else []
