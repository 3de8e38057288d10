"""Rewrites calls in the tests' text, so that the driver sees what becomes of single checks and tests.

Only names are replaced, on their lines, and by functions of the same type; what the framework or the log prints stays
the same.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchwright.languages.go.source import Source
from benchwright.languages.syntax import ancestors

if TYPE_CHECKING:
    from tree_sitter import Node

DRIVER, GOTEST = "benchwright_driver", "benchwright_gotest"
"""The names of the driver's packages in the files that import them."""

_MEMBERS = "(selector_expression operand: (identifier) @operand field: (field_identifier) @field) @whole"
_EXITS = {
    ("os", "Exit"): "Exit({0}.Exit)",
    ("syscall", "Exit"): "Exit({0}.Exit)",
    ("log", "Fatal"): "Fatal({0}.Print)",
    ("log", "Fatalln"): "Fatal({0}.Println)",
    ("log", "Fatalf"): "Fatalf({0}.Printf)",
}
_FAILING = frozenset({"Error", "Errorf", "Fatal", "Fatalf", "Fail", "FailNow"})
_FUNCTIONS = frozenset({"function_declaration", "method_declaration", "func_literal"})
_ONE_PARAMETER = re.compile(r"\(\s*(?:\w+\s+)?\*\s*(\w+)\.([TM])\s*,?\s*\)")
_TESTING_TYPE = re.compile(r"\*?\s*(\w+)\.(T|B|F|TB)")


def watch_exits(tests: Source) -> None:
    """The tests' own ways to end the program go through the driver."""
    if b"Exit" not in tests.tree.text and b"Fatal" not in tests.tree.text:
        return
    packages = tests.packages
    for match in tests.tree.find(_MEMBERS):
        name = tests.text_of(match["operand"])
        replacement = _EXITS.get((packages.get(name, ""), tests.text_of(match["field"])))
        if replacement is not None and not tests.is_local(match["operand"]):
            tests.edits.replace(match["whole"], f"{DRIVER}.{replacement.format(name)}")
            tests.add_import(DRIVER, "benchwright/driver")


def watch_units(tests: Source) -> None:
    """Functions of the tests that their main function simply calls, one after the other, are single tests."""
    for statement in _statements(tests.functions["main"]):
        call = statement.named_children[0] if statement.type == "expression_statement" else None
        if call is None or call.type != "call_expression":
            continue
        name, arguments = (call.child_by_field_name(field) for field in ("function", "arguments"))
        called = tests.text_of(name)
        function = tests.functions.get(called) if called != "main" else None
        if function is not None and arguments is not None and not arguments.named_children and is_bare(function):
            tests.edits.replace(call, f'{DRIVER}.Unit("{called}", {called})')
            tests.add_import(DRIVER, "benchwright/driver")


def watch_checks(tests: Source) -> None:
    """The framework tells nobody where and how a check failed, so the calls that say so pass through the driver."""
    for match in tests.tree.find(_MEMBERS):
        method, name = tests.text_of(match["field"]), tests.text_of(match["operand"])
        if method not in _FAILING and method not in ("Run", "Helper"):
            continue
        kind = _testing_type(tests, match["operand"], name)
        if (kind and method in _FAILING) or (kind == "T" and method == "Run"):
            tests.edits.replace(match["whole"], f"{GOTEST}.{method}({name})")
        elif kind and method == "Helper" and (statement := _statement_of(match["whole"])) is not None:
            tests.edits.insert(statement.start_byte, f"{GOTEST}.Helper(); ")
        else:
            continue
        tests.add_import(GOTEST, "benchwright/gotest")


def is_bare(function: Node) -> bool:
    """Whether a function takes nothing and gives nothing."""
    parameters = function.child_by_field_name("parameters")
    return parameters is not None and not parameters.named_children and not _has_more(function)


def testing_parameter(source: Source, function: Node) -> str:
    """`T` for a test of the framework, `M` for its main function, nothing for other functions."""
    found = _ONE_PARAMETER.fullmatch(source.text_of(function.child_by_field_name("parameters")))
    return found[2] if found and not _has_more(function) and source.packages.get(found[1]) == "testing" else ""


def _has_more(function: Node) -> bool:
    return any(function.child_by_field_name(field) is not None for field in ("result", "type_parameters"))


def _statements(function: Node) -> list[Node]:
    body = function.child_by_field_name("body")
    lists = body.named_children if body is not None else []
    return [statement for each in lists if each.type == "statement_list" for statement in each.named_children]


def _statement_of(selector: Node) -> Node | None:
    """The statement that consists of a call of this method."""
    call = selector.parent
    statement = call.parent if call is not None else None
    return statement if statement is not None and statement.type == "expression_statement" else None


def _testing_type(tests: Source, node: Node, name: str) -> str:
    """Which of the framework's types a parameter of this name has, in the nearest function that has one."""
    for around in ancestors(node):
        parameters = around.child_by_field_name("parameters") if around.type in _FUNCTIONS else None
        for parameter in parameters.named_children if parameters is not None else ():
            if name in map(tests.text_of, parameter.children_by_field_name("name")):
                found = _TESTING_TYPE.fullmatch(tests.text_of(parameter.child_by_field_name("type")))
                return found[2] if found and tests.packages.get(found[1]) == "testing" else ""
    return ""
