"""Lines and branches that a JavaScript solution executes, measured by the engine's own coverage.

The engine reports ranges of the text with how often they ran; of the ranges around a place, the smallest counts. A line
is executable if a statement starts on it. The syntax tree determines which branches exist, because the engine omits
ranges that ran as often as their surroundings.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from benchwright.languages.coverage import Executed, Traced, numbered
from benchwright.languages.join import Joined
from benchwright.languages.syntax import Tree, descendants

if TYPE_CHECKING:
    from tree_sitter import Node

TOOL = "V8"
_SCRIPT = "solution.js"
_FOLDER = "benchwright_coverage"
_AFTER_WAITING = len("\n})()")
"""Text that the driver appends to a solution with top-level await."""
_NOT_RUN = frozenset({"function_declaration", "generator_function_declaration", "import_statement", "empty_statement"})

Range = tuple[int, int, int]
"""Start, end, and how often it ran."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where a statement or a branch starts."""

    row: int
    """Line, counted from 0."""
    column: int
    """Column in UTF-16 code units, counted from 0."""
    executed: bool
    """Whether the statement ran, or the branch was taken."""


class Script(msgspec.Struct, frozen=True, kw_only=True):
    """A script as it ran."""

    text: bytes
    """Source text of the script."""
    runs: list[list[Range]]
    """Ranges for each process, in UTF-16 code units."""

    def count(self, node: Node) -> int:
        """Return how often the engine executed the node."""
        place = _units(self.text[: node.start_byte])
        return sum(_count(ranges, place) for ranges in self.runs)

    def place(self, node: Node, executed: bool) -> Place:
        """Return where a node starts."""
        row, column = node.start_point
        return Place(row=row, column=_units(self.text[node.start_byte - column : node.start_byte]), executed=executed)


def trace(joined: Joined) -> Traced:
    """Enable the engine's coverage with a variable; also collect the script, which a build may have generated."""
    return Traced(
        files=joined.files,
        mode=joined.mode,
        collect=(f"{_FOLDER}/*.json", _SCRIPT),
        env={"NODE_V8_COVERAGE": f"/workspace/{_FOLDER}"},
    )


def read(joined: Joined, files: Mapping[str, bytes]) -> Executed | None:
    """Read the lines on which statements start, and the branches of the text."""
    script = read_script(files, joined.files["tests.js"].partition(b"\n")[0])
    return None if script is None else executed(script, lambda place: place.row + 1)


def executed(script: Script, line_of: Callable[[Place], int]) -> Executed:
    """Return what ran; places without a known line (0) are left out."""
    root = Tree("javascript", script.text).root
    lines: dict[int, bool] = {}
    for node in filter(_is_statement, descendants(root)):
        place = script.place(node, script.count(node) > 0)
        if line := line_of(place):
            lines[line] = lines.get(line, True) and place.executed  # of several statements on a line, all must run
    ways = ((line_of(place), place.executed) for place in branches(script, root))
    return Executed(lines=dict(sorted(lines.items())), branches=numbered((line, taken) for line, taken in ways if line))


def branches(script: Script, root: Node) -> Iterator[Place]:
    """Yield the branches of all decisions in text order: both of an `if`, even without an `else`, and of a conditional
    expression, the cases of a `switch`, and the bodies of loops."""
    for node in sorted(descendants(root), key=lambda each: (each.start_byte, -each.end_byte)):
        if node.type in ("if_statement", "ternary_expression"):
            first, second = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
            if first is None:
                continue
            yield script.place(node, script.count(first) > 0)
            if second is None:
                yield script.place(node, script.count(node) > script.count(first))
            else:
                yield script.place(node, script.count(_inside(second)) > 0)
        elif node.type in ("switch_case", "switch_default"):
            yield script.place(node, script.count(node) > 0)
        elif node.type in ("for_statement", "for_in_statement", "while_statement"):
            body = node.child_by_field_name("body")
            if body is not None:
                yield script.place(node, script.count(body) > 0)


def _inside(node: Node) -> Node:
    return node.named_children[0] if node.type == "else_clause" and node.named_children else node


def read_script(files: Mapping[str, bytes], facts: bytes) -> Script | None:
    """Return the script; None if the engine reported nothing about it. `facts` is the data that was passed to the
    driver."""
    text = files.get(_SCRIPT, b"")
    after = _AFTER_WAITING if json.loads(facts)["waits"] else 0
    runs = [_ranges(data, _units(text) + after) for name, data in files.items() if name != _SCRIPT]
    runs = [ranges for ranges in runs if ranges]
    return Script(text=text, runs=runs) if runs else None


def _is_statement(node: Node) -> bool:
    return node.type.endswith(("_statement", "_declaration")) and node.type not in _NOT_RUN


def _units(text: bytes) -> int:
    """Return the length in UTF-16 code units."""
    return len(text.decode(errors="replace").encode("utf-16-le")) // 2


def _ranges(data: bytes, length: int) -> list[Range]:
    """Return the ranges in the solution, relative to the start of its own text; the driver puts code before it."""
    for script in json.loads(data)["result"]:
        if script["url"].removeprefix("file://").endswith(f"/{_SCRIPT}"):
            ranges = [each for function in script["functions"] for each in function["ranges"]]
            shift = max(each["endOffset"] for each in ranges) - length
            return [(each["startOffset"] - shift, each["endOffset"] - shift, each["count"]) for each in ranges]
    return []


def _count(ranges: list[Range], place: int) -> int:
    around = [each for each in ranges if each[0] <= place < each[1]]
    return min(around, key=lambda each: each[1] - each[0])[2] if around else 0
