"""Finds a function by its name: the one with the hole, and the one that the answer writes for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from benchwright.judging.extract.assemble import text_at
from benchwright.judging.extract.reading import Reading
from benchwright.languages.join import encode
from benchwright.languages.syntax import Tree, ancestors, descendants, parse

if TYPE_CHECKING:
    from tree_sitter import Node


_CONTAINER = re.compile("class|impl|interface|struct|trait|enum|object|module|namespace|record|extension|protocol|mod_")
"""Node types of what functions can stand in."""
_HOLDER = {"variable_declarator": "name", "assignment": "left", "pair": "key", "assignment_expression": "left"}
"""Node types that give a name to a function without one → the field with the name."""
_AROUND = re.compile("decorated|export|template_decl|lexical_decl|variable_decl")
_TYPE = re.compile("type|annotation")
_VALUE = ("value", "right", "default_value")
_SPACE = re.compile(r"[ \t]*")
_MOST_BYTES = 1_000_000
"""Of the code around a hole; it is the benchmark's and no model's."""


class Hole(msgspec.Struct, frozen=True, kw_only=True):
    """A function of which the body, or a part of it, is to be written."""

    text: bytes
    """The code around with something in place of the hole."""
    tree: Tree
    """Its tree."""
    node: Node
    """The function."""
    start: int
    """The byte where the hole begins."""
    end: int
    """The byte where it ends."""
    indentation: str
    """Of a line in the hole, where that has a meaning."""

    @property
    def body(self) -> Node:
        """The function's body."""
        found = self.node.child_by_field_name("body")
        assert found is not None
        return found


def find_hole(prefix: str, suffix: str, name: str, reading: Reading) -> Hole | None:
    """The function of this name around the hole; None where the grammar cannot tell."""
    syntax = reading.language.syntax
    if syntax is None or not reading.exact or not name or len(prefix) + len(suffix) > _MOST_BYTES:
        return None
    for indentation, filler in _fillers(prefix, suffix, reading):
        text = encode(prefix + filler + suffix)
        opening = encode(syntax.opening) if encode(syntax.opening.strip()) not in text else b""
        if opening:
            return None
        tree = parse(syntax.grammar, text)
        start, end = len(encode(prefix)), len(encode(prefix + filler))
        # A filler begins with its indentation, which belongs to no statement.
        at = start + len(filler) - len(filler.lstrip())
        node = tree.root.descendant_for_byte_range(at, at)
        for around in (node, *ancestors(node)) if node is not None else ():
            body = around.child_by_field_name("body")
            if body is not None and is_function(around, tree, name) and body.start_byte <= at <= body.end_byte:
                if around.has_error:
                    break
                return Hole(text=text, tree=tree, node=around, start=start, end=end, indentation=indentation)
    return None


def functions_named(tree: Tree, name: str) -> list[Node]:
    """The functions of this name that have a body, in order."""
    found = [node for node in descendants(tree.root) if is_function(node, tree, name)]
    return sorted(found, key=lambda node: node.start_byte)


def is_function(node: Node, tree: Tree, name: str) -> bool:
    """Whether it is a function of this name."""
    if node.child_by_field_name("body") is None or _CONTAINER.search(node.type):
        return False
    return name_of(node, tree) == name


def name_of(node: Node, tree: Tree) -> str:
    """The name of a function or a type, without what it belongs to; empty where it has none."""
    named = node.child_by_field_name("name") or node.child_by_field_name("declarator")
    if named is None and node.parent is not None and node.parent.type in _HOLDER:
        named = node.parent.child_by_field_name(_HOLDER[node.parent.type])
    if named is None and _CONTAINER.search(node.type):
        named = node.child_by_field_name("type")
    while named is not None:
        inner = named.child_by_field_name("declarator") or named.child_by_field_name("name")
        if inner is None:
            break
        named = inner
    # What generic types are made of is no part of their name.
    return re.split(r"[<\[]", tree.text_of(named), maxsplit=1)[0].strip() if named is not None else ""


def container_of(node: Node) -> Node | None:
    """The class, or what else holds it; None for what stands by itself."""
    return next((around for around in ancestors(node) if _is_container(around)), None)


def is_container(kind: str) -> bool:
    """Whether functions can stand in nodes of this type."""
    return bool(_CONTAINER.search(kind))


def owner_of(node: Node, tree: Tree) -> str:
    """Name of what a function belongs to, by its place, its receiver or its own name; empty where there is none."""
    around = container_of(node)
    if around is not None:
        return name_of(around, tree)
    receiver = node.child_by_field_name("receiver")
    if receiver is not None:
        words = re.findall(r"\w+", tree.text_of(receiver).split("[")[0])
        return words[-1] if words else ""
    qualified = [each for each in descendants(node) if each.type == "qualified_identifier"]
    declarator = node.child_by_field_name("declarator")
    for each in qualified:
        scope = each.child_by_field_name("scope")
        if scope is not None and declarator is not None and each.end_byte <= declarator.end_byte:
            return tree.text_of(scope).split("<")[0]
    return ""


def parameter_names(node: Node, tree: Tree) -> list[str]:
    """The names of its parameters, without types and values; that of its receiver is one of them."""
    names: list[tuple[int, str]] = []
    lists = [each for each in (_parameters(node), node.child_by_field_name("receiver")) if each is not None]
    remaining = [child for each in lists for child in (each.children or [each])]
    while remaining:
        each = remaining.pop()
        if not each.child_count and each.is_named and "comment" not in each.type:
            names.append((each.start_byte, tree.text_of(each)))
        skipped = {child.id for field in _VALUE if (child := each.child_by_field_name(field)) is not None}
        remaining += [child for child in each.children if child.id not in skipped and not _TYPE.search(child.type)]
    return [name for _, name in sorted(names) if name != "mut"]


def whole_of(node: Node) -> Node:
    """The function with its decorators and all else that belongs to its definition."""
    while node.parent is not None and (_AROUND.search(node.parent.type) or node.parent.type in _HOLDER):
        node = node.parent
    return node


def _parameters(node: Node) -> Node | None:
    found = node.child_by_field_name("parameters") or node.child_by_field_name("parameter")
    declarator = node.child_by_field_name("declarator")
    while found is None and declarator is not None:
        found = declarator.child_by_field_name("parameters")
        declarator = declarator.child_by_field_name("declarator")
    return found


def _is_container(node: Node) -> bool:
    return bool(_CONTAINER.search(node.type)) and node.child_by_field_name("body") is not None


def _fillers(prefix: str, suffix: str, reading: Reading) -> Iterator[tuple[str, str]]:
    """What may stand in the hole so that the grammar knows the whole, each with the indentation of its line."""
    if not reading.answers.indented:
        yield "", ""
        yield "", ";"
        return
    syntax = reading.language.syntax
    stub = syntax.stub if syntax is not None and syntax.stub else "pass"
    begun = prefix.rpartition("\n")[2]
    if begun.strip():
        return
    end = "" if suffix.startswith("\n") else "\n"
    lines = [line for line in prefix.split("\n") if line.strip()]
    after = next((line for line in suffix.split("\n") if line.strip()), "")
    own = [indentation(line) for line in reversed(lines[-400:])]
    step = "\t" if own and own[0].endswith("\t") else "    "
    for found in dict.fromkeys((indentation(after), *own[:1], *(f"{each}{step}" for each in own), *own, "  ")):
        if found.startswith(begun):
            yield found, f"{found.removeprefix(begun)}{stub}{end}"


def indentation(line: str) -> str:
    """The space that a line begins with."""
    found = _SPACE.match(line)
    return found[0] if found else ""


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
