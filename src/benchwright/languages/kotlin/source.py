"""What the joiner needs to know about a Kotlin text: package, imports, declarations, and names it shadows."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from benchwright.languages.syntax import Tree, descendants

if TYPE_CHECKING:
    from tree_sitter import Node


_TYPES = frozenset({"class_declaration", "object_declaration", "type_alias"})
_DECLARATIONS = _TYPES | {"function_declaration", "property_declaration"}
_HEADS = frozenset({"shebang_line", "file_annotation", "package_header", "import_list", "import_header", "ERROR"})
_IMPORT = re.compile(r"import\s+([\w.`$]+?)(\.\*)?(?:[ \t]+as\s+([\w`$]+))?\s*(?:[;/]|$)")
_WORD = re.compile(r"\w+")
_ASSERTION = re.compile(r"^(assert|should)(Not)?(?=[A-Z])")


class Import(NamedTuple):
    """A single import."""

    node: Node
    """Node of the import."""
    path: str
    """The qualified name, without `.*`."""
    all: bool
    """Whether it ends in `.*`."""
    alias: str
    """The name after `as`; empty if there is none."""

    @property
    def name(self) -> str:
        """The simple name that it imports; empty if it imports many."""
        return "" if self.all else self.alias or self.path.rpartition(".")[2]

    @property
    def text(self) -> str:
        """The import on one line."""
        return f"import {self.path}{'.*' if self.all else ''}{f' as {self.alias}' if self.alias else ''};"


class Source:
    """A parsed text."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.package_node = next((n for n in tree.root.children if n.type == "package_header"), None)

    @functools.cached_property
    def package(self) -> str:
        """Name of the package; empty if there is none."""
        if self.package_node is None:
            return ""
        found = next((n for n in self.package_node.children if n.type == "identifier"), None)
        return re.sub(r"\s", "", self.tree.text_of(found)) if found is not None else ""

    @functools.cached_property
    def imports(self) -> list[Import]:
        """All imports, in text order."""
        found = []
        for holder in self.tree.root.children:
            for node in holder.children if holder.type == "import_list" else (holder,):
                match = _IMPORT.match(self.tree.text_of(node)) if node.type == "import_header" else None
                if match is not None:
                    found.append(Import(node, match[1], bool(match[2]), match[3] or ""))
        return found

    @functools.cached_property
    def head(self) -> int:
        """Where to insert imports: after the package line, or after the file's annotations."""
        if self.package_node is not None:
            return self.package_node.end_byte
        ends = [n.end_byte for n in self.tree.root.children if n.type in ("file_annotation", "shebang_line")]
        return max(ends, default=0)

    @functools.cached_property
    def declarations(self) -> list[tuple[str, Node]]:
        """Name and node of each top-level declaration."""
        found = ((self.name(node), node) for node in self.tree.root.children if node.type in _DECLARATIONS)
        return [(name, node) for name, node in found if name]

    @functools.cached_property
    def types(self) -> dict[str, Node]:
        """Top-level declarations that are types."""
        return {name: node for name, node in self.declarations if node.type in _TYPES}

    @functools.cached_property
    def signatures(self) -> dict[tuple[str, ...], str]:
        """What must differ between two functions of one package → the function's name."""
        functions = [(name, node) for name, node in self.declarations if node.type == "function_declaration"]
        return {(name, *self._parameters(node)): name for name, node in functions}

    @functools.cached_property
    def statements(self) -> list[Node]:
        """Top-level statements, which only scripts have."""
        return [
            node
            for node in self.tree.root.named_children
            if node.type not in _DECLARATIONS | _HEADS and not node.type.endswith("comment")
        ]

    @functools.cached_property
    def declared(self) -> frozenset[str]:
        """Every name declared anywhere; every word of a text that cannot be parsed."""
        if self.tree.root.has_error:
            return self.words
        holders = (*_DECLARATIONS, "variable_declaration", "class_parameter", "parameter", "enum_entry", "import_alias")
        nodes = (node for node in descendants(self.tree.root) if node.type in holders)
        return frozenset(self.name(node) for node in nodes)

    @functools.cached_property
    def words(self) -> frozenset[str]:
        """Every word of the text."""
        return frozenset(_WORD.findall(self.tree.text.decode(errors="surrogateescape")))

    def name(self, node: Node) -> str:
        """Return the name that a declaration declares."""
        if node.type == "property_declaration":
            node = next((child for child in node.children if child.type == "variable_declaration"), node)
        found = next((c for c in node.children if c.type in ("simple_identifier", "type_identifier")), None)
        return self.tree.text_of(found).strip("`") if found is not None else ""

    def modifier(self, node: Node, text: str) -> Node | None:
        """Return the modifier of a declaration with this text."""
        modifiers = next((child for child in node.children if child.type == "modifiers"), None)
        found = modifiers.children if modifiers is not None else ()
        return next((child for child in found if self.tree.text_of(child) == text), None)

    def _parameters(self, function: Node) -> list[str]:
        """Return the types of receiver and parameters, as written."""
        texts = [self.tree.text_of(n) for n in function.children if n.type == "receiver_type"]
        holder = next((n for n in function.children if n.type == "function_value_parameters"), None)
        for parameter in holder.children if holder is not None else ():
            if parameter.type == "parameter":
                texts.append(re.sub(r"\s", "", self.tree.text_of(parameter).partition(":")[2]))
        return texts


# fmt: off
_DEFAULT = {
    "kotlin": frozenset({
        "Any", "ArithmeticException", "Array", "AssertionError", "Boolean", "Byte", "Char", "ClassCastException",
        "Comparable", "Double", "Error", "Exception", "Float", "IllegalArgumentException", "IllegalStateException",
        "IndexOutOfBoundsException", "Int", "IntArray", "Long", "NoSuchElementException", "Nothing",
        "NullPointerException", "NumberFormatException", "Pair", "Result", "RuntimeException", "Short", "String",
        "Throwable", "Triple", "UnsupportedOperationException", "Unit", "TODO", "also", "apply", "arrayOf", "assert",
        "booleanArrayOf", "charArrayOf", "check", "checkNotNull", "doubleArrayOf", "error", "intArrayOf", "let",
        "longArrayOf", "repeat", "require", "requireNotNull", "run", "runCatching", "to", "with",
    }),
    "kotlin.collections": frozenset({
        "ArrayList", "Collection", "HashMap", "HashSet", "Iterable", "LinkedHashMap", "LinkedHashSet", "List", "Map",
        "MutableList", "MutableMap", "MutableSet", "Set", "all", "any", "arrayListOf", "contentDeepEquals",
        "contentEquals", "emptyList", "emptyMap", "emptySet", "hashMapOf", "hashSetOf", "linkedMapOf", "listOf",
        "listOfNotNull", "mapOf", "mutableListOf", "mutableMapOf", "mutableSetOf", "none", "setOf",
    }),
}
_TESTING = frozenset({
    "asserter", "assertContains", "assertContentEquals", "assertEquals", "assertFails", "assertFailsWith",
    "assertFalse", "assertIs", "assertIsNot", "assertNotEquals", "assertNotNull", "assertNotSame", "assertNull",
    "assertSame", "assertTrue", "expect", "fail", "AfterTest", "BeforeTest", "Ignore", "Test",
})
_ASSERTIONS = frozenset({
    "assertAll", "assertArrayEquals", "assertDoesNotThrow", "assertEquals", "assertFalse", "assertIterableEquals",
    "assertNotEquals", "assertNotNull", "assertNotSame", "assertNull", "assertSame", "assertThrows", "assertTrue",
    "fail",
})
_ON_DEMAND = {
    "kotlin.test": _TESTING,
    "org.junit.jupiter.api": frozenset({
        "Assertions", "Assumptions", "BeforeEach", "Test", "assertAll", "assertDoesNotThrow", "assertThrows", "fail",
    }),
    "org.junit.jupiter.api.Assertions": _ASSERTIONS,
    "org.junit": frozenset({"Assert", "Assume", "Before", "Test"}),
    "org.junit.Assert": _ASSERTIONS - {
        "assertAll", "assertDoesNotThrow", "assertIterableEquals",
    },
}
# fmt: on
"""Package → names that tests mean when they import all of it."""


def is_foreign(name: str, path: str = "") -> bool:
    """Whether the name belongs to Kotlin or a test library, and importing it from this path would change its
    meaning."""
    names = frozenset().union(*_DEFAULT.values(), _TESTING, _ASSERTIONS)
    return name in names and not (path.startswith(("kotlin.test.", "org.junit.")) and path.rpartition(".")[2] == name)


def guards(solution: Source, tests: Source) -> Iterator[str]:
    """Yield imports of names that the tests use and the solution declares."""
    taken = {each.name for each in tests.imports} | tests.declared
    shadowed = ((solution.declared & tests.words) | _renamed(solution)) - taken
    imported = {each.path for each in (*tests.imports, *solution.imports) if each.all}
    on_demand = {package: names for package, names in _ON_DEMAND.items() if package in imported}
    for package, names in (*on_demand.items(), *_DEFAULT.items()):
        yield from (f"import {package}.{name};" for name in sorted(shadowed & names))
        # Functions of several packages may share a name.
        shadowed = shadowed - {name for name in names if name[0].isupper() or package in _DEFAULT}


def opposites(tests: Source) -> Iterator[str]:
    """Yield imports of the opposites of assertions that the tests import, which altered tests may use instead."""
    taken = {each.name for each in tests.imports} | tests.declared
    taken.update(*(_ON_DEMAND.get(each.path, ()) for each in tests.imports if each.all))
    for each in tests.imports:
        opposite = _ASSERTION.sub(lambda found: found[1] + ("" if found[2] else "Not"), each.name)
        if opposite != each.name and opposite in tests.words and opposite not in taken and not each.alias:
            yield f"import {each.path.removesuffix(each.name)}{opposite};"


def _renamed(solution: Source) -> set[str]:
    return {each.alias for each in solution.imports if each.alias}
