"""Lines and branches that a Python solution executes, by the interpreter's own trace.

A branch is a jump from the head of an `if`, `elif`, `while`, `for` or `case` into its body (0) or to elsewhere (1).
Heads that share a line with their body, and conditions that are constants, have no branches."""

from __future__ import annotations

import json
from collections.abc import Mapping

from benchwright.languages.coverage import Executed, Traced
from benchwright.languages.join import Joined, driver_file

TOOL = "sys.settrace"
_RESULT = "benchwright_coverage.json"


def trace(joined: Joined) -> Traced:
    """The tracer starts before the driver, which imports nothing of it."""
    main = driver_file(__file__, "trace.py") + joined.files["main.py"]
    return Traced(files={**joined.files, "main.py": main}, mode=joined.mode, collect=(_RESULT,))


def read(joined: Joined, files: Mapping[str, bytes]) -> Executed | None:
    """Lines that hold code, with those that ran, and the ways from decisions."""
    if _RESULT not in files:
        return None
    lines, executed, branches = json.loads(files[_RESULT])
    return Executed(
        lines={line: line in executed for line in lines},
        branches={(line, way): bool(taken) for line, *ways in branches for way, taken in enumerate(ways)},
    )
