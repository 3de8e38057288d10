"""One text of a Go program: its syntax tree, the names it declares, imports and uses, and edits to it."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from benchwright.languages.syntax import Edits, Tree, ancestors

if TYPE_CHECKING:
    from tree_sitter import Node

_NAMES = "[(identifier) (type_identifier) (true) (false) (nil) (iota)] @name"
_PACKAGE_NAMES = """
(selector_expression operand: (identifier) @package field: (field_identifier) @member)
(qualified_type package: (package_identifier) @package name: (type_identifier) @member)
"""
_DECLARING = {
    "short_var_declaration": "left",
    "range_clause": "left",
    "receive_statement": "left",
    "type_switch_statement": "alias",
    "var_spec": "name",
    "const_spec": "name",
    "parameter_declaration": "name",
    "variadic_parameter_declaration": "name",
}
_VERSION_PART = re.compile(r"v\d+|\.v\d+$")


class Import:
    """An import: the name it gives a package (`.` and `_` included) and the package's path."""

    def __init__(self, source: Source, node: Node) -> None:
        path, name = node.child_by_field_name("path"), node.child_by_field_name("name")
        self.node, self.name_node, self.path_node = node, name, path
        self.path = source.text_of(path)[1:-1] if path is not None else ""
        self.name = source.text_of(name) if name is not None else _default_name(self.path)


class Source:
    """A text that becomes a file of package main."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.edits = Edits(tree.text)
        self._added: dict[str, str] = {}
        self._merged: set[str] = set()

    def text_of(self, node: Node | None) -> str:
        """Return the text that a node covers."""
        return self.tree.text_of(node) if node is not None else ""

    @functools.cached_property
    def imports(self) -> list[Import]:
        """Imports of the file, in text order."""
        return [Import(self, match["spec"]) for match in self.tree.find("(import_spec) @spec")]

    @functools.cached_property
    def functions(self) -> dict[str, Node]:
        """Name → declaration of each function, without methods."""
        return {
            self.text_of(node.child_by_field_name("name")): node
            for node in self.tree.root.children
            if node.type == "function_declaration"
        }

    @functools.cached_property
    def declared(self) -> set[str]:
        """Every name that the file declares in its package."""
        specs = (spec for node in self.tree.root.children for spec in _specs(node))
        return set(self.functions) | {
            self.text_of(name) for spec in specs for name in spec.children_by_field_name("name")
        }

    @functools.cached_property
    def packages_used(self) -> set[str]:
        """Names that refer to packages where the file uses them."""
        return {self.text_of(package) for package, _ in self.members} - self.declared - self._merged

    @functools.cached_property
    def members(self) -> list[tuple[Node, Node]]:
        """Package and member of each use of something that a package exports."""
        return [
            (match["package"], match["member"])
            for match in self.tree.find(_PACKAGE_NAMES)
            if self.text_of(match["member"])[:1].isupper() and not self.is_local(match["package"])
        ]

    @property
    def packages(self) -> dict[str, str]:
        """Name → path of each imported package that is used by name."""
        return {each.name: each.path for each in self.imports if each.name not in ("_", ".")} | self._added

    @functools.cached_property
    def _local_scopes(self) -> dict[str, list[tuple[int, int]]]:
        """Name → byte ranges in which it is a variable."""
        scopes: dict[str, list[tuple[int, int]]] = {}
        for match in self.tree.find("(identifier) @name"):
            scope = _scope_of(match["name"])
            if scope is not None:
                scopes.setdefault(self.text_of(match["name"]), []).append(scope)
        return scopes

    def is_local(self, name: Node) -> bool:
        """Whether the name refers to a variable at this position."""
        scopes = self._local_scopes.get(self.text_of(name), ())
        return any(start <= name.start_byte < end for start, end in scopes)

    def rename(self, names: Mapping[str, str]) -> None:
        """Rename identifiers, except fields."""
        if not names:
            return
        for match in self.tree.find(_NAMES):
            new = names.get(self.text_of(match["name"]))
            if new is not None and not _is_key(match["name"]) and not self._is_qualifier(match["name"]):
                self.edits.replace(match["name"], new)

    def _is_qualifier(self, name: Node) -> bool:
        """Whether it names a merged package, as in `main.Solve`; see `unqualify`."""
        is_operand = name.parent is not None and name.parent.child_by_field_name("operand") == name
        return is_operand and self.text_of(name) in self._merged

    def add_import(self, name: str, path: str) -> None:
        """Import a package without changing line numbers."""
        self._added[name] = path

    def merge_package(self, imported: Import) -> None:
        """Remove the import of a package that the file is now a part of."""
        self.imports.remove(imported)
        self.edits.replace(imported.node, '_ "errors"')
        self._merged |= {imported.name} - {".", "_"}

    @property
    def is_merged(self) -> bool:
        """Whether it names members of its own package as another package's."""
        return bool(self._merged)

    def unqualify(self, names: Mapping[str, str]) -> None:
        """Use the members of merged packages without qualification, under their new names."""
        for package, member in self.members:
            if self.text_of(package) in self._merged and package.parent is not None:
                name = self.text_of(member)
                self.edits.replace(package.parent, names.get(name, name))

    def make_blank(self, unused: Import) -> None:
        """Keep an unused import valid by giving it the name `_`."""
        if unused.name_node is not None:
            self.edits.replace(unused.name_node, "_")
        else:
            self.edits.insert(unused.node.start_byte, "_ ")

    def finish(self) -> bytes:
        """Return the file, as part of package main."""
        imports = "".join(f'; import {name} "{path}"' for name, path in self._added.items())
        clause = next((node for node in self.tree.root.children if node.type == "package_clause"), None)
        if clause is None:
            self.edits.insert(0, f"package main{imports}; ")
        else:
            self.edits.replace(clause, f"package main{imports}")
        return self.edits.apply()


def _default_name(path: str) -> str:
    """Guess the name of a package from its path."""
    parts = [part for part in path.split("/") if not _VERSION_PART.fullmatch(part)]
    return _VERSION_PART.sub("", parts[-1]) if parts else ""


def _specs(node: Node) -> Iterator[Node]:
    """Yield the individual declarations of a group."""
    if node.type in ("var_spec", "const_spec", "type_spec", "type_alias"):
        yield node
    elif node.type.endswith(("_declaration", "_list", "ERROR")) and node.type != "function_declaration":
        for child in node.children:
            yield from _specs(child)


def _scope_of(name: Node) -> tuple[int, int] | None:
    """Return where the variable that a name declares is visible; None if the name declares none."""
    declaration = name.parent
    if declaration is not None and declaration.type == "expression_list":
        name, declaration = declaration, declaration.parent
    if declaration is None or declaration.type not in _DECLARING:
        return None
    if name not in declaration.children_by_field_name(_DECLARING[declaration.type]):
        return None
    if declaration.type == "type_switch_statement":
        return declaration.start_byte, declaration.end_byte
    for around in ancestors(declaration):
        if around.type in ("block", "source_file") or around.type.endswith(("_statement", "_case")):
            return declaration.end_byte, around.end_byte
        if around.type in ("function_declaration", "method_declaration", "func_literal"):
            return around.start_byte, around.end_byte
    return None


def _is_key(name: Node) -> bool:
    """Whether the name is a key in a composite literal, usually a field."""
    element = name.parent
    if element is None or element.parent is None or element.parent.type != "keyed_element":
        return False
    return element.parent.child_by_field_name("key") == element
