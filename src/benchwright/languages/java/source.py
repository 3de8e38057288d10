"""What the joiner needs to know about a Java text: package, imports, top-level types, and tests that continue a
class."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from benchwright.languages.join import Parts, encode
from benchwright.languages.syntax import Edits, Tree

if TYPE_CHECKING:
    from tree_sitter import Node


_TYPES = frozenset(
    {
        "class_declaration",
        "interface_declaration",
        "enum_declaration",
        "record_declaration",
        "annotation_type_declaration",
    }
)
_IMPORT = re.compile(r"import\s+(static\s+)?([\w.$]+?)(\.\*)?\s*;")
_SPACE_AND_COMMENTS = re.compile(r"/\*.*?\*/|//[^\n]*|\s*\.\s*", re.DOTALL)


class Import(NamedTuple):
    """A single import declaration."""

    node: Node
    """Node of the declaration."""
    static: bool
    """Whether it imports static members."""
    path: str
    """The qualified name, without `.*`."""
    all: bool
    """Whether it ends in `.*`."""

    @property
    def name(self) -> str:
        """The simple name that it imports; empty if it imports many."""
        return "" if self.all else self.path.rpartition(".")[2]

    @property
    def text(self) -> str:
        """Source text of the declaration."""
        return f"import {'static ' if self.static else ''}{self.path}{'.*' if self.all else ''};"


class Source:
    """A parsed text."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.package_node = next((n for n in tree.root.children if n.type == "package_declaration"), None)

    @functools.cached_property
    def package(self) -> str:
        """Name of the package; empty if there is none."""
        if self.package_node is None:
            return ""
        return next((_plain(self.tree.text_of(n)) for n in self.package_node.children if "identifier" in n.type), "")

    @functools.cached_property
    def imports(self) -> list[Import]:
        """All imports, in text order."""
        found = []
        for node in self.tree.root.children:
            match = _IMPORT.fullmatch(_plain(self.tree.text_of(node))) if node.type == "import_declaration" else None
            if match is not None:
                found.append(Import(node, bool(match[1]), match[2], bool(match[3])))
        return found

    @functools.cached_property
    def types(self) -> dict[str, Node]:
        """Simple name → declaration of each top-level type."""
        return {name: node for node in self.tree.root.children if node.type in _TYPES and (name := self._name(node))}

    @functools.cached_property
    def entry(self) -> str:
        """The type whose `main` starts the program: the public one, or the first that has one."""
        starts = [name for name, node in self.types.items() if any(map(self._is_main, _methods(node)))]
        public = [name for name in starts if "public" in self._modifiers(self.types[name])]
        return next(iter(public or starts), "")

    @functools.cached_property
    def names(self) -> frozenset[str]:
        """Every identifier in the text."""
        return frozenset(self.tree.text_of(match["name"]) for match in self.tree.find(IDENTIFIERS))

    def _name(self, node: Node) -> str:
        """Return the name as the compiler sees it, without invisible characters."""
        name = node.child_by_field_name("name")
        text = self.tree.text_of(name) if name is not None else ""
        return text if text.isascii() else "".join(c for c in text if unicodedata.category(c) not in ("Cc", "Cf"))

    def _modifiers(self, node: Node) -> set[str]:
        return {child.type for part in node.children if part.type == "modifiers" for child in part.children}

    def _is_main(self, method: Node) -> bool:
        parameters = method.child_by_field_name("parameters")
        if self._name(method) != "main" or parameters is None or "static" not in self._modifiers(method):
            return False
        named = [node for node in parameters.named_children if node.type.endswith("_parameter")]
        return len(named) == 1 and bool(re.search(r"\bString\b.*(\[|\.\.\.)", self.tree.text_of(named[0]), re.DOTALL))


IDENTIFIERS = "[(identifier) (type_identifier)] @name"
"""Query that matches every identifier."""


def _methods(declaration: Node) -> Iterator[Node]:
    body = declaration.child_by_field_name("body")
    for node in body.named_children if body is not None else ():
        members = node.named_children if node.type == "enum_body_declarations" else (node,)
        yield from (member for member in members if member.type == "method_declaration")


def _plain(text: str) -> str:
    """Normalize whitespace and comments between the words of a declaration."""
    return _SPACE_AND_COMMENTS.sub(lambda found: "." if found[0].strip() == "." else " ", text)


_TESTS_CLASS = "BenchwrightTests"
_CLASSES = "(program (class_declaration name: (identifier) @name) @class)"
_PRIVATE = '(modifiers "private" @private)'


def close_class(parts: Parts) -> Parts:
    """Complete both texts: close the solution's class, and turn the tests into a class that inherits from it. Texts
    that are already complete, or cannot be completed, stay unchanged."""
    if parts.tests.count("{") >= parts.tests.count("}"):
        return parts
    closed = Tree("java", encode(parts.solution) + b"\n}\n")
    classes = list(closed.find(_CLASSES))
    if closed.has_errors or not classes or classes[-1]["class"].end_byte < len(closed.text.rstrip()):
        return parts
    name = closed.text_of(classes[-1]["name"])
    tests = f"class {_TESTS_CLASS} extends {name} {{ {parts.tests}"
    if Tree("java", encode(tests)).has_errors:
        return parts
    return Parts(solution=_opened(closed), tests=tests)


def _opened(solution: Tree) -> str:
    """Remove `private`, which did not apply to tests inside the class, and `final`, which prevents inheritance."""
    edits = Edits(solution.text)
    for found in solution.find(_PRIVATE):
        edits.blank(found["private"])
    text = edits.apply().decode(errors="surrogateescape")
    return re.sub(r"\bfinal(\s+class\b)", r"\1", text)
