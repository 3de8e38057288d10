"""Joins C++: one text, as the tests may need the solution's macros, templates and namespaces, with `#line` so that
compiler and `assert` name the places of the two parts. The real `main` is the driver's."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from benchwright.languages.join import Joined, Origin, Parts, driver_file, encode
from benchwright.languages.syntax import Edits, Tree, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_FUNCTIONS = """
(function_definition
  declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters)
  body: (compound_statement) @body) @function
"""
_CALLS = """
(call_expression function: [(identifier) (qualified_identifier)] @callee arguments: (argument_list) @arguments)
"""
_EXITS = frozenset({"exit", "_exit", "_Exit", "quick_exit"})
_ABORTS = frozenset({"abort", "terminate"})
_TESTS_MAIN = "benchwright_tests_main"


def join(parts: Parts) -> Joined:
    """Head, solution, middle, tests, tail."""
    tests, call, executed = _tests(encode(parts.tests))
    tail = driver_file(__file__, "tail.hpp")
    tail = tail.replace(b"BENCHWRIGHT_CALL", call).replace(b"BENCHWRIGHT_EXECUTED", executed)
    text = b"".join(
        (
            driver_file(__file__, "head.hpp"),
            b'\n#line 1 "solution.cpp"\n',
            encode(parts.solution),
            driver_file(__file__, "middle.hpp"),
            b'#line 1 "tests.cpp"\n',
            tests,
            b'\n#line 1 "driver.cpp"\n',
            tail,
        )
    )
    return Joined(
        files={"main.cpp": text},
        mode="tests",
        origins={"solution.cpp": Origin(part="solution"), "tests.cpp": Origin(part="tests")},
        entry="text" if _TESTS_MAIN.encode() in call else "call",
    )


@functools.lru_cache(maxsize=256)
def _tests(tests: bytes) -> tuple[bytes, bytes, bytes]:
    """The tests' text with its entry renamed and its exits reported, the call that starts it, and how many it calls."""
    tree = parse("cpp", tests)
    edits = Edits(tests)
    _report_exits(tree, edits)
    functions = [function for function in tree.find(_FUNCTIONS) if _is_free(function["function"])]
    for function in functions:
        if tree.text_of(function["name"]) == "main":
            edits.replace(function["name"], _TESTS_MAIN)
            # Only `main` may end without a return.
            edits.insert(function["body"].end_byte - 1, " return 0; ")
            arguments = "count, arguments" if _takes_arguments(tree, function["parameters"]) else ""
            return edits.apply(), f"{_TESTS_MAIN}({arguments})".encode(), b"1"
    names = [tree.text_of(function["name"]) for function in functions if _is_test(tree, function)]
    call = "(" + "".join(f"{name}(), " for name in names) + "0)"
    return edits.apply(), call.encode(), str(len(names)).encode()


def _report_exits(tree: Tree, edits: Edits) -> None:
    for call in tree.find(_CALLS):
        name = tree.text_of(call["callee"]).removeprefix("::").removeprefix("std::")
        arguments = call["arguments"]
        if name in _EXITS:
            edits.replace(call["callee"], "::benchwright_driver::exit_of_tests")
            edits.insert(arguments.start_byte + 1, "__LINE__, " if arguments.named_children else "__LINE__")
        elif name in _ABORTS and not arguments.named_children:
            edits.replace(call["callee"], "::benchwright_driver::abort_of_tests")
            edits.insert(arguments.start_byte + 1, "__LINE__")


def _is_free(function: Node) -> bool:
    """Outside of classes and namespaces; conditional compilation does not matter."""
    parent = function.parent
    while parent is not None and parent.type.startswith("preproc"):
        parent = parent.parent
    return parent is not None and parent.type == "translation_unit"


def _takes_arguments(tree: Tree, parameters: Node) -> bool:
    return tree.text_of(parameters)[1:-1].strip() not in ("", "void")


def _is_test(tree: Tree, function: dict[str, Node]) -> bool:
    return tree.text_of(function["name"]).startswith("test") and not _takes_arguments(tree, function["parameters"])

