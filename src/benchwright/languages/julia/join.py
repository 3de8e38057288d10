"""Join Julia: two files, which the driver evaluates in one module, so that each keeps its lines."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, NamedTuple

from benchwright.languages.join import Joined, Origin, Parts, driver_file, encode
from benchwright.languages.syntax import Edits, Tree, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_DRIVER = "Main.BenchwrightDriver"
_CALLS = "(call_expression . [(identifier) (field_expression)] @callee)"
_EXITS = frozenset({"exit", "Base.exit", "quit"})
_MAIN = r"(?:exit\(\s*)?main\([^()]*\)\s*\)?"
_CALL_OF_MAIN = re.compile(
    rf"{_MAIN}|!?isinteractive\(\)\s*(?:&&|\|\|)\s*{_MAIN}|if\s+!isinteractive\(\)\s+{_MAIN}\s+end"
)
_DECLARATIONS = re.compile("_definition$|_comment$|^(using|import|export|const)_statement$|^string_literal$")
_SIGNATURE = re.compile(r"(?:function\s+)?([\w!]+)\(")
_ENTRY = re.compile(r"main|test\w*|run\w*tests?")


class Tests(NamedTuple):
    """The tests, ready to run, and whether the driver calls them."""

    text: bytes
    called: bool


def join(parts: Parts) -> Joined:
    """Combine the driver, the two parts and, if either uses Test, the code that reports its results."""
    solution, tests = encode(parts.solution), encode(parts.tests)
    ready = _tests(tests)
    files = {
        "main.jl": driver_file(__file__, "main.jl"),
        "solution.jl": _without_entry(solution),
        "tests.jl": ready.text,
    }
    uses_test = any(b"@test" in text for text in (solution, tests))
    if uses_test:
        files["testsets.jl"] = driver_file(__file__, "testsets.jl")
    return Joined(
        files=files,
        mode="tests",
        origins={"solution.jl": Origin(part="solution"), "tests.jl": Origin(part="tests")},
        entry="call" if ready.called else "framework" if b"@testset" in tests else "text",
        framework="Test" if b"@testset" in tests else "",
    )


def _without_entry(solution: bytes) -> bytes:
    """Remove what the solution does when run as a program."""
    if b"main(" not in solution:
        return solution
    tree = Tree("julia", solution)
    edits = Edits(solution)
    for statement in tree.root.children:
        if _CALL_OF_MAIN.fullmatch(tree.text_of(statement)):
            edits.blank(statement)
    return edits.apply()


@functools.lru_cache(maxsize=256)
def _tests(tests: bytes) -> Tests:
    """Redirect every exit to the driver, and add calls to the tests if nothing else calls them."""
    tree = parse("julia", tests)
    edits = Edits(tests)
    for found in tree.find(_CALLS):
        if tree.text_of(found["callee"]) in _EXITS:
            edits.replace(found["callee"], f"{_DRIVER}.exit_of_tests")
    functions = [name for node in tree.root.children if (name := _function_name(tree, node))]
    _mark_calls(tree, edits, functions)
    entries = [] if _has_statements(tree) else [name for name in functions if _is_entry(tests, name)]
    if "main" in entries:
        entries = ["main"]
    calls = "".join(f"\n{name}(){_mark(name)}" for name in entries)
    return Tests(edits.apply() + calls.encode(), bool(entries))


def _mark_calls(tree: Tree, edits: Edits, functions: list[str]) -> None:
    """Tell the driver when one of the tests' functions ran to completion, if only one statement calls it."""
    calls: dict[str, list[Node]] = {}
    for statement in tree.root.children:
        name = tree.text_of(statement).partition("(")[0]
        if statement.type == "call_expression" and name in functions:
            calls.setdefault(name, []).append(statement)
    for name, statements in calls.items():
        if len(statements) == 1:
            edits.insert(statements[0].end_byte, _mark(name))


def _mark(name: str) -> str:
    return f'; {_DRIVER}.unit("{name}")'


def _has_statements(tree: Tree) -> bool:
    """Whether the top level has more than definitions."""
    return any(
        not _DECLARATIONS.search(child.type) and not _function_name(tree, child) and child.is_named
        for child in tree.root.children
    )


def _function_name(tree: Tree, node: Node) -> str:
    """Return the name of the function that a statement defines, in either syntax; empty if it defines none."""
    if node.type not in ("function_definition", "assignment"):
        return ""
    found = _SIGNATURE.match(tree.text_of(node))
    return found[1] if found else ""


def _is_entry(tests: bytes, name: str) -> bool:
    """Whether it looks like a test, needs no arguments and is never called: only its definition mentions it."""
    if not _ENTRY.fullmatch(name):
        return False
    named = re.findall(rf"\b{re.escape(name)}\(\s*\)", tests.decode(errors="replace"))
    return len(named) == 1
