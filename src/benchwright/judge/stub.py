"""Makes a stub of a solution: all its functions are there and do nothing. Tests that a stub passes check nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchwright.languages import Language, find_language
from benchwright.languages.bodies import bodies_of
from benchwright.languages.functions import find_function, without_body
from benchwright.languages.join import clean, encode
from benchwright.languages.syntax import Edits, Tree
from benchwright.problems import Problem

if TYPE_CHECKING:
    from tree_sitter import Node


def stub_of(language: Language, solution: str) -> str:
    """The solution with each outermost function emptied; the empty text where the language has no stubs or the solution
    no functions."""
    syntax = language.syntax
    if syntax is None or not syntax.stub:
        return ""
    tree = Tree(syntax.grammar, encode(clean(solution)))
    bodies = list(_outermost([body for _, body in bodies_of(tree, syntax)]))
    edits = Edits(tree.text)
    for body in bodies:
        edits.replace(body, syntax.stub)
    return edits.apply().decode(errors="surrogateescape") if bodies else ""


def stub_for(problem: Problem) -> str:
    """The reference without what a solver writes: the body of the function that is asked for, where one is named, and
    else the bodies of all."""
    language, reference = find_language(problem.language), clean(problem.canonical_solution)
    asked = find_function(language, reference, problem.entry_point) if problem.entry_point else None
    return without_body(language, reference, asked) if asked else stub_of(language, reference)


def _outermost(nodes: list[Node]) -> Iterator[Node]:
    """Those in none of the others; they come in the order of the text."""
    end = 0
    for node in nodes:
        if node.end_byte > end:
            yield node
            end = node.end_byte
