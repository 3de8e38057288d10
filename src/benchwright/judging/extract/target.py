"""Find a function by name: the one with the hole, and the one that the answer writes for it."""

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
"""Node types that can contain functions."""
_HOLDER = {"variable_declarator": "name", "assignment": "left", "pair": "key", "assignment_expression": "left"}
"""Node types that name an anonymous function → the field with the name."""
_AROUND = re.compile("decorated|export|template_decl|lexical_decl|variable_decl")
_TYPE = re.compile("type|annotation")
_VALUE = ("value", "right", "default_value")
_SPACE = re.compile(r"[ \t]*")
_MOST_BYTES = 1_000_000
"""Limit for the code around a hole. It comes from the benchmark, not from a model."""


class Hole(msgspec.Struct, frozen=True, kw_only=True):
    """A function whose body, or part of it, is to be written."""

    text: bytes
    """The surrounding code with a filler in place of the hole."""
    tree: Tree
    """Syntax tree of that text."""
    node: Node
    """Node of the function."""
    start: int
    """First byte of the hole."""
    end: int
    """First byte after the hole."""
    indentation: str
    """Indentation of lines in the hole, in languages where it matters."""

    @property
    def body(self) -> Node:
        found = self.node.child_by_field_name("body")
        assert found is not None
        return found


def find_hole(prefix: str, suffix: str, name: str, reading: Reading) -> Hole | None:
    """Find the function of this name around the hole; None if the grammar cannot decide."""
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
        # A filler starts with its indentation, which belongs to no statement.
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
    """Return the functions of this name that have a body, in text order."""
    found = [node for node in descendants(tree.root) if is_function(node, tree, name)]
    return sorted(found, key=lambda node: node.start_byte)


def is_function(node: Node, tree: Tree, name: str) -> bool:
    """Whether the node is a function of this name."""
    if node.child_by_field_name("body") is None or _CONTAINER.search(node.type):
        return False
    return name_of(node, tree) == name


def name_of(node: Node, tree: Tree) -> str:
    """Return the unqualified name of a function or type; empty if it has none."""
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
    # Type arguments are not part of the name.
    return re.split(r"[<\[]", tree.text_of(named), maxsplit=1)[0].strip() if named is not None else ""


def container_of(node: Node) -> Node | None:
    """Return the class or other container of a node; None at the top level."""
    return next((around for around in ancestors(node) if _is_container(around)), None)


def is_container(kind: str) -> bool:
    """Whether nodes of this type can contain functions."""
    return bool(_CONTAINER.search(kind))


def owner_of(node: Node, tree: Tree) -> str:
    """Return the name of what a function belongs to, by its position, its receiver or its own name; empty if none."""
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
    """Return the parameter names, including the receiver's, without types and default values."""
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
    """Return the function together with its decorators and everything else that is part of its definition."""
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
    """Yield text that may fill the hole so that the grammar can parse the whole, each with its indentation."""
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
    """Return the whitespace at the start of a line."""
    found = _SPACE.match(line)
    return found[0] if found else ""


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """A function in an answer."""

    tree: Tree
    """The tree it was found in: that of the answer, or of the answer wrapped in a class."""
    node: Node
    """Node of the function."""
    top: str
    """Text of the answer without the added class."""
    wrapped: bool = False
    """Whether a class was wrapped around it."""


def find_written(text: str, hole: Hole, name: str, reading: Reading) -> Written | None:
    """Find the function that the text writes: the one in the same class with the same parameters, the last if there are
    several."""
    tree = reading.tree(text)
    if tree is None:
        return None
    found = [Written(tree=tree, node=node, top=text) for node in functions_named(tree, name)]
    found = [each for each in found if not _is_local(each)]
    good = any(not each.node.has_error for each in found)
    if not good or (reading.answers.wrapper and tree.root.has_error):
        inside = _in_class(text, tree, hole, name, reading)
        # If there is a valid function, wrap the text in a class only if the grammar accepts it there and nowhere else.
        found = inside if inside and not (good and inside[0].tree.root.has_error) else found
    return max(found, key=lambda each: _rank(each, hole), default=None)


def _in_class(text: str, tree: Tree, hole: Hole, name: str, reading: Reading) -> list[Written]:
    """Find the function in a text that is a class member and valid only in a class."""
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
    """Whether it is inside the body of another function."""
    arounds = ancestors(written.node)
    return any(each.child_by_field_name("body") is not None and "func" in each.type for each in arounds)
