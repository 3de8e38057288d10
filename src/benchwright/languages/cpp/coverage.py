"""Lines and branches that a C++ or C solution executes, by gcov, where it comes with the compiler.

Branches are the ways from a condition as the compiler made them: each `&&` and `||` has its own. Those that it made
where the text decides nothing, for exceptions and to destroy objects, are left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchwright.languages.cover import Executed, Traced
from benchwright.languages.join import Joined, driver_file
from benchwright.languages.syntax import Tree, descendants

if TYPE_CHECKING:
    from tree_sitter import Node

TOOL = "gcov"
_RESULT = "benchwright_coverage.json"
_DECISIONS = frozenset(
    {
        *("if_statement", "while_statement", "do_statement", "for_statement", "for_range_loop", "switch_statement"),
        *("conditional_expression", "binary_expression"),
    }
)


def trace(joined: Joined) -> Traced:
    """Built and run in a mode of its own, in which gcov follows the program."""
    files = {**joined.files, "coverage.sh": driver_file(__file__, "coverage.sh")}
    return Traced(files=files, mode="coverage", collect=(_RESULT,))


def read(joined: Joined, files: Mapping[str, bytes]) -> Executed | None:
    """Lines that hold code, with those that ran, and ways from conditions; a template's ran if any instance's did."""
    if not files.get(_RESULT, b"").strip():
        return None
    names = {name for name, origin in joined.origins.items() if origin.part == "solution"}
    deciding = {line for text in joined.files.values() for line in _deciding(_solution(text))}
    lines: dict[int, bool] = {}
    branches: dict[tuple[int, int], bool] = {}
    for file in json.loads(files[_RESULT])["files"]:
        for each in file["lines"] if Path(file["file"]).name in names else ():
            line = each["line_number"]
            lines[line] = lines.get(line, False) or each["count"] > 0
            for number, taken in enumerate(_ways(each["branches"]) if line in deciding else ()):
                branches[line, number] = branches.get((line, number), False) or taken
    return Executed(lines=dict(sorted(lines.items())), branches=branches)


def _ways(branches: list[dict[str, Any]]) -> list[bool]:
    """Without those of calls that may throw: each has two, and the exception's comes after the other."""
    found: list[bool] = []
    for branch in branches:
        if branch["throw"]:
            del found[-1:]
        else:
            found.append(branch["count"] > 0)
    return found


def _solution(text: bytes) -> bytes:
    """The solution's part of the joined text."""
    found = re.search(rb'^#line 1 "solution\.\w+"\n(.*?)(?=^#line 1 "tests\.|\Z)', text, re.DOTALL | re.MULTILINE)
    return found[1] if found else b""


def _deciding(text: bytes) -> Iterator[int]:
    """Lines on which the text decides something, counted from 1."""
    for node in descendants(Tree("cpp", text).root):
        if node.type not in _DECISIONS:
            continue
        operator = node.child_by_field_name("operator")
        if node.type == "binary_expression" and (operator is None or operator.type not in ("&&", "||", "and", "or")):
            continue
        first, last = _head(node)
        yield from range(first + 1, last + 2)


def _head(node: Node) -> tuple[int, int]:
    """First and last row of what a decision is made by."""
    condition = node.child_by_field_name("condition")
    body = node.child_by_field_name("body")
    first = node.start_point[0]
    if node.type == "do_statement" and condition is not None:
        return condition.start_point[0], condition.end_point[0]
    if node.type in ("for_statement", "for_range_loop") and body is not None:
        return first, body.start_point[0]
    return first, (condition or node).end_point[0]
