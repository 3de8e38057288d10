"""What the joiner needs to know about a Scala text: package, imports, definitions, and tests that continue an
object."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from benchwright.languages.join import Parts, encode
from benchwright.languages.syntax import Edits, Tree, descendants

if TYPE_CHECKING:
    from tree_sitter import Node


_DEFINITIONS = re.compile(
    r"(?:object|class|trait|enum|function|val|var|type|given|extension|package_object)_(?:def|decl)"
)
_TYPES = ("object_definition", "class_definition", "trait_definition", "enum_definition")
_HEADS = frozenset(
    {"package_clause", "import_declaration", "export_declaration", "package_object", "ERROR", "using_directive"}
)
_WORD = re.compile(r"\w+")


class Source:
    """A parsed text."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.package_nodes = [n for n in tree.root.children if n.type == "package_clause" and not _has_body(n)]

    @functools.cached_property
    def package(self) -> str:
        """Name of the package; empty if there is none."""
        names = [self.tree.text_of(c) for n in self.package_nodes for c in n.children if c.type == "package_identifier"]
        return re.sub(r"\s", "", ".".join(names))

    @functools.cached_property
    def imports(self) -> list[Node]:
        """All top-level imports, in text order."""
        return [node for node in self.tree.root.children if node.type == "import_declaration"]

    @functools.cached_property
    def definitions(self) -> list[tuple[str, Node]]:
        """Name and node of each top-level definition."""
        found = ((self.name(node), node) for node in self.tree.root.children if _DEFINITIONS.match(node.type))
        return [(name, node) for name, node in found if name]

    @functools.cached_property
    def types(self) -> dict[str, list[Node]]:
        """Top-level definitions that are types or objects; a class and its companion share a name."""
        found: dict[str, list[Node]] = {}
        for name, node in self.definitions:
            if node.type in _TYPES:
                found.setdefault(name, []).append(node)
        return found

    @functools.cached_property
    def statements(self) -> list[Node]:
        """Top-level statements, which only scripts have."""
        return [
            node
            for node in self.tree.root.named_children
            if not _DEFINITIONS.match(node.type) and node.type not in _HEADS and not node.type.endswith("comment")
        ]

    @functools.cached_property
    def defined(self) -> frozenset[str]:
        """Every name defined anywhere; every word of a text that cannot be parsed."""
        if self.tree.root.has_error:
            return self.words
        nodes = [node for node in descendants(self.tree.root) if _DEFINITIONS.match(node.type)]
        renamed = [
            node.children[-1] for node in descendants(self.tree.root) if node.type.endswith("renamed_identifier")
        ]
        return frozenset([*map(self.name, nodes), *map(self.tree.text_of, renamed)])

    @functools.cached_property
    def words(self) -> frozenset[str]:
        """Every word of the text."""
        return frozenset(_WORD.findall(self.tree.text.decode(errors="surrogateescape")))

    def name(self, node: Node) -> str:
        """Return the name that a definition defines."""
        found = node.child_by_field_name("name") or node.child_by_field_name("pattern")
        return self.tree.text_of(found).strip("`") if found is not None else ""


def _has_body(package: Node) -> bool:
    return any(child.type == "template_body" for child in package.children)


_OBJECTS = "(compilation_unit (object_definition name: (identifier) @name) @object)"
_PRIVATE = '(access_modifier "private") @private'
_APP = re.compile(r"\bextends\s+App\b")
_REST = "RestOfObject"


def close_object(parts: Parts) -> tuple[Parts, str]:
    """Complete both texts; also return what the tests now start with.

    The solution's object is closed, and the tests become another object that imports all of it. Texts that are already
    complete, or cannot be completed, stay unchanged.
    """
    if parts.tests.count("{") >= parts.tests.count("}"):
        return parts, ""
    closed = Tree("scala", encode(parts.solution) + b"\n}\n")
    objects = list(closed.find(_OBJECTS))
    if not objects or objects[-1]["object"].end_byte < len(closed.text.rstrip()):
        return parts, ""
    name = closed.text_of(objects[-1]["name"])
    opening = f"object {_REST} {{ import {name}._; "
    if _APP.search(closed.text_of(objects[-1]["object"]).partition("{")[0]):
        # A class, so that nothing waits for an object that is being initialized.
        start = f"def main(args: Array[String]): Unit = {{ new {_REST}; () }}"
        opening = f"object {_REST} {{ {start} }}; class {_REST} {{ import {name}._; "
    return Parts(solution=_opened(closed), tests=opening + parts.tests), opening


def _opened(solution: Tree) -> str:
    """Remove `private`, which did not apply to tests inside the object."""
    edits = Edits(solution.text)
    for found in solution.find(_PRIVATE):
        edits.blank(found["private"])
    return edits.apply().decode(errors="surrogateescape")
