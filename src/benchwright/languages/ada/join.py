"""Join Ada: the build splits both texts into one file per unit, as the compiler requires.

Line references let the compiler and tracebacks name places in the two parts. The driver's main calls the last procedure
of the tests.
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

_CONTEXT = frozenset({"with_clause", "use_clause", "pragma_g", "comment"})
_END_OF_SOLUTION = re.compile(r"(?:\s|--[^\n]*\n)*end(?:\s+[\w.]+)?\s*;", re.IGNORECASE)
_EXIT = re.compile(r"(?:gnat\s*\.\s*os_lib\s*\.\s*)?os_exit", re.IGNORECASE)
_MAIN = """\
with Ada.Exceptions;
with Benchwright_Driver;
{context}
procedure Benchwright_Main is
begin
   {call}
   Benchwright_Driver.Finish ({executed});
exception
   when Error : others =>
      Benchwright_Driver.Report (Error, ({raises}));
end Benchwright_Main;
"""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A compilation unit."""

    name: str
    """Name of the unit, in lower case."""
    start: int
    """Start of the unit, including the clauses before it."""
    is_entry: bool
    """Whether it is a procedure without parameters."""


class _Tests(msgspec.Struct, frozen=True, kw_only=True):
    """The tests, prepared for joining."""

    text: bytes
    units: tuple[Unit, ...]
    words: frozenset[str]
    """Names that they mention, in lower case."""
    withed: frozenset[str]
    raises: tuple[int, ...]
    """Lines on which their text raises an exception."""
    asserts: bool


def join(parts: Parts) -> Joined:
    """Combine the driver's main and the two texts, which the build splits."""
    head = _END_OF_SOLUTION.match(parts.tests)
    end = head.end() if head else 0
    solution = encode(parts.solution + "\n" + parts.tests[:end].strip() + "\n" if end else parts.solution)
    tests = _tests(encode("\n" * parts.tests.count("\n", 0, end) + parts.tests[end:]))
    own = {unit.name for unit in tests.units}
    wanted = [unit.name for unit in _units(Tree("ada", solution)) if unit.name in tests.words and unit.name not in own]
    missing = dict.fromkeys(name for name in wanted if name not in tests.withed)
    entries = [unit.name for unit in tests.units if unit.is_entry]
    main = _MAIN.format(
        context=f"with {entries[-1]};" if entries else "",
        call=f"{entries[-1]};" if entries else "null;",
        executed=1 if entries else 0,
        raises=", ".join(f"{number} => {line}" for number, line in enumerate((0, *tests.raises), 1)),
    )
    return Joined(
        files={
            "benchwright_main.adb": main.encode(),
            "solution.adb": solution,
            "tests.adb": "".join(f"with {name}; " for name in missing).encode() + tests.text,
        },
        mode="tests",
        origins={"solution.adb": Origin(part="solution"), "tests.adb": Origin(part="tests")},
        silent=("pragma Assert",) if tests.asserts else (),
    )


@functools.lru_cache(maxsize=256)
def _tests(text: bytes) -> _Tests:
    tree = parse("ada", text)
    edits = Edits(text)
    units = tuple(_units(tree))
    for start in {_unit_around(units, node) for node in _report_exits(tree, edits)}:
        edits.insert(start, "with Benchwright_Driver; ")
    nodes = list(descendants(tree.root))
    withed = [tree.text_of(node) for node in nodes if node.type == "with_clause"]
    raises = [node for node in nodes if node.type in ("raise_statement", "raise_expression")]
    return _Tests(
        text=edits.apply(),
        units=units,
        words=frozenset(tree.text_of(node).lower() for node in nodes if node.type == "identifier"),
        withed=frozenset(name.lower() for clause in withed for name in re.findall(r"[\w.]+", clause)),
        raises=tuple(sorted({line + 1 for node in raises for line in (node.start_point[0], node.end_point[0])})),
        asserts=bool(re.search(rb"\bpragma\s+assert\b", text, re.IGNORECASE)),
    )


def _units(tree: Tree) -> Iterator[Unit]:
    start: int | None = None
    for node in tree.root.children:
        item = next((child for child in node.children if child.type not in _CONTEXT), None)
        if node.type == "comment":
            continue
        start = node.start_byte if start is None else start
        name = _unit_name(item) if node.type == "compilation_unit" and item is not None else None
        if name is not None and item is not None:
            header = next((child for child in item.children if child.type == "procedure_specification"), None)
            takes = header is None or any(child.type == "formal_part" for child in header.children)
            is_entry = item.type == "subprogram_body" and not takes
            yield Unit(name=tree.text_of(name).lower(), start=start, is_entry=is_entry)
            start = None


def _unit_name(item: Node) -> Node | None:
    """Return the name that a declaration or body gives its unit."""
    return item.child_by_field_name("name") or next(
        (name for child in item.children if (name := child.child_by_field_name("name")) is not None), None
    )


def _unit_around(units: tuple[Unit, ...], node: Node) -> int:
    return max((unit.start for unit in units if unit.start <= node.start_byte), default=0)


def _report_exits(tree: Tree, edits: Edits) -> Iterator[Node]:
    """Redirect calls in the tests that end the program to the driver."""
    for match in tree.find("(procedure_call_statement name: (_) @name (actual_parameter_part) @arguments) @call"):
        if _EXIT.fullmatch(tree.text_of(match["name"])):
            edits.replace(match["name"], "Benchwright_Driver.Exit_Of_Tests")
            edits.insert(match["arguments"].start_byte + 1, f"{match['call'].start_point[0] + 1}, ")
            yield match["call"]
