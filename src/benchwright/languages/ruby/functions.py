"""The functions that the tests' text defines: which of them its top level calls, and which nobody calls."""

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
    """How a grammar shows functions and calls of the top level."""

    functions: str
    """Captures `function` and its `name`."""
    calls: str
    """Captures statements as `call` and the `name` of what they call."""
    parameters: str = "parameters"
    """Field of a function that holds its parameters."""


def mark_units(tree: Tree, edits: Edits, queries: Queries, mark: Callable[[str], str]) -> tuple[str, ...]:
    """Let a mark follow every statement that runs a test: a call of a function of the text. Gives the tests that are
    left for us to call, each once: where the text itself calls nothing that it defines."""
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
    """Whether it is a test by its name, needs nothing, and is mentioned nowhere else."""
    parameters = function.child_by_field_name(queries.parameters)
    if not _TEST_NAME.match(name) or (parameters is not None and parameters.named_child_count):
        return False
    return len(re.findall(rb"(?<!\w)%s(?!\w)" % re.escape(name.encode()), tree.text)) == 1
