"""Rewrite import and export statements to CommonJS on the same lines, because both parts run in one CommonJS scope."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchwright.languages.syntax import Edits, Tree

if TYPE_CHECKING:
    from tree_sitter import Node

Export = tuple[str, str]
"""The exported name, and its name in the text."""

DEFAULT = "$default"
"""Name in the text of a default export without a name."""


def uses_modules(tree: Tree) -> bool:
    """Whether the text has statements that only an ES module may have."""
    return any(node.type in ("import_statement", "export_statement") for node in tree.root.children)


def to_commonjs(tree: Tree, edits: Edits, file: str) -> list[Export]:
    """Rewrite ES module syntax; returns the exports, which are removed from the text."""
    exports: list[Export] = []
    for node in tree.root.children:
        if node.type == "import_statement":
            _replace(tree, edits, node, _import(tree, node))
        elif node.type == "export_statement":
            exports += _export(tree, edits, node)
    for match in tree.find("(meta_property) @meta"):
        if tree.text_of(match["meta"]) == "import.meta":
            folder, _, _ = file.rpartition("/")
            edits.replace(match["meta"], f'({{url:"file://{file}",filename:"{file}",dirname:"{folder}"}})')
    return exports


def declared_names(tree: Tree, node: Node) -> Iterator[str]:
    """Yield the names that a statement declares."""
    if node.type == "export_statement":
        declaration = node.child_by_field_name("declaration")
        yield from declared_names(tree, declaration) if declaration is not None else ()
    elif node.type in ("lexical_declaration", "variable_declaration"):
        for declarator in node.named_children:
            pattern = declarator.child_by_field_name("name") if declarator.type == "variable_declarator" else None
            if pattern is not None:
                yield from _bound(tree, pattern)
    elif node.type == "expression_statement":
        yield from declared_names(tree, node.named_children[0])  # a TypeScript namespace
    elif node.type.endswith(("_declaration", "module")):
        name = node.child_by_field_name("name")
        if name is not None:
            yield tree.text_of(name)


def _replace(tree: Tree, edits: Edits, node: Node, text: str) -> None:
    printable = text.encode(errors="replace").decode()
    edits.replace(node, printable + "\n" * (tree.text_of(node).count("\n") - printable.count("\n")))


def _import(tree: Tree, node: Node) -> str:
    clause = next((child for child in node.children if child.type in ("import_clause", "import_require_clause")), None)
    source = node.child_by_field_name("source") or (clause and clause.child_by_field_name("source"))
    required = f"require({tree.text_of(source)})" if source else "undefined"
    if _is_type(node):
        return ";"
    if clause is None:
        return f"{required};"
    if clause.type == "import_require_clause":
        return f"const {tree.text_of(clause.named_children[0])} = {required};"
    module = f"$module{node.start_byte}"
    bindings = [binding for child in clause.named_children for binding in _bindings(tree, child, module)]
    return f"const {', '.join([f'{module} = {required}', *bindings])};"


def _bindings(tree: Tree, node: Node, module: str) -> Iterator[str]:
    """Yield declarators for one part of an import clause. The default export of a CommonJS module is everything it
    exports."""
    whole = f"{module}?.default ?? {module}"
    if node.type == "identifier":
        yield f"{tree.text_of(node)} = {whole}"
    elif node.type == "namespace_import":
        yield f"{tree.text_of(node.named_children[-1])} = {module}"
    for specifier in node.named_children if node.type == "named_imports" else ():
        name, alias = specifier.child_by_field_name("name"), specifier.child_by_field_name("alias")
        if name is not None and not _is_type(specifier):
            imported, local = tree.text_of(name), tree.text_of(alias or name)
            yield f"{local} = {whole}" if imported == "default" else f"{{ {imported}: {local} }} = {module}"


def _export(tree: Tree, edits: Edits, node: Node) -> list[Export]:
    declaration, value = node.child_by_field_name("declaration"), node.child_by_field_name("value")
    # Decorators may come first.
    keyword = next(child for child in node.children if child.type == "export")
    default = next((child for child in node.children if child.type == "default"), None)
    if declaration is not None:
        edits.blank(keyword)
        names = list(declared_names(tree, declaration))
        if default is not None:
            edits.blank(default)
            return [("default", name) for name in names[:1]]
        return [(name, name) for name in names]
    if value is not None and default is not None:
        edits.replace(keyword, f"const {DEFAULT} =")
        edits.blank(default)
        edits.insert(value.end_byte, ";")
        return [("default", DEFAULT)]
    if any(child.type == "=" for child in node.children):
        edits.replace(keyword, "module.exports")
        return []
    exports = [] if node.child_by_field_name("source") else list(_listed(tree, node))
    _replace(tree, edits, node, ";")
    return exports


def _is_type(node: Node) -> bool:
    """Whether an import, or one of its names, is marked as type-only (TypeScript)."""
    return any(child.type == "type" for child in node.children)


def _listed(tree: Tree, node: Node) -> Iterator[Export]:
    for clause in node.named_children:
        for specifier in clause.named_children if clause.type == "export_clause" else ():
            name, alias = specifier.child_by_field_name("name"), specifier.child_by_field_name("alias")
            if name is not None:
                yield tree.text_of(alias or name), tree.text_of(name)


def _bound(tree: Tree, pattern: Node) -> Iterator[str]:
    """Yield the names that a pattern binds."""
    if pattern.type in ("identifier", "shorthand_property_identifier_pattern"):
        yield tree.text_of(pattern)
        return
    for child in pattern.named_children:
        field = {"pair_pattern": "value", "assignment_pattern": "left", "object_assignment_pattern": "left"}
        inner = child.child_by_field_name(field[child.type]) if child.type in field else child
        if inner is not None and inner.type != "property_identifier":
            yield from _bound(tree, inner)
