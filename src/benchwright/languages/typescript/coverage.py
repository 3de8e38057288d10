"""Lines and branches that a TypeScript solution executes: those of its JavaScript, translated by the embedded source
map."""

from __future__ import annotations

import base64
import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping

from benchwright.languages.coverage import Executed
from benchwright.languages.javascript import coverage as javascript
from benchwright.languages.join import Joined

TOOL = javascript.TOOL
trace = javascript.trace
_MAP = re.compile(rb"//# sourceMappingURL=data:application/json;base64,([A-Za-z0-9+/=]+)\s*$")
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def read(joined: Joined, files: Mapping[str, bytes]) -> Executed | None:
    """Return the lines of the original source."""
    script = javascript.read_script(files, joined.files["tests.facts"])
    source_map = _MAP.search(files.get("solution.js", b""))
    if script is None or source_map is None:
        return None
    rows = list(_rows(json.loads(base64.b64decode(source_map[1]))["mappings"]))
    return javascript.executed(script, lambda place: _line(rows, place.row, place.column))


def _line(rows: list[list[tuple[int, int]]], row: int, column: int) -> int:
    """Return the source line of the last mapping before the place; 0 if there is none."""
    marks = rows[row] if row < len(rows) else []
    index = bisect_right(marks, (column, 1 << 30)) - 1
    return marks[index][1] + 1 if index >= 0 else 0


def _rows(mappings: str) -> Iterator[list[tuple[int, int]]]:
    """Yield the mappings of each line of the script: column, and line of the source."""
    line = 0
    for row in mappings.split(";"):
        column, marks = 0, []
        for segment in filter(None, row.split(",")):
            numbers = list(_numbers(segment))
            column += numbers[0]
            if len(numbers) > 2:
                line += numbers[2]
                marks.append((column, line))
        yield marks


def _numbers(segment: str) -> Iterator[int]:
    """Decode base-64 VLQ numbers: five bits per digit, the lowest first, the sign in the lowest bit."""
    value = shift = 0
    for digit in map(_DIGITS.index, segment):
        value |= (digit & 31) << shift
        shift += 5
        if digit < 32:
            yield -(value >> 1) if value & 1 else value >> 1
            value = shift = 0
