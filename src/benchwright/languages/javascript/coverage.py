"""Lines that a JavaScript solution executes, by the coverage of the engine itself.

The engine tells ranges of the text with how often they ran; of the ranges around a place the smallest counts. A line
can be executed if a statement begins on it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from benchwright.languages.cover import Executed, Traced
from benchwright.languages.join import Joined
from benchwright.languages.syntax import Tree, descendants

if TYPE_CHECKING:
    from tree_sitter import Node

TOOL = "V8"
_SCRIPT = "solution.js"
_FOLDER = "benchwright_coverage"
_AFTER_WAITING = len("\n})()")
"""What the driver puts after a solution that waits for something at its top level."""
_NOT_RUN = frozenset({"function_declaration", "generator_function_declaration", "import_statement", "empty_statement"})

Range = tuple[int, int, int]
"""Start, end, and how often it ran."""


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """Where a statement begins."""

    row: int
    """Counted from 0."""
    column: int
    """In units of UTF-16, counted from 0."""
    executed: bool
    """Whether it ran."""


def trace(joined: Joined) -> Traced:
    """The engine is asked by a variable; the script comes back too, as a build may have made it."""
    return Traced(
        files=joined.files,
        mode=joined.mode,
        collect=(f"{_FOLDER}/*.json", _SCRIPT),
        env={"NODE_V8_COVERAGE": f"/workspace/{_FOLDER}"},
    )


def read(joined: Joined, files: Mapping[str, bytes]) -> Executed | None:
    """The lines on which statements begin."""
    facts = joined.files["tests.js"].partition(b"\n")[0]
    found = statements(files, facts)
    return None if found is None else Executed(lines=by_line((each.row + 1, each.executed) for each in found))


def by_line(places: Iterator[tuple[int, bool]]) -> dict[int, bool]:
    """Of several statements on a line all must run."""
    lines: dict[int, bool] = {}
    for line, executed in places:
        lines[line] = lines.get(line, True) and executed
    return dict(sorted(lines.items()))


def statements(files: Mapping[str, bytes], facts: bytes) -> list[Statement] | None:
    """The script's statements; None where the engine said nothing about it. `facts` is what the driver was told."""
    text = files.get(_SCRIPT, b"")
    after = _AFTER_WAITING if json.loads(facts)["waits"] else 0
    runs = [_ranges(data, _units(text) + after) for name, data in files.items() if name != _SCRIPT]
    runs = [ranges for ranges in runs if ranges]
    if not runs:
        return None
    return [
        Statement(
            row=node.start_point[0],
            column=_units(text[node.start_byte - node.start_point[1] : node.start_byte]),
            executed=any(_count(ranges, _units(text[: node.start_byte])) > 0 for ranges in runs),
        )
        for node in descendants(Tree("javascript", text).root)
        if _is_statement(node)
    ]


def _is_statement(node: Node) -> bool:
    return node.type.endswith(("_statement", "_declaration")) and node.type not in _NOT_RUN


def _units(text: bytes) -> int:
    """How long the engine thinks it is."""
    return len(text.decode(errors="replace").encode("utf-16-le")) // 2


def _ranges(data: bytes, length: int) -> list[Range]:
    """The ranges in the solution, counted from where its own text begins; the driver puts some before it."""
    for script in json.loads(data)["result"]:
        if script["url"].removeprefix("file://").endswith(f"/{_SCRIPT}"):
            ranges = [each for function in script["functions"] for each in function["ranges"]]
            shift = max(each["endOffset"] for each in ranges) - length
            return [(each["startOffset"] - shift, each["endOffset"] - shift, each["count"]) for each in ranges]
    return []


def _count(ranges: list[Range], place: int) -> int:
    around = [each for each in ranges if each[0] <= place < each[1]]
    return min(around, key=lambda each: each[1] - each[0])[2] if around else 0
