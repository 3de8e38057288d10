"""Find function definitions in a syntax tree, with their names and bodies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from benchwright.languages.grammar import Syntax
from benchwright.languages.syntax import Tree

if TYPE_CHECKING:
    from tree_sitter import Node


_FUNCTION = re.compile(r"function(?!_(type|call|signature))|method|^procedure$|^subroutine_decl|init_declaration")
"""Node types that have a body."""


def bodies_of(tree: Tree, syntax: Syntax) -> list[tuple[Node, Node]]:
    """Return functions with their bodies, in text order, including nested ones."""
    if syntax.bodies:
        bodies = (match["body"] for match in tree.find(syntax.bodies))
        return [(body.parent, body) for body in bodies if body.parent is not None]
    try:
        matches = list(tree.find("(_ body: (_) @body) @holder"))
    except ValueError:  # the grammar has no such field
        return []
    return [(match["holder"], match["body"]) for match in matches if _FUNCTION.search(match["holder"].type)]


_CLASS = re.compile(
    "^class|_class|class_spec|struct_(decl|def|spec|item)|interface_decl|trait_|enum_(decl|def|item|spec)|object_d"
    "|record_decl|union_spec|protocol_decl|^module(_def)?(inition)?$|^mod_item$|^internal_module$|^impl_item$"
    "|singleton_class|category_|extension_decl"
)
"""Node types whose names qualify what they contain."""
_BARRIER = re.compile("lambda|closure|object_creation|anonymous|constructor_decl|compact_constructor|initializer$")
"""Code inside these is like code inside a function: it cannot be named from outside."""
_WRAPPER = re.compile(
    "^(decorated_definition|export_statement|template_declaration|lexical_declaration|variable_declaration"
    "|variable_declarator|expression_statement|assignment_expression|binary_operator|pair|field_definition|public_field_definition)$"
)
"""Nodes that belong to the function they wrap."""
_GIVES = re.compile("^(variable_declarator|assignment(_expression)?|pair|binary_operator)$|field_definition$")
_ABOVE = frozenset({"decorator", "attribute_item", "attribute_list", "annotation"})
_WORD = re.compile(r"operator\b.*|[^\W\d][\w$]*[?!]?|#[^\W\d]\w*", re.DOTALL)
_EXPORTS = frozenset({"module", "exports", "prototype", "this", "window", "globalThis"})
"""Words before a name that are not part of it."""


class Definition(NamedTuple):
    """A function definition in a syntax tree."""

    name: tuple[str, ...]
    """Name, qualified by the enclosing types."""
    outer: Node
    """Everything that belongs to the definition."""
    above: list[Node]
    """Decorators before it that are not part of its node."""
    holder: Node
    """Node of the function itself."""
    body: Node
    """The body, including its delimiters."""


class _Place(NamedTuple):
    node: Node
    """The current node."""
    scope: tuple[str, ...]
    """Names of the enclosing types."""
    bound: tuple[str, ...]
    """The name it is assigned to, as in `bound = node`."""
    outer: Node | None
    """The outermost wrapper around the node."""


def definitions_of(tree: Tree, syntax: Syntax) -> Iterator[Definition]:
    """Yield the named functions and methods with a body, in text order."""
    bodies: dict[int, tuple[Node, Node]] = {}
    for holder, body in bodies_of(tree, syntax):
        bodies.setdefault(holder.id, (holder, body))
    named = sorted(
        (match["name"].start_byte, tree.text_of(match["name"]))
        for match in (tree.find(syntax.definitions) if syntax.definitions else ())
    )
    types = _types(tree)
    remaining = [_Place(tree.root, (), (), None)]
    while remaining:
        place = remaining.pop()
        if place.node.id in bodies:
            holder, body = bodies[place.node.id]
            name = _name(tree, holder, body, place, named)
            if name and not _constructs(tree, name):
                outer = place.outer or holder
                yield Definition(_outside(name, types), outer, _above(outer), holder, body)
        elif not _BARRIER.search(place.node.type):
            remaining += reversed(_inside(tree, place))


def _inside(tree: Tree, place: _Place) -> list[_Place]:
    node = place.node
    scope, bound = place.scope, place.bound
    if _CLASS.search(node.type):
        name = _of_class(tree, node)
        scope, bound = scope + (name or bound), ()
    elif node.type == "object":
        scope, bound = scope + bound, ()
    elif (given := _given(tree, node)) is not None:
        bound = given
    elif node.type not in ("parenthesized_expression", "variable_declaration", "lexical_declaration"):
        bound = ()
    children = node.children
    if _WRAPPER.match(node.type) and sum(child.type == "variable_declarator" for child in children) < 2:
        outer = place.outer or node
    else:
        outer = None
    return [_Place(child, scope, bound, outer) for child in children if child.child_count]


def _of_class(tree: Tree, node: Node) -> tuple[str, ...]:
    child = node.child_by_field_name("type" if node.type == "impl_item" else "name")
    if child is None:
        child = next((each for each in node.named_children if "identifier" in each.type), None)
    return _words(tree.text_of(child))[-1:] if child is not None else ()


def _given(tree: Tree, node: Node) -> tuple[str, ...] | None:
    """Return the name that the node assigns its value to; None if it is not an assignment."""
    if not _GIVES.search(node.type):
        return None
    for field in ("name", "left", "lhs", "key", "property"):
        child = node.child_by_field_name(field)
        if child is not None:
            words = tree.text_of(child)
            plain = re.fullmatch(r"[\w$.#\s]+", words[:200]) is not None
            return tuple(word for word in _words(words) if word not in _EXPORTS) if plain else ()
    return ()


def _name(tree: Tree, holder: Node, body: Node, place: _Place, named: list[tuple[int, str]]) -> tuple[str, ...]:
    child = holder.child_by_field_name("name")
    if child is not None and child.is_named:
        receiver = holder.child_by_field_name("receiver")
        own = _words(tree.text_of(receiver))[-1:] if receiver is not None else ()
        last = _words(tree.text_of(child))
        return place.scope + own + last if last and (own or not place.bound) else (place.scope + place.bound)
    *_, declared = declarators(holder)
    if declared.id != holder.id:
        words = _words(tree.text_of(declared))
        return place.scope + words if words else ()
    if place.bound:
        return place.scope + place.bound
    found = [name for at, name in named if holder.start_byte <= at < body.start_byte]
    return (*place.scope, found[0]) if found else ()


def declarators(holder: Node) -> Iterator[Node]:
    """Yield the function, then each nested declarator as in C; the last one is the name."""
    node: Node | None = holder
    while node is not None:
        yield node
        if node.type in ("qualified_identifier", "operator_cast"):
            return
        inner = node.child_by_field_name("declarator")
        if inner is None and node.type in ("reference_declarator", "parenthesized_declarator"):
            inner = next(reversed(node.named_children), None)
        node = inner


def _words(text: str) -> tuple[str, ...]:
    """Return the names in a text, without type arguments."""
    plain = text[:500]
    while plain != (shorter := re.sub(r"<[^<>]*>|\[[^\[\]]*\]", "", plain)) and not plain.startswith("operator"):
        plain = shorter
    return tuple(re.sub(r"\s+", "", word) for word in _WORD.findall(plain))


def _constructs(tree: Tree, name: tuple[str, ...]) -> bool:
    """Whether it is a constructor or destructor: its name is fixed, and it returns nothing."""
    if tree.grammar == "cpp":
        return len(name) > 1 and name[-1] == name[-2]
    return tree.grammar in ("javascript", "typescript") and len(name) > 1 and name[-1] == "constructor"


def _types(tree: Tree) -> frozenset[str] | None:
    """Return the classes of a C++ text; None for other languages."""
    if tree.grammar != "cpp":
        return None
    found = tree.find("(class_specifier name: (_) @name) (struct_specifier name: (_) @name)")
    return frozenset(word for match in found for word in _words(tree.text_of(match["name"])))


def _outside(name: tuple[str, ...], types: frozenset[str] | None) -> tuple[str, ...]:
    """Return the name of a C++ function without namespaces, because methods may be defined inside or outside them. A
    word right before the name counts as a class, which may be defined in another file."""
    if types is None:
        return name
    return (*(word for word in name[:-2] if word in types), *name[-2:])


def _above(outer: Node) -> list[Node]:
    found: list[Node] = []
    before = outer.prev_sibling
    while before is not None and before.type in _ABOVE:
        found.insert(0, before)
        before = before.prev_sibling
    return found
