"""Join D: one module, because the tests may need what the solution imports and keeps private.

`#line` lets the compiler and exceptions name places in the two parts. The tests' `unittest` blocks and `main` become
functions that the driver calls; the solution's own are not run.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

import msgspec

from benchwright.languages.join import Joined, Origin, Parts, encode
from benchwright.languages.syntax import Edits, Tree, ancestors, descendants, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_CHECKS = frozenset({"enforce", "enforceEx", "assertThrown", "assertNotThrown", "collectException"})
"""Library functions that tests call and that a definition in the module would hide."""
_CONDITIONAL = frozenset({"conditional_declaration", "attribute_specifier", "source_file", "condition"})
_ENDS = {"exit": "exit_of_tests", "_exit": "exit_of_tests", "abort": "abort_of_tests"}
_MAIN = "benchwright_tests_main"


class _Tests(msgspec.Struct, frozen=True, kw_only=True):
    """The tests, prepared for joining."""

    text: bytes
    records: tuple[str, ...]
    """Records of what the driver calls."""
    names: frozenset[str]
    """Functions that they define."""
    entry: str


def join(parts: Parts) -> Joined:
    """Concatenate solution, tests and entry point."""
    tests = _tests(encode(parts.tests))
    records = ", ".join(tests.records)
    text = b"".join(
        (
            b'module benchwright_program; static import benchwright_driver;\n#line 1 "solution.d"\n',
            _solution(encode(parts.solution), tests.names),
            b'\n#line 1 "tests.d"\n',
            tests.text,
            b'\n#line 1 "driver.d"\nint main(string[] arguments) { return benchwright_driver.run([',
            records.encode(),
            b"], arguments); }\n",
        )
    )
    framework = tests.entry == "framework"
    return Joined(
        files={"main.d": text},
        mode="tests",
        origins={"solution.d": Origin(part="solution"), "tests.d": Origin(part="tests")},
        entry="framework" if framework else "text" if tests.entry == "text" else "call",
        framework="unittest" if framework else "",
    )


def _solution(text: bytes, taken: frozenset[str]) -> bytes:
    """Drop the module name, and rename the entry point and whatever would hide a check."""
    tree = Tree("d", text)
    edits = Edits(text)
    _drop_module(tree, edits)
    own = {tree.text_of(name) for _, name in _functions(tree)}
    changed = own & (taken | _CHECKS | {"main"})
    for node in descendants(tree.root) if changed else ():
        if node.type == "identifier" and tree.text_of(node) in changed:
            edits.replace(node, f"benchwright_solution_{tree.text_of(node)}")
    return edits.apply()


@functools.lru_cache(maxsize=256)
def _tests(text: bytes) -> _Tests:
    # The program is not built for the runtime's own test runner, which would run the solution's blocks too.
    text = re.sub(rb"\bversion\s*\(\s*unittest\s*\)", b"version (all)", text)
    tree = parse("d", text)
    edits = Edits(text)
    _drop_module(tree, edits)
    functions = _functions(tree)
    names = {tree.text_of(name) for _, name in functions}
    _report_ends(tree, edits, names)
    units = [node for node in descendants(tree.root) if node.type == "unittest_declaration" and _is_free(node)]
    records = [_unit(edits, node) for node in sorted(units, key=lambda node: node.start_byte)]
    mains = [each for each in functions if tree.text_of(each[1]) == "main"]
    for function, name in mains[:1]:
        edits.replace(name, _MAIN)
        arguments = "arguments" if _has_parameters(tree, function) else ""
        records.append(_record("", function, f"{_MAIN}({arguments})"))
    if not records:
        called = [each for each in functions if _is_test(tree, *each)]
        records = [_record("", function, f"{tree.text_of(name)}()") for function, name in called]
    entry = "framework" if units else "text" if mains else "call"
    return _Tests(text=edits.apply(), records=tuple(records), names=frozenset(names - {"main"}), entry=entry)


def _unit(edits: Edits, node: Node) -> str:
    """Turn a block into a function."""
    line = node.start_point[0] + 1
    keyword = next(child for child in node.children if child.type == "unittest")
    name = f"unittest_L{line}_C{node.start_point[1] + 1}"
    edits.replace(keyword, f"void benchwright_{name}()")
    return _record(name, node, f"benchwright_{name}()")


def _record(name: str, node: Node, call: str) -> str:
    """Return the record of what the driver calls; if the function returns a number, that is the status."""
    run = f"function int(string[] arguments) {{ static if (is(typeof({call}) : int)) return {call};"
    run += f" else {{ {call}; return 0; }} }}"
    return f'benchwright_driver.Test("{name}", {node.start_point[0] + 1}, {run})'


def _drop_module(tree: Tree, edits: Edits) -> None:
    for node in tree.root.children:
        if node.type in ("module_declaration", "module_def", "shebang"):
            for part in node.children if node.type == "module_def" else (node,):
                if part.type in ("module_declaration", "shebang"):
                    edits.blank(part)


def _functions(tree: Tree) -> list[tuple[Node, Node]]:
    """Return the module's own functions, and their names."""
    found = []
    for node in descendants(tree.root):
        if node.type == "function_declaration" and _is_free(node):
            name = next((child for child in node.children if child.type == "identifier"), None)
            if name is not None:
                found.append((node, name))
    return sorted(found, key=lambda each: each[0].start_byte)


def _is_free(node: Node) -> bool:
    """Whether it is outside classes, structs, templates and functions."""
    return all(each.type in _CONDITIONAL or each.type == "module_def" for each in ancestors(node))


def _has_parameters(tree: Tree, function: Node) -> bool:
    parameters = next((child for child in function.children if child.type == "parameters"), None)
    return parameters is not None and bool(tree.text_of(parameters)[1:-1].strip())


def _is_test(tree: Tree, function: Node, name: Node) -> bool:
    return tree.text_of(name).startswith("test") and not _has_parameters(tree, function)


def _report_ends(tree: Tree, edits: Edits, own: set[str]) -> None:
    """Report calls in the tests that end the program, under whatever name they were imported."""
    for match in tree.find("(call_expression . (_) @callee (named_arguments) @arguments)"):
        callee = tree.text_of(match["callee"])
        name = callee.rpartition(".")[2]
        if name in _ENDS and name not in own and ("." not in callee or callee.startswith("core.")):
            edits.replace(match["callee"], f"benchwright_driver.{_ENDS[name]}")
            comma = ", " if match["arguments"].named_children else ""
            edits.insert(match["arguments"].end_byte - 1, f"{comma}__LINE__")
