"""Rename functions and variables of the solution that the tests define as well, so that each text keeps its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from benchwright.languages.syntax import Edits, Tree, parse

if TYPE_CHECKING:
    from tree_sitter import Node


def rename_clashes(
    grammar: str,
    solution: bytes,
    tests: bytes,
    *,
    definitions: Callable[[Tree], Iterator[tuple[str, str]]],
    types: str,
    excluded: str,
    names: str,
    is_member: Callable[[Node], bool],
    macros: str = "",
) -> bytes:
    """Return the solution with new names for functions and variables that the tests define as well.

    Lines keep their numbers. If the tests use nothing that only the solution defines, they contain a copy of what they
    should test, and the solution is left alone.

    Args:
        grammar: Name of the grammar.
        solution: Text of the solution.
        tests: Text of the tests.
        definitions: Yields the functions and variables of a text: the name, and what distinguishes its overloads.
        types: Query for other names that a text defines.
        excluded: Query for names that are never renamed.
        names: Query for all names.
        is_member: Whether a name belongs to a type or a namespace, and so does not clash.
        macros: Query for texts that the grammar does not parse, such as the values of macros.
    """
    of_tests = set(definitions(parse(grammar, tests)))
    if not any(name.encode() in solution for name, _ in of_tests if name != "main"):
        return solution
    tree = parse(grammar, solution)
    of_solution = set(definitions(tree))
    clashing = {name for name, _ in of_tests & of_solution} - _found(tree, excluded) - {"main"}
    others = {name for name, _ in of_solution} | _found(tree, types)
    if not clashing or not any(_mentions(tests, name) for name in others - clashing - {"main"}):
        return solution
    edits = Edits(solution)
    for found in tree.find(names):
        name = tree.text_of(found["name"])
        if name in clashing and not is_member(found["name"]):
            edits.replace(found["name"], _renamed(name))
    word = re.compile(rf"\b(?:{'|'.join(map(re.escape, clashing))})\b")
    for found in tree.find(macros) if macros else ():
        edits.replace(found["value"], word.sub(lambda match: _renamed(match[0]), tree.text_of(found["value"])))
    return edits.apply()


def _found(tree: Tree, query: str) -> set[str]:
    return {tree.text_of(found["name"]) for found in tree.find(query)}


def _mentions(text: bytes, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b".encode(), text) is not None


def _renamed(name: str) -> str:
    return f"benchwright_solution_{name}"
