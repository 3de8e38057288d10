"""Join PHP: the driver runs both texts, each in its own file, in one global scope.

The tests often continue where the solution ends, so they get its namespace and imports.
"""

from __future__ import annotations

import functools
import re

import msgspec

from benchwright.languages.join import Joined, Origin, Parts, driver_file, encode
from benchwright.languages.ruby.functions import Queries, mark_units
from benchwright.languages.syntax import Edits, Tree, parse

_QUERIES = Queries(
    functions="(program (function_definition name: (name) @name) @function)",
    calls="(program (expression_statement (function_call_expression function: (name) @name)) @call)",
)
_OPENING = re.compile(rb"\A(?:#![^\n]*\n)?\s*<\?(?:php\b|=)?", re.IGNORECASE)
_EXITS = """
(exit_statement) @exit
((function_call_expression function: (name) @name) @exit (#match? @name "^(exit|die)$"))
"""
_EXIT = re.compile(r"(?:exit|die)\s*(?:\(\s*(.*?)\s*\))?\s*(;?)", re.IGNORECASE | re.DOTALL)
_STRICT = re.compile(rb"\bdeclare\s*\(\s*strict_types\s*=\s*1\s*\)")
_NAMESPACE = re.compile(rb"^[ \t\f\v]*namespace\s+([\w\\]+)\s*;", re.MULTILINE | re.IGNORECASE)
_ANY_NAMESPACE = re.compile(rb"^[ \t\f\v]*(?:<\?php\s+)?namespace\b", re.MULTILINE | re.IGNORECASE)
_IMPORTS = re.compile(rb"^use\s+(?:function\s+|const\s+)?([\w\\]+)(?:\s+as\s+(\w+))?\s*;", re.MULTILINE | re.IGNORECASE)
_LOADED = "(program (expression_statement [(require_expression) (require_once_expression) (include_expression)\
 (include_once_expression)]) @load)"
_DECLARED = """
(program [(function_definition name: (name) @name) (class_declaration name: (name) @name)
          (interface_declaration name: (name) @name) (trait_declaration name: (name) @name)])
"""
_PHPUNIT = re.compile(rb"\bPHPUnit(?:\\|_Framework_TestCase)")
_TEST_CASE = re.compile(rb"\bextends\s+[\w\\]*TestCase\b")
_MEMBERS = frozenset({"member_call_expression", "member_access_expression", "method_declaration", "variable_name"})


class _Tests(msgspec.Struct, frozen=True, kw_only=True):
    """The tests, prepared for the driver, and what was found in them."""

    text: bytes
    """The text, which starts with an opening tag."""
    declared: frozenset[str]
    """Functions and classes of its top level."""
    continues_solution: bool
    """Whether it lacks an opening tag, being the second half of a file."""
    called: bool
    framework: str
    silent: tuple[str, ...]
    empty: bool


def join(parts: Parts) -> Joined:
    """Combine three files; the driver reads the other two."""
    solution, tests = _opened(encode(parts.solution)), _tests(encode(parts.tests))
    inherited = _inherited(solution, tests)
    driver = driver_file(__file__, "main.php").replace(b"BENCHWRIGHT_EXECUTED", b"0" if tests.empty else b"1")
    return Joined(
        files={
            "main.php": driver.replace(b"BENCHWRIGHT_FRAMEWORK", b"true" if tests.framework else b"false"),
            **({"phpunit.php": driver_file(__file__, "phpunit.php")} if tests.framework else {}),
            "solution.php": _without(solution, tests.declared),
            "tests.php": b"<?php " + inherited + tests.text.removeprefix(b"<?php"),
        },
        mode="tests",
        origins={"solution.php": Origin(part="solution"), "tests.php": Origin(part="tests")},
        entry="framework" if tests.framework else "call" if tests.called else "text",
        framework=tests.framework,
        silent=tests.silent,
    )


def _opened(text: bytes) -> bytes:
    """Move the opening tag to the very start, as declarations require, and keep line numbers."""
    found = _OPENING.match(text)
    if found is None:
        return text if b"<?php" in text else b"<?php " + text
    if found[0].endswith(b"="):
        return text
    return b"<?php " + b"\n" * found[0].count(b"\n") + text[found.end() :]


def _inherited(solution: bytes, tests: _Tests) -> bytes:
    """Return what a text that follows the solution in the same file inherits from it."""
    if _ANY_NAMESPACE.search(tests.text):
        return b""
    strict = tests.continues_solution and _STRICT.search(solution) and not _STRICT.search(tests.text)
    pieces = [b"declare(strict_types=1);"] if strict else []
    namespaces = _NAMESPACE.findall(solution)
    if namespaces and namespaces[-1] not in tests.text:
        pieces.append(b"namespace %s;" % namespaces[-1])
    elif not tests.continues_solution and namespaces:
        return b"".join(pieces)
    taken = {_alias(found) for found in _IMPORTS.finditer(tests.text)} | {name.encode() for name in tests.declared}
    for found in _IMPORTS.finditer(solution):
        if _alias(found) not in taken and (b"\\" in found[1] or b"namespace" in b"".join(pieces)):
            taken.add(_alias(found))
            pieces.append(found[0])
    return b"".join(pieces)


def _alias(found: re.Match[bytes]) -> bytes:
    alias: bytes = found[2] or found[1].rpartition(b"\\")[2]
    return alias


def _without(solution: bytes, declared: frozenset[str]) -> bytes:
    """Rename what the tests declare too: each part keeps its own, and the language allows each name only once."""
    if not any(name.encode() in solution for name in declared):
        return solution
    tree, edits = Tree("php", solution), Edits(solution)
    clashing = {tree.text_of(found["name"]) for found in tree.find(_DECLARED)} & declared
    if not clashing or _NAMESPACE.search(solution):
        return solution
    for found in tree.find("(name) @name (string_content) @name"):
        node = found["name"]
        if tree.text_of(node) in clashing and (node.parent is None or node.parent.type not in _MEMBERS):
            edits.insert(node.end_byte, "__of_solution")
    return edits.apply()


@functools.lru_cache(maxsize=256)
def _tests(given: bytes) -> _Tests:
    """Report the exits of the text, and insert marks after its tests."""
    text = _opened(given)
    tree, edits = parse("php", text), Edits(text)
    framework = "PHPUnit" if _PHPUNIT.search(text) else ""
    calls: tuple[str, ...] = ()
    if not framework:
        calls = mark_units(tree, edits, _QUERIES, lambda name: f"\\Benchwright::unit('{name}');")
    silent = _rewrite_exits(tree, edits)
    for found in tree.find(_LOADED):
        if framework or b"vendor" not in text[found["load"].start_byte : found["load"].end_byte]:
            edits.blank(found["load"])
    if calls:
        end = text.rfind(b"?>") if text.rstrip().endswith(b"?>") else len(text)
        edits.insert(end, "\n" + "".join(f"{name}(); \\Benchwright::unit('{name}');" for name in calls))
    return _Tests(
        text=edits.apply(),
        declared=frozenset(tree.text_of(found["name"]) for found in tree.find(_DECLARED)),
        continues_solution=not _OPENING.match(given),
        called=bool(calls),
        framework=framework,
        silent=silent,
        empty=bool(framework and _TEST_CASE.search(text))
        or all(node.type in ("php_tag", "comment", "text_interpolation") for node in tree.root.named_children),
    )


def _rewrite_exits(tree: Tree, edits: Edits) -> tuple[str, ...]:
    """Let the driver see exits; returns the silent style of check, if there is one: an exit with a message has status
    0."""
    silent = False
    for found in tree.find(_EXITS):
        node = found["exit"]
        shape = _EXIT.fullmatch(tree.text_of(node))
        if shape is None:
            continue
        given = shape[1] or ""
        outer = node if node.type == "exit_statement" else node.parent
        last = outer is not None and outer.parent is not None and outer.parent.type == "program"
        silent |= given[:1] in ("'", '"') and not last
        flag = ", true" if last and given else ""
        edits.replace(node, f"\\Benchwright::leave({given}{flag}){shape[2]}")
    return ("die",) if silent else ()
