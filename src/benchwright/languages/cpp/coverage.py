"""Lines that a C++ or C solution executes, measured with gcov if it comes with the compiler."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from benchwright.languages.coverage import Executed, Traced
from benchwright.languages.join import Joined, driver_file

TOOL = "gcov"
_RESULT = "benchwright_coverage.json"


def trace(joined: Joined) -> Traced:
    """Build and run in a separate mode, in which gcov follows the program."""
    files = {**joined.files, "coverage.sh": driver_file(__file__, "coverage.sh")}
    return Traced(files=files, mode="coverage", collect=(_RESULT,))


def read(joined: Joined, files: Mapping[str, bytes]) -> Executed | None:
    """Read which lines with code ran; a line of a template ran if any instance of it did."""
    if not files.get(_RESULT, b"").strip():
        return None
    names = {name for name, origin in joined.origins.items() if origin.part == "solution"}
    lines: dict[int, bool] = {}
    for file in json.loads(files[_RESULT])["files"]:
        for each in file["lines"] if Path(file["file"]).name in names else ():
            line = each["line_number"]
            lines[line] = lines.get(line, False) or each["count"] > 0
    return Executed(lines=dict(sorted(lines.items())))
