"""Join Swift: one text, because the tests may need what the solution imports or keeps private.

`#sourceLocation` lets the compiler and crashes name places in the two parts. The driver's checks replace those in the
tests, so that it can distinguish them from the solution's, and no function of the solution can replace them.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from benchwright.languages.join import Joined, Origin, Parts, driver_file, encode
from benchwright.languages.swift.clashes import without_clashes
from benchwright.languages.syntax import Edits, Tree, ancestors, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_PLACE = '\n#sourceLocation(file: "%s.swift", line: 1)\n'
_HEAD = "import BenchwrightDriver\nbenchwright_begin()"

_CALLS = "(call_expression . (_) @callee) @call"
_THROWS = "(_ (throw_keyword) . (_) @error)"
_FUNCTIONS = "(function_declaration name: (simple_identifier) @name) @function"
_CLASSES = "(class_declaration name: (_) @name (inheritance_specifier) @base body: (_) @body)"
_MAIN_ATTRIBUTES = '((attribute (user_type (type_identifier) @name)) @attribute (#eq? @name "main"))'
_REPLACED = {
    name: f"benchwright_{name.lstrip('_')}"
    for name in (
        "assert", "precondition", "assertionFailure", "preconditionFailure", "fatalError", "exit", "_exit", "abort",
    )
}  # fmt: skip
_TESTING = re.compile(rb"^[ \t]*(?:@testable[ \t]+)?import[ \t]+Testing\b[\s\S]*@Test\b", re.MULTILINE)
_MODULE = re.compile(r"(?:Swift|Foundation|Glibc|Darwin)\.")
_DECLARATIONS = re.compile("_declaration$|comment$|^directive$|^shebang")
_CALL_OF_MAIN = re.compile(r"(?:_ = )?(?:try[?!]?\s+)?(?:await\s+)?(?:exit\()?(?:\w+\.)?main\(.*\)", re.DOTALL)
_CALL = re.compile(r"(?:try[?!]?\s+)?(?:await\s+)?(\w+)\(")
_CALL_STATEMENTS = frozenset({"call_expression", "try_expression", "await_expression"})
_ENTRY = re.compile(r"main|test\w*|run\w*tests?", re.IGNORECASE)


class Tests(NamedTuple):
    """The tests, ready to run, and what surrounds them."""

    before: str
    text: bytes
    after: str
    entry: Literal["text", "call", "framework"]
    framework: str
    silent: tuple[str, ...]
    has_main: bool


def join(parts: Parts) -> Joined:
    """Concatenate head, solution, tests and tail."""
    tests = _tests(encode(parts.tests))
    pieces = (
        (_HEAD + _PLACE % "solution").encode(),
        _without_entry(without_clashes(encode(parts.solution), encode(parts.tests)), tests.has_main),
        (tests.before + _PLACE % "tests").encode(),
        tests.text,
        (_PLACE % "driver" + tests.after).encode(),
    )
    return Joined(
        files={"main.swift": b"".join(pieces)},
        mode="tests",
        origins={"solution.swift": Origin(part="solution"), "tests.swift": Origin(part="tests")},
        entry=tests.entry,
        framework=tests.framework,
        silent=tests.silent,
    )


def _without_entry(solution: bytes, tests_have_main: bool) -> bytes:
    """Remove what the solution does when run as a program."""
    if solution.startswith(b"#!"):
        solution = b"//" + solution[2:]
    if b"main" not in solution:
        return solution
    tree = Tree("swift", solution)
    edits = Edits(solution)
    for found in tree.find(_MAIN_ATTRIBUTES):
        edits.blank(found["attribute"])
    for statement in tree.root.children:
        if not _DECLARATIONS.search(statement.type) and _CALL_OF_MAIN.fullmatch(tree.text_of(statement)):
            edits.blank(statement)
    function = _free_functions(tree).get("main")
    if tests_have_main and function is not None and (name := function.child_by_field_name("name")) is not None:
        edits.replace(name, "benchwright_solution_main")
    return edits.apply()


@functools.lru_cache(maxsize=256)
def _tests(tests: bytes) -> Tests:
    tree = parse("swift", tests)
    edits = Edits(tests)
    _replace_checks(tree, edits)
    for found in tree.find(_THROWS):
        edits.insert(found["error"].start_byte, "benchwright_thrown(")
        edits.insert(found["error"].end_byte, ")")
    for found in tree.find("(import_declaration (modifiers)) @import"):  # of a module that is part of the text here
        edits.blank(found["import"])
    functions = _free_functions(tree)
    has_main = "main" in functions
    if _TESTING.search(tests) and not any(_suites(tree)):
        driver = _PLACE % "driver" + driver_file(__file__, "testing.swift").decode()
        return Tests(driver, edits.apply(), "BenchwrightTesting.run()\n", "framework", "Swift Testing", (), has_main)
    if b"XCT" in tests:
        return _with_framework(tree, edits, has_main)
    calls = [*_calls_of_main_types(tree, edits), *_calls_of_functions(tree, functions)]
    _mark_calls(tree, edits, functions)
    after = "".join(f"{call}\n" for call in calls) + "benchwright_end()\n"
    return Tests("", edits.apply(), after, "call" if calls else "text", "", (), has_main)


def _with_framework(tree: Tree, edits: Edits, has_main: bool) -> Tests:
    """Let XCTest's entry point run the tests' classes; if there are none, make checks outside tests count."""
    before = _PLACE % "driver" + driver_file(__file__, "xctest.swift").decode()
    suites = list(_suites(tree))
    if not suites:
        return Tests(
            before + "BenchwrightOutside.run()\n",
            edits.apply(),
            "benchwright_end()\n",
            "text",
            "",
            ("XCTAssert",),
            has_main,
        )
    after = "" if b"XCTMain(" in tree.text else f"XCTMain([{', '.join(suites)}])\n"
    return Tests(before, edits.apply(), after, "framework", "XCTest", (), has_main)


def _suites(tree: Tree) -> Iterator[str]:
    """Yield what XCTest should run: methods `test…` without parameters."""
    cases = {"XCTestCase"}
    for found in tree.find(_CLASSES):
        if tree.text_of(found["base"]) not in cases:
            continue
        suite = tree.text_of(found["name"])
        cases.add(suite)
        methods = [child for child in found["body"].children if child.type == "function_declaration"]
        named = [(name, method) for method in methods if (name := _name(tree, method)).startswith("test")]
        tests = [
            f'("{name}", asyncTest({suite}.{name}))' if _is_async(tree, method) else f'("{name}", {suite}.{name})'
            for name, method in named
            if _has_no_parameters(method)
        ]
        if tests:
            yield f"testCase([{', '.join(tests)}])"


def _replace_checks(tree: Tree, edits: Edits) -> None:
    """Replace the checks, except functions of the same name that the tests define."""
    own = {tree.text_of(found["name"]) for found in tree.find(_FUNCTIONS)}
    for found in tree.find(_CALLS):
        name = _MODULE.sub("", tree.text_of(found["callee"]))
        if name in _REPLACED and name not in own:
            edits.replace(found["callee"], _REPLACED[name])


def _calls_of_main_types(tree: Tree, edits: Edits) -> Iterator[str]:
    """Call types marked as entry point; the mark is removed, because the text has statements."""
    for found in tree.find(_MAIN_ATTRIBUTES):
        edits.blank(found["attribute"])
        for around in ancestors(found["attribute"]):
            name = around.child_by_field_name("name")
            if name is not None:
                is_async = re.search(r"func main\(\)\s*async", tree.text_of(around))
                yield f"try {'await ' if is_async else ''}{tree.text_of(name)}.main()"
                break


def _calls_of_functions(tree: Tree, functions: dict[str, Node]) -> Iterator[str]:
    """Yield calls to functions that look like tests, if the text has no statement that could call them."""
    if any(not _DECLARATIONS.search(child.type) for child in tree.root.children):
        return
    chosen = {name: node for name, node in functions.items() if _ENTRY.fullmatch(name) and _has_no_parameters(node)}
    for name, node in {"main": chosen["main"]}.items() if "main" in chosen else chosen.items():
        if len(re.findall(rf"\b{name}\(", tree.text.decode(errors="replace"))) == 1:
            yield f"try {'await ' if _is_async(tree, node) else ''}{name}(){_mark(name)}"


def _mark_calls(tree: Tree, edits: Edits, functions: dict[str, Node]) -> None:
    """Tell the driver when one of the tests' functions ran to completion, if only one statement calls it."""
    calls: dict[str, list[Node]] = {}
    for statement in tree.root.children:
        found = _CALL.match(tree.text_of(statement)) if statement.type in _CALL_STATEMENTS else None
        if found and found[1] in functions:
            calls.setdefault(found[1], []).append(statement)
    for name, statements in calls.items():
        if len(statements) == 1:
            edits.insert(statements[0].end_byte, _mark(name))


def _mark(name: str) -> str:
    return f'; benchwright_unit("{name}", "passed", 0, "")'


def _free_functions(tree: Tree) -> dict[str, Node]:
    return {_name(tree, child): child for child in tree.root.children if child.type == "function_declaration"}


def _name(tree: Tree, declaration: Node) -> str:
    name = declaration.child_by_field_name("name")
    return tree.text_of(name) if name is not None else ""


def _has_no_parameters(function: Node) -> bool:
    return not any(child.type == "parameter" for child in function.children)


def _is_async(tree: Tree, function: Node) -> bool:
    return "async" in tree.text_of(function).partition("{")[0]
