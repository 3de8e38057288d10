"""Rewrite the tests so that the driver sees what they wait for, how they end the program and what they call.

Only calls to `$judge`, which the driver provides, are added. Lines stay the same, and neither the order of evaluation
nor the timing of promises changes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchwright.languages.syntax import Edits, Tree, ancestors

if TYPE_CHECKING:
    from tree_sitter import Node

_FUNCTIONS = frozenset(
    {
        "arrow_function",
        "function_expression",
        "function_declaration",
        "generator_function",
        "generator_function_declaration",
        "method_definition",
        "class_declaration",
        "abstract_class_declaration",
        "class",
    }
)
_VALUES = frozenset(
    {
        "assignment_expression",
        "await_expression",
        "binary_expression",
        "call_expression",
        "parenthesized_expression",
        "sequence_expression",
        "ternary_expression",
    }
)
_NO_FLOW = frozenset({"empty_statement", "export_statement", "expression_statement", "import_statement"})
_CHAIN = frozenset({"then", "catch", "finally"})
_CHECK = re.compile(r"assert|expect|equal|check|verify|should|\bok$", re.IGNORECASE)
_NEVER = re.compile(r"\.fail$|fail|unreachable", re.IGNORECASE)
_TEST_NAME = re.compile(r"test|.*testing$", re.IGNORECASE)
_PLAIN_VALUES = frozenset({"string", "template_string", "number", "binary_expression", "object", "array"})

_BEFORE = "$judge.begin();try{"
_AFTER = "}catch($error){throw $judge.caught($error,true)}finally{$judge.finish()}"

_THROWN = "(throw_statement (_) @value)"
_LOADED = "(call_expression function: (import) @import arguments: (arguments . (string) @id))"
_CAUGHT = "(catch_clause parameter: (identifier) @name body: (statement_block) @body)"
_AWAITED = '(await_expression) @await (for_in_statement "await" @await)'
_MEMBERS = "(member_expression object: (identifier) @object property: (property_identifier) @property) @member"
_HELD = "(variable_declarator value: (identifier) @object) @holder"
_ASYNC = "[(arrow_function) (function_expression) (function_declaration) (method_definition)] @function"
_PARAMETERS = """
(formal_parameters (_) @parameter)
(arrow_function parameter: (identifier) @parameter)
(shorthand_property_identifier_pattern) @parameter
"""
_CHAINED = "(call_expression function: (member_expression property: (property_identifier) @property)) @call"


def waits_at_top(tree: Tree) -> bool:
    """Whether the text uses top-level await."""
    return any(not _inside_function(match["await"]) for match in tree.find(_AWAITED))


class Functions:
    """The functions that the text declares at its top level."""

    def __init__(self, tree: Tree) -> None:
        self._nodes: dict[str, Node] = {}
        for node in tree.root.children:
            inner = node.child_by_field_name("declaration") if node.type == "export_statement" else node
            for name, function in _declared(inner) if inner is not None else ():
                self._nodes[tree.text_of(name)] = function

    def __contains__(self, name: str) -> bool:
        return name in self._nodes

    def is_async(self, name: str) -> bool:
        """Whether calls to it are certain to return promises."""
        return name in self._nodes and is_async(self._nodes[name])

    def catches(self, name: str) -> bool:
        """Whether it may catch what a test throws, so that its return proves nothing about the test."""
        return any(node.type == "catch_clause" for node in _within(self._nodes[name]))

    def uncalled_tests(self) -> list[str]:
        """Return the names of tests without parameters, for a text that calls nothing itself."""
        return [name for name, node in self._nodes.items() if _TEST_NAME.match(name) and not _parameters(node)]


def is_async(function: Node) -> bool:
    """Whether a function is declared async."""
    return any(child.type == "async" for child in function.children)


def rewrite_endings(tree: Tree, edits: Edits) -> tuple[str, ...]:
    """Let the driver see exits and failed console assertions; returns the silent assertion styles found."""
    known = {name for name in ("process", "console") if name.encode() in tree.text and not _declares(tree, name)}
    silent = False
    for match in tree.find(_MEMBERS) if known else ():
        name, member = tree.text_of(match["object"]), tree.text_of(match["property"])
        if name in known and (name, member) in (("process", "exit"), ("process", "exitCode")):
            edits.replace(match["object"], "$judge.process")
        elif name in known and (name, member) == ("console", "assert"):
            edits.replace(match["object"], "$judge")
            silent = True
    for match in tree.find(_HELD) if known else ():
        name = tree.text_of(match["object"])
        if name in known:
            edits.replace(match["object"], f"$judge.{name}")
            silent |= name == "console" and "assert" in tree.text_of(match["holder"])
    return ("console.assert",) if silent else ()


def rewrite_errors(tree: Tree, edits: Edits) -> None:
    """Let the driver see what is thrown and caught, and load the solution on behalf of the tests."""
    for match in tree.find(_THROWN) if b"throw" in tree.text else ():
        if match["value"].type in _PLAIN_VALUES:
            _wrap(edits, match["value"], "$judge.thrown(")
    for match in tree.find(_CAUGHT) if b"catch" in tree.text else ():
        edits.insert(match["body"].start_byte + 1, f"$judge.caught({tree.text_of(match['name'])});")
    for match in tree.find(_LOADED) if b"import" in tree.text else ():
        if tree.text_of(match["id"])[1:2] == ".":
            edits.replace(match["import"], "$judge.load")


def rewrite_statements(tree: Tree, edits: Edits, functions: Functions) -> bool:
    """Pass the values of top-level statements to the driver; returns whether the text calls anything."""
    calls = False
    for node in _statements(tree.root):
        if node.type == "expression_statement":
            calls |= _wrap_statement(tree, edits, node.named_children[0], functions)
            continue
        for declarator in node.named_children:
            value = declarator.child_by_field_name("value")
            if value is not None and value.type in ("call_expression", "await_expression"):
                calls |= _callee(tree, value) in functions
                if value.type == "call_expression" and _is_own(tree, value, functions):
                    _wrap(edits, value, f"$judge.keep({_line(value)}, ")
    return calls or _loops(tree.root)


def follow_checks(tree: Tree, edits: Edits) -> None:
    """Let the driver see whether asynchronous functions that contain checks run to completion, whatever calls them."""
    bodies = [
        body
        for match in (tree.find(_ASYNC) if b"async" in tree.text else ())
        if is_async(match["function"])
        and (body := match["function"].child_by_field_name("body")) is not None
        and _checks(tree, body)
    ]
    blocks = [body for body in bodies if body.type == "statement_block"]
    values = [body for body in bodies if body.type != "statement_block"]
    for body in blocks:
        edits.insert(body.start_byte + 1, _BEFORE)
    for body in values:
        edits.insert(body.start_byte, f"{{{_BEFORE}return ")
    for match in tree.find(_CHAINED) if b".then" in tree.text else ():
        call = match["call"]
        if tree.text_of(match["property"]) == "then" and _inside_function(call) and _callback_checks(tree, call):
            _wrap(edits, call, f"$judge.keep({_line(call)}, ")
    for body in reversed(values):
        edits.insert(body.end_byte, f"{_AFTER}}}")
    for body in blocks:
        edits.insert(body.end_byte - 1, _AFTER)


def _wrap_statement(tree: Tree, edits: Edits, node: Node, functions: Functions) -> bool:
    """Wrap what a statement evaluates, if that can be a promise."""
    while node.type == "unary_expression" and (argument := node.child_by_field_name("argument")) is not None:
        node = argument
    if node.type not in _VALUES:
        return False
    name = _unit_name(tree, node, functions)
    if name is not None:
        _wrap(edits, node, f"$judge.wait({_line(node)}, $judge.enter({json.dumps(name)}), ")
    else:
        _wrap(edits, node, f"$judge.wait({_line(node)}, {int(_is_own(tree, node, functions))}, ")
    return any(inner.type in ("call_expression", "new_expression") for inner in (node, *_within(node)))


def _unit_name(tree: Tree, node: Node, functions: Functions) -> str | None:
    """Return the name of the test that a statement runs, if it calls a function of the tests."""
    call = _first_call(node)
    if call is None:
        return None
    callee = call.child_by_field_name("function")
    if callee is not None and callee.type == "parenthesized_expression":
        inner = callee.named_children[0]
        name = inner.child_by_field_name("name") if inner.type == "function_expression" else None
        return tree.text_of(name) if name is not None else None
    name_text = _callee(tree, node)
    arguments = call.child_by_field_name("arguments")
    given = arguments.named_children if arguments is not None else []
    if name_text not in functions or (any(_is_function(each) for each in given) and functions.catches(name_text)):
        return None
    if given and given[0].type == "string":
        return f"{name_text} {tree.text_of(given[0])[1:-1]}"
    return name_text


def _first_call(node: Node) -> Node | None:
    """Return the first call of a chain such as `await run().then(…)`."""
    while True:
        if node.type in ("await_expression", "parenthesized_expression") and node.named_child_count == 1:
            node = node.named_children[0]
            continue
        callee = node.child_by_field_name("function") if node.type == "call_expression" else None
        if callee is None:
            return None
        inner = callee.child_by_field_name("object") if callee.type == "member_expression" else None
        if inner is None or inner.type not in ("call_expression", "parenthesized_expression"):
            return node
        node = inner


def _callee(tree: Tree, node: Node) -> str:
    """Return the name of the function that a chain starts with; empty if there is none."""
    call = _first_call(node)
    callee = call.child_by_field_name("function") if call is not None else None
    return tree.text_of(callee) if callee is not None and callee.type == "identifier" else ""


def _is_own(tree: Tree, node: Node, functions: Functions) -> bool:
    """Whether the statement's promise belongs to the tests, so that nothing else can handle its rejection."""
    if node.type != "call_expression":
        return False
    callee = node.child_by_field_name("function")
    if callee is not None and callee.type == "member_expression":
        name = callee.child_by_field_name("property")
        return name is not None and tree.text_of(name) in _CHAIN
    if callee is not None and callee.type == "parenthesized_expression":
        return is_async(callee.named_children[0])
    return functions.is_async(_callee(tree, node))


def _checks(tree: Tree, body: Node) -> bool:
    """Whether the function's own text contains a check that must be reached."""
    return any(
        _CHECK.search(callee) and not _NEVER.search(callee)
        for node in (body, *_within(body, functions=False))
        if node.type == "call_expression" and (callee := _callee_text(tree, node))
    )


def _callee_text(tree: Tree, call: Node) -> str:
    callee = call.child_by_field_name("function")
    return tree.text_of(callee)[:200] if callee is not None else ""


def _callback_checks(tree: Tree, call: Node) -> bool:
    arguments = call.child_by_field_name("arguments")
    given = arguments.named_children if arguments is not None else []
    bodies = (each.child_by_field_name("body") for each in given if _is_function(each))
    return any(body is not None and _checks(tree, body) for body in bodies)


def _statements(root: Node) -> Iterator[Node]:
    """Yield expression statements and declarations outside all functions."""
    remaining = [root]
    while remaining:
        node = remaining.pop()
        if node.type in ("expression_statement", "lexical_declaration", "variable_declaration"):
            yield node
        elif node.type not in _FUNCTIONS and not node.type.endswith(("_expression", "_pattern")):
            remaining += reversed(node.named_children)


def _loops(root: Node) -> bool:
    """Whether the top level has control flow."""
    return any(node.type.endswith("_statement") and node.type not in _NO_FLOW for node in root.named_children)


def _declared(node: Node) -> Iterator[tuple[Node, Node]]:
    if node.type == "function_declaration" and (name := node.child_by_field_name("name")) is not None:
        yield name, node
    for declarator in node.named_children if node.type in ("lexical_declaration", "variable_declaration") else ():
        name, value = declarator.child_by_field_name("name"), declarator.child_by_field_name("value")
        if name is not None and value is not None and name.type == "identifier" and _is_function(value):
            yield name, value


def _declares(tree: Tree, name: str) -> bool:
    """Whether the text redefines the name; importing a module under its usual name does not count."""
    pattern = rf"\b(?:function|class|const|let|var)\s+{name}\b(?!\s*=\s*require\b)"
    if re.search(pattern.encode(), tree.text):
        return True
    parameters = (match["parameter"] for match in tree.find(_PARAMETERS))
    return any(tree.text_of(node.child_by_field_name("pattern") or node) == name for node in parameters)


def _is_function(node: Node) -> bool:
    return node.type in ("arrow_function", "function_expression")


def _parameters(function: Node) -> bool:
    parameters = function.child_by_field_name("parameters")
    return function.child_by_field_name("parameter") is not None or bool(parameters and parameters.named_child_count)


def _inside_function(node: Node) -> bool:
    return any(around.type in _FUNCTIONS for around in ancestors(node))


def _within(node: Node, *, functions: bool = True) -> Iterator[Node]:
    """Yield all nodes below a node, optionally those of inner functions. Not recursive: generated tests nest deeply."""
    remaining = node.named_children[::-1]
    while remaining:
        child = remaining.pop()
        if functions or child.type not in _FUNCTIONS:
            yield child
            remaining += reversed(child.named_children)


def _line(node: Node) -> int:
    return node.start_point[0] + 1


def _wrap(edits: Edits, node: Node, before: str) -> None:
    edits.insert(node.start_byte, before)
    edits.insert(node.end_byte, ")")
