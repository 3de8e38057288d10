"""Tests that are the rest of the solution's object: some benchmarks cut one text in two inside it."""

from __future__ import annotations

import re

from benchwright.languages.join import Parts, encode
from benchwright.languages.syntax import Edits, Tree

_OBJECTS = "(compilation_unit (object_definition name: (identifier) @name) @object)"
_PRIVATE = '(access_modifier "private") @private'
_APP = re.compile(r"\bextends\s+App\b")
_REST = "RestOfObject"


def close_object(parts: Parts) -> tuple[Parts, str]:
    """Both texts made whole, and what the tests begin with now: the solution's object is closed, and the tests become
    another one that imports all of it. Texts that are whole already, or cannot be made so, stay as they are."""
    if parts.tests.count("{") >= parts.tests.count("}"):
        return parts, ""
    closed = Tree("scala", encode(parts.solution) + b"\n}\n")
    objects = list(closed.find(_OBJECTS))
    if not objects or objects[-1]["object"].end_byte < len(closed.text.rstrip()):
        return parts, ""
    name = closed.text_of(objects[-1]["name"])
    opening = f"object {_REST} {{ import {name}._; "
    if _APP.search(closed.text_of(objects[-1]["object"]).partition("{")[0]):
        # A class, so that nothing waits for an object that is being initialised.
        start = f"def main(args: Array[String]): Unit = {{ new {_REST}; () }}"
        opening = f"object {_REST} {{ {start} }}; class {_REST} {{ import {name}._; "
    return Parts(solution=_opened(closed), tests=opening + parts.tests), opening


def _opened(solution: Tree) -> str:
    """What is private in the object was not so to the tests in it."""
    edits = Edits(solution.text)
    for found in solution.find(_PRIVATE):
        edits.blank(found["private"])
    return edits.apply().decode(errors="surrogateescape")
