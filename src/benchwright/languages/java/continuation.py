"""Tests that are the rest of the solution's class: some benchmarks cut one text in two inside it."""

from __future__ import annotations

import re

from benchwright.languages.join import Parts, encode
from benchwright.languages.syntax import Edits, Tree

_TESTS_CLASS = "BenchwrightTests"
_CLASSES = "(program (class_declaration name: (identifier) @name) @class)"
_PRIVATE = '(modifiers "private" @private)'


def close_class(parts: Parts) -> Parts:
    """Both texts made whole: the solution's class is closed, and the tests become a class that inherits from it. Texts
    that are whole already, or cannot be made so, stay as they are."""
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
    """What is private in the class was not so to the tests in it, and a final class has no heirs."""
    edits = Edits(solution.text)
    for found in solution.find(_PRIVATE):
        edits.blank(found["private"])
    text = edits.apply().decode(errors="surrogateescape")
    return re.sub(r"\bfinal(\s+class\b)", r"\1", text)
