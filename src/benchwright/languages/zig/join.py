"""Join Zig: the tests are the file under test, and import the solution.

Everything the solution defines is made public, and the tests refer to it by name, as if both were one text.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from benchwright.languages.join import Joined, Origin, Parts, encode
from benchwright.languages.syntax import Edits, Tree, descendants, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_EXIT = re.compile(r"(?:std\.)?(?:process|posix|os)\.exit")
_MAIN = """
test "benchwright_main" {
    const result = main();
    const value = if (@typeInfo(@TypeOf(result)) == .error_union) try result else result;
    if (@TypeOf(value) == u8) if (value != 0) return error.TestExitStatus;
}
"""


class _Tests(msgspec.Struct, frozen=True, kw_only=True):
    """The tests, prepared for joining."""

    text: bytes
    names: frozenset[str]
    """Every name that they define."""
    words: frozenset[str]
    """Every name that they mention."""
    entry: str


def join(parts: Parts) -> Joined:
    """Combine the two texts."""
    tests = _tests(encode(parts.tests))
    solution, names = _solution(encode(parts.solution))
    wanted = [name for name in names if name in tests.words and name not in tests.names]
    aliases = "".join(f'const {name} = @import("solution.zig").{name};\n' for name in dict.fromkeys(wanted))
    return Joined(
        files={"solution.zig": solution, "tests.zig": tests.text + b"\n" + aliases.encode()},
        mode="tests",
        origins={"solution.zig": Origin(part="solution"), "tests.zig": Origin(part="tests")},
        entry="framework" if tests.entry == "framework" else "text",
        framework="zig test" if tests.entry == "framework" else "",
    )


def _solution(text: bytes) -> tuple[bytes, list[str]]:
    """Make all definitions of the solution public; also return their names."""
    tree = Tree("zig", text)
    edits = Edits(text)
    names = []
    for node in tree.root.children:
        name = _name(tree, node)
        if name:
            names.append(name)
            if node.prev_sibling is None or node.prev_sibling.type != "pub":
                edits.insert(node.start_byte, "pub ")
    return edits.apply(), [name for name in names if name != "main"]


def _name(tree: Tree, declaration: Node) -> str:
    """Return the name that a top-level declaration defines."""
    for child in declaration.children if declaration.type == "Decl" else ():
        if child.type in ("FnProto", "VarDecl"):
            field = "function" if child.type == "FnProto" else "variable_type_function"
            name = child.child_by_field_name(field)
            return tree.text_of(name) if name is not None else ""
    return ""


@functools.lru_cache(maxsize=256)
def _tests(text: bytes) -> _Tests:
    tree = parse("zig", text)
    edits = Edits(text)
    for node in descendants(tree.root):
        if node.type == "SuffixExpr":
            _report_exit(tree, edits, node)
            _import_solution(tree, edits, node)
    functions = {_name(tree, node) for node in tree.root.children}
    framework = any(node.type == "TestDecl" for node in tree.root.children)
    text = edits.apply()
    if not framework and "main" in functions:
        text += _MAIN.encode()
    words = frozenset(tree.text_of(node) for node in descendants(tree.root) if node.type == "IDENTIFIER")
    return _Tests(text=text, names=frozenset(_defined(tree)), words=words, entry="framework" if framework else "text")


def _defined(tree: Tree) -> Iterator[str]:
    """Yield names of declarations, parameters and captures: none may be redefined in an enclosing scope."""
    fields = {"VarDecl": "variable_type_function", "FnProto": "function", "ParamDecl": "parameter"}
    for node in descendants(tree.root):
        if node.type in fields:
            name = node.child_by_field_name(fields[node.type])
            if name is not None:
                yield tree.text_of(name)
        elif "Payload" in node.type:
            yield from re.findall(r"\w+", tree.text_of(node))


def _report_exit(tree: Tree, edits: Edits, node: Node) -> None:
    """Redirect a call in the tests that ends the program to the driver."""
    last = node.children[-1] if node.children else node
    arguments = last.children[-1] if last.children else last
    if arguments.type != "FnCallArguments":
        return
    callee = tree.text[node.start_byte : arguments.start_byte].decode(errors="surrogateescape")
    if _EXIT.fullmatch(callee):
        line = node.start_point[0] + 1
        status = tree.text_of(arguments)[1:-1]
        edits.replace(node, f'@import("root").exitOfTests({line}, {status})')


def _import_solution(tree: Tree, edits: Edits, node: Node) -> None:
    """Redirect imports of the solution's file, which has one fixed name here."""
    found = re.match(r'@import\("(?!std"|builtin"|root"|solution\.zig")[^"]*"\)', tree.text_of(node))
    if found and node.children and len(node.children) >= 2:
        edits.replace(node.children[1], '("solution.zig")')
