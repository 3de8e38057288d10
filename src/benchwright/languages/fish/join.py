"""Join Fish: the driver sources both texts in one shell, so that each behaves as if it were the whole script."""

from __future__ import annotations

import functools

from benchwright.languages.join import Joined, Origin, Parts, driver_file, encode
from benchwright.languages.syntax import Edits, ancestors, parse

_EXITS = """
((command name: (word) @name) (#eq? @name "exit"))
((command name: (word) @builtin . argument: (word) @name) (#eq? @builtin "builtin") (#eq? @name "exit"))
"""
_RETURNS = '(return "return" @name)'
_FUNCTIONS = "(program (function_definition name: (word) @name))"
_CALLS = "(program (command name: (word) @name) @command)"


def join(parts: Parts) -> Joined:
    """Combine three files; the driver reads the other two."""
    executed = b"1" if parts.tests.strip() else b"0"
    return Joined(
        files={
            "main.fish": driver_file(__file__, "main.fish").replace(b"BENCHWRIGHT_EXECUTED", executed),
            "solution.fish": encode(parts.solution),
            "tests.fish": _tests(encode(parts.tests)),
        },
        mode="tests",
        origins={"solution.fish": Origin(part="solution"), "tests.fish": Origin(part="tests")},
    )


@functools.lru_cache(maxsize=256)
def _tests(tests: bytes) -> bytes:
    """Report the end and the exits of the text, and record its functions when they return."""
    tree, edits = parse("fish", tests), Edits(tests)
    for found in tree.find(_EXITS):
        if "builtin" in found:
            edits.replace(found["builtin"], "")
        edits.replace(found["name"], "__benchwright_exit")
    for found in tree.find(_RETURNS):
        if not any(around.type == "function_definition" for around in ancestors(found["name"])):
            edits.replace(found["name"], "__benchwright_return")
    functions = {tree.text_of(found["name"]) for found in tree.find(_FUNCTIONS)}
    for found in tree.find(_CALLS):
        name, following = tree.text_of(found["name"]), found["command"].next_sibling
        if name in functions and (following is None or following.type in ("\n", ";", "comment")):
            edits.insert(found["command"].end_byte, f"; __benchwright_unit {name}")
    edits.insert(len(tests), "\n__benchwright_last\n")
    return edits.apply()
