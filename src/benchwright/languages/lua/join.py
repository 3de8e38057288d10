"""Join Lua: two chunks, where the tests' chunk has access to the solution's local variables, as if both were one
text."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

import msgspec

from benchwright.languages.join import Joined, Origin, Parts, driver_file, encode
from benchwright.languages.ruby.functions import Queries, mark_units
from benchwright.languages.syntax import Edits, Tree, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_QUERIES = Queries(
    functions="(chunk (function_declaration name: (identifier) @name) @function)",
    calls="(chunk (function_call name: (identifier) @name) @call)",
)
_EXITS = """
((dot_index_expression table: (identifier) @table field: (identifier) @field) @exit
  (#eq? @table "os") (#eq? @field "exit"))
"""
_LOCAL_NAMES = """
(chunk (function_declaration "local" name: (identifier) @name))
(chunk (variable_declaration (variable_list name: (identifier) @name)))
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name))))
"""
_MOST_SHARED = 150
"""A Lua function has at most 255 upvalues."""
_FRAMEWORKS = {
    "luaunit": re.compile(rb"\brequire\s*\(?\s*[\"']luaunit[\"']"),
    "busted": re.compile(rb"\brequire\s*\(?\s*[\"']busted\b|^(?:describe|context|insulate|expose)\s*\(", re.MULTILINE),
}


class _Tests(msgspec.Struct, frozen=True, kw_only=True):
    """The tests with their marks, and what was found in them."""

    text: bytes
    names: frozenset[str]
    called: bool
    empty: bool
    framework: str


def join(parts: Parts) -> Joined:
    """Combine three files; the driver reads the other two."""
    tests = _tests(encode(parts.tests))
    solution, shared = _solution(_without_shebang(encode(parts.solution)), tests.names)
    declared = "".join(f", {name}" for name in shared)
    before = f"local benchwright_exit, benchwright_note{declared} = ...; return function(...) ".encode()
    driver = driver_file(__file__, "main.lua").replace(b"BENCHWRIGHT_FRAMEWORK", tests.framework.encode())
    return Joined(
        files={
            "main.lua": driver.replace(b"BENCHWRIGHT_HAS_CODE", b"0" if tests.empty else b"1"),
            **({"busted_tests.lua": driver_file(__file__, "busted.lua")} if tests.framework == "busted" else {}),
            "solution.lua": solution,
            "tests.lua": before + tests.text + b"\nend",
        },
        mode="tests",
        origins={"solution.lua": Origin(part="solution"), "tests.lua": Origin(part="tests")},
        entry="framework" if tests.framework else "call" if tests.called else "text",
        framework=tests.framework,
    )


def _without_shebang(text: bytes) -> bytes:
    return b"--" + text if text.startswith(b"#") else text


def _solution(text: bytes, wanted: frozenset[str]) -> tuple[bytes, tuple[str, ...]]:
    """Make the text also return a function that captures those of its local variables that the tests mention."""
    if b"local" not in text:
        return text, ()
    tree = Tree("lua", text)
    names = {tree.text_of(found["name"]) for found in tree.find(_LOCAL_NAMES)}
    shared = tuple(sorted(names & wanted))[:_MOST_SHARED]
    if not shared or tree.has_errors:
        return text, ()
    holder = f"function() return {', '.join(shared)} end"
    edits = Edits(text)
    last = _last_return(tree.root)
    if last is None:
        edits.insert(len(text), f"\nreturn nil, {holder}")
    elif last.named_child_count:
        edits.insert(last.named_children[-1].end_byte, f", {holder}")
    else:
        edits.insert(last.start_byte + len("return"), f" nil, {holder}")
    return edits.apply(), shared


def _last_return(root: Node) -> Node | None:
    """Return the statement that ends the chunk and returns its value."""
    last = next((node for node in reversed(root.named_children) if node.type != "comment"), None)
    return last if last is not None and last.type == "return_statement" else None


@functools.lru_cache(maxsize=256)
def _tests(given: bytes) -> _Tests:
    """Mark the tests in the text and report its exits."""
    text = _without_shebang(given)
    framework = next((name for name, pattern in _FRAMEWORKS.items() if pattern.search(text)), "")
    tree, edits = parse("lua", text), Edits(text)
    calls: tuple[str, ...] = ()
    if not framework:
        calls = mark_units(tree, edits, _QUERIES, lambda name: f"; benchwright_note('{name}', 'passed');")
        edits.insert(len(text), "".join(f"\n{name}(); benchwright_note('{name}', 'passed')" for name in calls))
    if b"exit" in text:
        for found in tree.find(_EXITS):
            edits.replace(found["exit"], "benchwright_exit")
    names = frozenset(tree.text_of(found["name"]) for found in tree.find("(identifier) @name"))
    empty = bool(framework) or all(node.type == "comment" for node in tree.root.named_children)
    return _Tests(text=edits.apply(), names=names, called=bool(calls), empty=empty, framework=framework)
