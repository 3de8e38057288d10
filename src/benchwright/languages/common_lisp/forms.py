"""Find the top-level forms of a Lisp text that run its tests, and the tests that nothing runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from benchwright.languages.syntax import Edits, Tree

if TYPE_CHECKING:
    from tree_sitter import Node

_DEFINITION = re.compile(r"\(\s*defun\s+([^\s()\"|]+)\s*(\(\s*\)|nil\b)?", re.IGNORECASE)
_CALL = re.compile(r"\(\s*([^\s()\"|;]+)")
_TEST_NAME = re.compile(r"test|check-|run-tests?$|.*-tests?$", re.IGNORECASE)
_LISTS = frozenset({"list", "list_lit", "function_definition"})


def mark_units(tree: Tree, edits: Edits, mark: Callable[[str], str]) -> tuple[str, ...]:
    """Insert a mark after every form that runs a test, that is, calls a function of the text.

    Returns the tests left for the driver to call, without duplicates. There are none if the text itself calls anything
    it defines.
    """
    forms = list(_lists(tree))
    definitions = [found for form in forms if (found := _DEFINITION.match(tree.text_of(form)))]
    defined = {found[1].lower() for found in definitions}
    called = False
    for form in forms:
        found = _CALL.match(tree.text_of(form))
        if found and found[1].lower() in defined:
            edits.insert(form.end_byte, mark(found[1]))
            called = True
    if called:
        return ()
    return tuple(found[1] for found in definitions if found[2] and _is_uncalled_test(tree, found[1]))


def _lists(tree: Tree) -> Iterator[Node]:
    return (node for node in tree.root.named_children if node.type in _LISTS)


def _is_uncalled_test(tree: Tree, name: str) -> bool:
    """Whether its name makes it a test and it is not mentioned anywhere else."""
    mentioned = rb"(?<![^\s()'#\"])%s(?![^\s()'\"])" % re.escape(name.encode())
    return bool(_TEST_NAME.match(name)) and len(re.findall(mentioned, tree.text, re.IGNORECASE)) == 1
