"""Join Nim: one module that includes both texts, because the tests may need what the solution does not export.

Including them lets the compiler and stack traces name their own lines.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from benchwright.languages.join import SOLUTION_NAME, Joined, Origin, Parts, driver_file, encode
from benchwright.languages.syntax import Edits, Tree, descendants, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_CHECKS = frozenset({"assert", "doAssert", "doAssertRaises", "raiseAssert", "failedAssertImpl", "true", "false"})
_UNITTEST = frozenset({"check", "expect", "require", "test", "suite", "fail", "checkpoint", "skip"})
"""Names that the solution must not redefine: those above always, these if the tests use std/unittest."""
_IMPORTS_UNITTEST = re.compile(rb"^[ \t]*(?:import|from)\b[^#]*\bunittest\b", re.MULTILINE)
_INCLUDES_SOLUTION = re.compile(rf"include\s+\"?(?:[\w.]+/)*{SOLUTION_NAME}(?:\.nim)?\"?\s*")
_IMPORT = re.compile(r"(?:import|from)\s[^\n]*/solution\b")
_PATH_OF_SOLUTION = re.compile(r"(?:(?:\w+|\.\.?)/)+(?=solution\b)")
_MAIN = """\
import benchwright_driver
{units}
include solution
benchwright_driver.start()
template benchwrightQuit(status: int = QuitSuccess) = quitOfTests(status, instantiationInfo().line)
template benchwrightQuit(message: string, status = QuitFailure) =
  quitOfTests(message, instantiationInfo().line, status)
include tests
{calls}
benchwright_driver.finish()
"""


class _Tests(msgspec.Struct, frozen=True, kw_only=True):
    """The tests, prepared for joining."""

    text: bytes
    names: frozenset[str]
    """Routines that they define, in normalized spelling."""
    calls: tuple[str, ...]
    """Routines to call, because nothing in the text does."""
    framework: bool


def join(parts: Parts) -> Joined:
    """Combine the main module, the two texts and the driver."""
    tests = _tests(encode(parts.tests))
    protected = tests.names | _CHECKS | (_UNITTEST if tests.framework else frozenset())
    units = "import benchwright_units; watchUnits()" if tests.framework else ""
    main = _MAIN.format(units=units, calls="\n".join(f"{name}()" for name in tests.calls))
    driver = ("benchwright_driver.nim", *(("benchwright_units.nim",) if tests.framework else ()))
    return Joined(
        files={
            "main.nim": main.encode(),
            "solution.nim": _solution(encode(parts.solution), protected),
            "tests.nim": tests.text,
            **{name: driver_file(__file__, name) for name in driver},
        },
        mode="tests",
        origins={"solution.nim": Origin(part="solution"), "tests.nim": Origin(part="tests")},
        entry="framework" if tests.framework else "call" if tests.calls else "text",
        framework="unittest" if tests.framework else "",
    )


def _plain(name: str) -> str:
    """Normalize a name: case and underscores matter only in the first letter."""
    return name[:1] + name[1:].replace("_", "").lower()


def _solution(text: bytes, protected: frozenset[str]) -> bytes:
    """Turn the solution into a module that is not the main one: drop the call of its entry point, and rename what the
    tests define too."""
    tree = Tree("nim", text)
    edits = Edits(text)
    clashing = {_plain(name) for name in _routines(tree)} & {_plain(name) for name in protected}
    entries = [node.start_byte for node in tree.root.children if re.fullmatch(r"main\s*\(\s*\)", tree.text_of(node))]
    for node in descendants(tree.root):
        name = _plain(tree.text_of(node)) if node.type == "identifier" else ""
        if name == _plain("isMainModule"):
            edits.replace(node, "false")
        elif name in clashing:
            edits.replace(node, f"benchwrightSolution{name.capitalize()}")
    for entry in entries:
        edits.insert(entry, "when false: ")
    return edits.apply()


@functools.lru_cache(maxsize=256)
def _tests(text: bytes) -> _Tests:
    tree = parse("nim", text)
    edits = Edits(text)
    names = frozenset(_plain(name) for name in _routines(tree))
    if b"quit" in text and "quit" not in names:
        for node in descendants(tree.root):
            if node.type == "identifier" and _plain(tree.text_of(node)) == "quit":
                edits.replace(_qualified(tree, node), "benchwrightQuit")
    for node in tree.root.children:
        if _INCLUDES_SOLUTION.fullmatch(tree.text_of(node)):
            edits.replace(node, "discard")
        elif _IMPORT.match(tree.text_of(node)):
            edits.replace(node, _PATH_OF_SOLUTION.sub("", tree.text_of(node)))
    framework = bool(_IMPORTS_UNITTEST.search(text))
    calls = () if framework or _does_something(tree) else tuple(_test_routines(tree))
    return _Tests(text=edits.apply(), names=names, calls=calls, framework=framework)


def _qualified(tree: Tree, node: Node) -> Node:
    """Return the node including a preceding `system.`."""
    parent = node.parent
    if parent is not None and parent.type == "dot_expression" and tree.text_of(parent).startswith("system."):
        return parent
    return node


def _declarations(tree: Tree) -> Iterator[Node]:
    for node in tree.root.children:
        if re.fullmatch("(?:proc|func|template|macro|iterator|method|converter)_declaration", node.type):
            yield node


def _routines(tree: Tree) -> Iterator[str]:
    """Yield the names of the module's own routines, without operators."""
    for node in _declarations(tree):
        name = node.child_by_field_name("name")
        found = re.match(r"[A-Za-z]\w*", tree.text_of(name)) if name is not None else None
        if found:
            yield found[0]


def _test_routines(tree: Tree) -> Iterator[str]:
    for node in _declarations(tree):
        name, parameters = node.child_by_field_name("name"), node.child_by_field_name("parameters")
        takes = parameters is not None and bool(parameters.named_children)
        if name is not None and not takes and re.match("test|main$", tree.text_of(name)):
            yield tree.text_of(name).rstrip("*")


def _does_something(tree: Tree) -> bool:
    """Whether the module's top level calls anything."""
    quiet = re.compile("_declaration$|_section$|import|from|include|comment|pragma|export")
    return any(not quiet.search(node.type) for node in tree.root.named_children)
