"""The parts of an answer besides the function: what each defines, mentions and changes."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from benchwright.judging.extract.assemble import text_at
from benchwright.judging.extract.reading import Reading, Unit, defined_in, words_below
from benchwright.judging.extract.relocate import moved
from benchwright.judging.extract.target import Hole, Written, container_of, indentation, is_container, name_of, owner_of
from benchwright.languages.syntax import Tree, ancestors, descendants

if TYPE_CHECKING:
    from tree_sitter import Node


_SCOPE = re.compile("function|class(?!_static)|lambda|method_(?:def|decl)|arrow")
"""Node types of code that does not run where it is defined."""
_BINDS = ("assignment", "augmented_assignment", "for_statement", "named_expression")
_WRITES = re.compile("assignment|update_expression|delete_statement|unary")
_LITERAL = re.compile("integer|float|number|string|escape|true|false|none|null")


def effects_of(node: Node, tree: Tree) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the names that a part binds, changes and definitely changes at program start; functions inside it do not
    run then."""
    bound: set[str] = set()
    changes: set[str] = set()
    writes: set[str] = set()
    remaining = [node]
    while remaining:
        each = remaining.pop()
        if _SCOPE.search(each.type) and not _is_given(each) and each != node:
            continue
        left = each.child_by_field_name("left") or (
            each.child_by_field_name("argument") if "update" in each.type else None
        )
        if each.type in _BINDS and left is not None:
            bound |= _targets(left, tree)
        named = each.child_by_field_name("name") if each.type == "variable_declarator" else None
        if each.type in ("field_definition", "public_field_definition"):
            field = each.child_by_field_name("property") or each.child_by_field_name("name")
            bound |= {tree.text_of(field).lstrip("#")} if field is not None else set()
        bound |= _targets(named, tree) if named is not None else set()
        if _WRITES.search(each.type):
            for target in (left,) if left is not None else each.named_children:
                writes |= _root(target, tree)
        if each.type.startswith(("call", "method_invocation")):
            for child in each.named_children:
                changes |= _root(child, tree)
                changes |= (
                    {name for one in child.named_children for name in _root(one, tree)}
                    if "arg" in child.type
                    else set()
                )
        remaining += each.named_children
    return frozenset(bound), frozenset(changes | writes), frozenset(writes)


def registers_of(node: Node, tree: Tree) -> frozenset[str]:
    """Return the names of what a definition's decorators register it with, as in `@area.register`."""
    decorators = [each for each in node.children if each.type == "decorator"]
    found = [re.match(r"@\s*(\w+)\.", tree.text_of(each)) for each in decorators]
    return frozenset(each[1] for each in found if each)


def is_constant(node: Node) -> bool:
    """Whether it assigns a number, a string or a tuple of those, which cannot be modified."""
    inner = statement_of(node)
    inner = inner.named_children[-1] if inner.type == "lexical_declaration" else inner
    value = inner.child_by_field_name("right") or inner.child_by_field_name("value")
    if value is None or not re.search("^assignment$|variable_declarator|const_item|const_spec", inner.type):
        return False
    leaves = [each for each in descendants(value) if not each.child_count]
    return all(not each.is_named or _LITERAL.search(each.type) for each in leaves) and not any(
        each.type in ("[", "{", "interpolation") for each in descendants(value)
    )


def _is_given(node: Node) -> bool:
    """Whether a function is called right where it is defined, or passed to another."""
    return node.parent is not None and re.search("argument|parenthesized", node.parent.type) is not None


def _targets(node: Node, tree: Tree) -> set[str]:
    if node.type in ("identifier", "shorthand_property_identifier_pattern"):
        return {tree.text_of(node)}
    if re.search("pattern|list|tuple", node.type):
        return {name for child in node.named_children for name in _targets(child, tree)}
    return set()


def _root(node: Node, tree: Tree) -> set[str]:
    """Return the first name of a chain such as `a.b[c].d`."""
    while True:
        inner = (
            node.child_by_field_name("object") or node.child_by_field_name("value") or node.child_by_field_name("array")
        )
        if inner is None or not re.search("attribute|subscript|member|access", node.type):
            break
        node = inner
    return {tree.text_of(node)} if node.type == "identifier" else set()


def statement_of(node: Node) -> Node:
    """Return the content of a statement, in grammars with a node for both."""
    return node.named_children[0] if node.type == "expression_statement" and node.named_children else node


def normal_of(node: Node, tree: Tree) -> str:
    """Return the code without comments, docstrings and whitespace."""
    pieces: list[str] = []
    remaining = [node]
    while remaining:
        each = remaining.pop()
        if "comment" in each.type or _is_docstring(each):
            continue
        if each.child_count and "string" not in each.type:
            remaining += reversed(each.children)
        else:
            pieces.append(tree.text_of(each))
    return " ".join(pieces).strip("; ")


def _is_docstring(node: Node) -> bool:
    inner = node.named_children[0] if node.type == "expression_statement" and node.named_children else node
    around = node.parent
    return inner.type == "string" and around is not None and around.type in ("block", "module")


def is_stub(node: Node, tree: Tree) -> bool:
    """Whether the body is empty, or says that it was left out."""
    body = node.child_by_field_name("body")
    if body is None:
        return True
    comments = " ".join(tree.text_of(each) for each in descendants(body) if "comment" in each.type)
    if re.search(r"\.\.\.|…|unchanged|existing|same as|as before|omitted", comments, re.IGNORECASE):
        return True
    code = normal_of(body, tree).strip("{}; ")
    return (
        code in ("", "...", "pass")
        or re.match(r"(?:raise NotImplementedError|throw new Error)\b[^;\n]*$", code) is not None
    )


_OF_INSTANCE = (
    re.compile(r"(?:@\w[^\n]*\n\s*)*(?:async\s+)?def\s+\w+\s*\(\s*(?:self|cls)\b"),
    re.compile(r"[^({]*\bfn\s+\w+[^({]*\(\s*&?\s*(?:'\w+\s+)?(?:mut\s+)?self\b"),
    re.compile(r"[^{;]*\)\s*const\s*(?:noexcept|override|final|\s)*\{"),
)
"""How functions start that can only belong to a class: in Python, Rust and C++."""
_RUNS = re.compile(
    "statement|assignment|^call|await|^block|initializer|static_block|^expression|macro_invocation|comprehension"
    "|operator|conditional|attribute|subscript|^yield|^list$|^tuple$"
)
_DOES_NOT = re.compile("import|include|package|declaration|definition|using|empty_statement|type_alias")
_BINDING = re.compile("^assignment$|declaration$|assignment_expression|declarator")
_FUNCTION = re.compile("func|method|constructor")
_OPEN = re.compile("impl|namespace|mod_|extension")
"""Containers of which several may share a name."""
_CONDITION = re.compile("preproc_if|preproc_el")
_LAYER = re.compile("preproc_if|preproc_el|linkage|namespace|mod_item|^declaration_list$")


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A definition or statement at the top level or in the class."""

    text: str
    """Its text, as it should appear in the surrounding code."""
    names: frozenset[str]
    """Names that it defines."""
    keys: frozenset[str]
    """The same names, qualified to distinguish them from others with the same spelling."""
    words: frozenset[str]
    """Words that it mentions outside comments and strings."""
    changes: frozenset[str]
    """Names of what it changes at program start: by storing into it, setting attributes or calling methods."""
    writes: frozenset[str]
    """Those that it definitely changes, by assignment."""
    registers: frozenset[str]
    """Names of what its decorators register it with, as in `@area.register`."""
    runs: bool
    """Whether it is a statement that runs."""
    binds: bool
    """Whether it only assigns to names."""
    function: bool
    """Whether it is a function."""
    member: bool
    """Whether it belongs in the class."""
    after: bool
    """Whether it comes after the function."""
    normal: str
    """Its code without comments and whitespace."""
    plain: bool
    """Whether it is a top-level function or constant, of which there may be two versions."""
    stub: bool
    """Whether it is only a placeholder for existing code."""


class Defined:
    """The names that a tree defines, by position."""

    def __init__(self, tree: Tree, reading: Reading) -> None:
        syntax = reading.language.syntax
        found = sorted((at, name) for name, at in defined_in(tree, syntax, reading.answers)) if syntax else []
        self._places, self._names = [at for at, _ in found], [name for _, name in found]

    def within(self, start: int, end: int) -> frozenset[str]:
        """Return the names defined in this range."""
        return frozenset(self._names[bisect.bisect_left(self._places, start) : bisect.bisect_left(self._places, end)])


def parts_of(written: Written, hole: Hole, reading: Reading) -> list[Part]:
    """Return all parts of the answer except the function, imports and prose."""
    found: list[Part] = []
    target = container_of(hole.node)
    top = reading.tree(written.top)
    if top is not None:
        defined = Defined(top, reading)
        own = top_of(written.node)
        for unit in reading.units(written.top):
            outside = written.wrapped or not unit.start <= own.start_byte < unit.end
            node = _node_of(unit, top)
            if outside and node is not None and _counts(unit, reading):
                text = text_at(written.top, unit.start, unit.end).rstrip()
                member = target is not None and _is_member(text, unit, reading)
                text = _indented(text, hole) if member else text
                after = not written.wrapped and unit.start > own.start_byte
                found.append(
                    _part(node, top, defined, text, member=member, after=after, overloads=reading.answers.overloads)
                )
    holder = container_of(written.node)
    if holder is not None and target is not None:
        found += _members(holder, written, hole, reading)
    return found


def parts_around(hole: Hole, reading: Reading) -> list[Part]:
    """Return the parts of the surrounding code, and of the function's class in it."""
    defined, holder = Defined(hole.tree, reading), container_of(hole.node)
    body = holder.child_by_field_name("body") if holder is not None else None
    nodes = [(each, False) for each in _flat(hole.tree.root)]
    nodes += [(each, True) for each in body.named_children] if body is not None else []
    return [
        _part(node, hole.tree, defined, "", member=member, after=False, overloads=reading.answers.overloads)
        for node, member in nodes
    ]


def _flat(node: Node) -> Iterator[Node]:
    """Yield the parts of a text, including those inside namespaces and preprocessor conditionals."""
    for child in node.named_children:
        yield child
        if _LAYER.search(child.type):
            yield from _flat(child)


def top_of(node: Node) -> Node:
    """Return the top-level part that contains a node."""
    for around in ancestors(node):
        if around.parent is None:
            break
        node = around
    return node


def place_of(node: Node) -> Node:
    """Return the part that contains a node, inside its namespace or preprocessor conditional: it sees what precedes it
    there."""
    for around in ancestors(node):
        holder = around.parent.type if around.parent is not None else ""
        listed = around.type == "declaration_list" and _LAYER.search(holder)
        if not holder or listed or _CONDITION.search(around.type):
            break
        node = around
    return node


def _members(holder: Node, written: Written, hole: Hole, reading: Reading) -> Iterator[Part]:
    body = holder.child_by_field_name("body")
    defined = Defined(written.tree, reading)
    column = hole.text[hole.text.rfind(b"\n", 0, hole.node.start_byte) + 1 : hole.node.start_byte].decode()
    for child in body.named_children if body is not None else ():
        own = child.start_byte <= written.node.start_byte < child.end_byte
        if own or "comment" in child.type or child.has_error:
            continue
        end = child.next_sibling
        text = moved(written.tree, child, indentation(column), reading).rstrip()
        text += ";" if end is not None and end.type == ";" else ""
        yield _part(
            child,
            written.tree,
            defined,
            text,
            member=True,
            after=child.start_byte > written.node.start_byte,
            overloads=reading.answers.overloads,
        )


def _part(node: Node, tree: Tree, defined: Defined, text: str, *, member: bool, after: bool, overloads: bool) -> Part:
    names = defined.within(node.start_byte, node.end_byte)
    inner = _definition(node)
    bound, changes, writes = effects_of(node, tree)
    words = words_below(tree, node)
    function = inner.child_by_field_name("body") is not None and _FUNCTION.search(inner.type) is not None
    container = is_container(inner.type) and "static_block" not in inner.type
    if container:
        own = name_of(inner, tree)
        keys = frozenset(f"{own}.{name}" for name in names) if _OPEN.search(inner.type) else frozenset({own})
        names |= {own}
    else:
        names |= bound
        owner = "" if member else owner_of(inner, tree)
        keys = frozenset(f"{owner}.{name}" for name in names) if owner else names
    plain = (function or is_constant(inner)) and not member and keys == names and len(names) == 1
    starts = tree.grammar == "go" and function and names == {"init"}
    value = not function and not container
    return Part(
        text=text,
        names=frozenset() if starts else names,
        keys=_keys(keys, inner, tree, member=member, overloads=overloads and function),
        words=words,
        changes=words if starts else changes,
        writes=writes,
        registers=registers_of(node, tree),
        runs=starts or (value and _runs(node, changes)),
        binds=_BINDING.search(statement_of(node).type) is not None,
        function=function,
        member=member,
        after=after,
        normal=normal_of(node, tree),
        plain=plain,
        stub=function and is_stub(inner, tree),
    )


def _keys(names: frozenset[str], node: Node, tree: Tree, *, member: bool, overloads: bool) -> frozenset[str]:
    """Qualify the names as members and, if functions can be overloaded, with their parameter types."""
    types = ""
    if overloads:
        given = [each.child_by_field_name("type") for each in descendants(node) if "parameter" in each.type]
        types = "".join(f" {tree.text_of(each)}" for each in given if each is not None)
    return frozenset(f"{'.' if member else ''}{name}{types}" for name in names)


def _runs(node: Node, changes: frozenset[str]) -> bool:
    if _DOES_NOT.search(node.type):
        return bool(changes) and "import" not in node.type
    return _RUNS.search(node.type) is not None


def _definition(node: Node) -> Node:
    """Unwrap a decorated, exported or templated definition."""
    while (inner := node.child_by_field_name("definition") or node.child_by_field_name("declaration")) is not None:
        node = inner
    return node


def _node_of(unit: Unit, tree: Tree) -> Node | None:
    node = tree.root.descendant_for_byte_range(unit.start, max(unit.start, unit.end - 1))
    if node is not None and node.parent is None:  # a signature and its body
        node = tree.root.descendant_for_byte_range(unit.start, unit.start)
    if node is None or node.parent is None:
        return None
    around: Node | None = node.parent
    while around is not None and around.parent is not None and around.start_byte >= unit.start:
        node, around = around, around.parent
    return node


def _counts(unit: Unit, reading: Reading) -> bool:
    return not (unit.broken or unit.comment or unit.kind in (*reading.answers.imports, *reading.answers.heads))


def _is_member(text: str, unit: Unit, reading: Reading) -> bool:
    """Whether a top-level part of an answer belongs in the class, as the function next to it does."""
    if reading.answers.wrapper:
        return not is_container(unit.kind)
    return any(pattern.match(text) for pattern in _OF_INSTANCE)


def _indented(text: str, hole: Hole) -> str:
    line = hole.text[hole.text.rfind(b"\n", 0, hole.node.start_byte) + 1 : hole.node.start_byte].decode()
    first, *rest = text.split("\n")
    return "\n".join((first, *(indentation(line) + each if each.strip() else "" for each in rest)))
