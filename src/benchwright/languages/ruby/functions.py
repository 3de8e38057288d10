"""Find the functions of the tests that their top level calls, and those that nothing calls."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from benchwright.languages.syntax import Edits, Tree

if TYPE_CHECKING:
    from tree_sitter import Node

_TEST_NAME = re.compile(r"test|.*testing$", re.IGNORECASE)


class Queries(msgspec.Struct, frozen=True, kw_only=True):
    """Queries that find functions and top-level calls in a grammar."""

    functions: str
    """Captures `function` and its `name`."""
    calls: str
    """Captures statements as `call` and the `name` of what they call."""
    parameters: str = "parameters"
    """Field of a function that contains its parameters."""


def mark_units(tree: Tree, edits: Edits, queries: Queries, mark: Callable[[str], str]) -> tuple[str, ...]:
    """Insert a mark after every statement that runs a test, that is, calls a function of the text.

    Returns the tests left for the driver to call, without duplicates. There are none if the text itself calls anything
    it defines.
    """
    functions = {tree.text_of(found["name"]): found["function"] for found in tree.find(queries.functions)}
    called = False
    for found in tree.find(queries.calls):
        name = tree.text_of(found["name"])
        if name in functions:
            edits.insert(found["call"].end_byte, mark(name))
            called = True
    if called:
        return ()
    return tuple(name for name, node in functions.items() if _is_uncalled_test(tree, name, node, queries))


def _is_uncalled_test(tree: Tree, name: str, function: Node, queries: Queries) -> bool:
    """Whether its name makes it a test, it needs no arguments, and it is not mentioned anywhere else."""
    parameters = function.child_by_field_name(queries.parameters)
    if not _TEST_NAME.match(name) or (parameters is not None and parameters.named_child_count):
        return False
    return len(re.findall(rb"(?<!\w)%s(?!\w)" % re.escape(name.encode()), tree.text)) == 1
