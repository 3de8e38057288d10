"""Join TypeScript like JavaScript, with a build step that drops the types and writes what the driver reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchwright.languages.javascript.join import PARAMETERS, SOURCE_URL, Tests, facts_line, joined, read_parts
from benchwright.languages.javascript.modules import declared_names
from benchwright.languages.join import Joined, Parts, encode
from benchwright.languages.syntax import Tree, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_NAMESPACE = re.compile(rb"\b(?:namespace|module)\s+[A-Za-z_$]")
_MERGES = r"\b(?:namespace|module|class|function|enum)\s+{}\b"


def join(parts: Parts) -> Joined:
    """Combine the texts, and what the build puts around the tests to turn them into a function."""
    solution, tests = read_parts("typescript", parts)
    head, tail = _function(tests, _merged(encode(parts.solution), encode(parts.tests)))
    files = {
        "solution.ts": solution.text,
        "tests.ts": tests.text,
        "tests.facts": facts_line(solution, tests),
        "tests.head": encode(head),
        "tests.tail": encode(tail),
    }
    return joined(files, tests, ending="ts")


def _function(tests: Tests, merged: dict[str, list[str]]) -> tuple[str, str]:
    """Return what goes before and after the text.

    A namespace becomes a variable, which would hide what the solution declares under the same name. As a parameter of
    the same function, it starts with that value.
    """
    if not merged:
        return f"(({PARAMETERS}) => {tests.opening}() => {{{tests.directive}", f"{tests.calls}}}){SOURCE_URL}"
    taken = ", ".join(f"${name}" for name in merged)
    members = ", ".join(f"{{ {', '.join(names)} }}" for names in merged.values())
    given = ", ".join(f"{name} = ${name}" for name in merged)
    values = ", ".join(merged)
    head = f"(({PARAMETERS}) => {{{tests.directive}return (({taken}, {members}) => {tests.opening}({given}) => {{"
    return head, f"{tests.calls}}})({values}, {values})}}){SOURCE_URL}"


def _merged(solution: bytes, tests: bytes) -> dict[str, list[str]]:
    """Map namespaces of the tests that the solution also has to the exports that the tests may use unqualified."""
    if not _NAMESPACE.search(tests):
        return {}
    tree = parse("typescript", tests)
    others = {name for node in tree.root.children if _namespace(node) is None for name in declared_names(tree, node)}
    merged: dict[str, list[str]] = {
        name: []
        for name, _ in _namespaces(tree)
        if name not in others and re.search(_MERGES.format(re.escape(name)).encode(), solution)
    }
    if merged:
        _add_members(merged, Tree("typescript", solution), tests)
    return merged


def _add_members(merged: dict[str, list[str]], solution: Tree, tests: bytes) -> None:
    taken = {name for node in solution.root.children for name in declared_names(solution, node)}
    for namespace, body in _namespaces(solution):
        for node in body.children if namespace in merged else ():
            for name in declared_names(solution, node) if node.type == "export_statement" else ():
                if name not in taken and re.search(rf"\b{re.escape(name)}\b".encode(), tests):
                    merged[namespace].append(name)
                    taken.add(name)


def _namespaces(tree: Tree) -> Iterator[tuple[str, Node]]:
    """Yield the top-level namespaces and their bodies."""
    for node in map(_namespace, tree.root.children):
        name, body = (node.child_by_field_name(field) for field in ("name", "body")) if node else (None, None)
        if name is not None and name.type == "identifier" and body is not None:
            yield tree.text_of(name), body


def _namespace(node: Node) -> Node | None:
    """Return the namespace that a statement declares."""
    inner = node.named_children[-1] if node.type in ("expression_statement", "export_statement") else node
    return inner if inner.type in ("internal_module", "module") else None
