"""Lines and branches that a Python solution executes, measured by the interpreter's own trace function.

A branch is a jump from the head of an `if`, `elif`, `while`, `for` or `case` into its body (0) or to any other line
(1). Heads that share a line with their body, and constant conditions, have no branches.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from benchwright.languages.coverage import Executed, Traced
from benchwright.languages.join import Joined, driver_file

TOOL = "sys.settrace"
_RESULT = "benchwright_coverage.json"


def trace(joined: Joined) -> Traced:
    """Start the tracer before the driver, which does not import it."""
    main = driver_file(__file__, "trace.py") + joined.files["main.py"]
    return Traced(files={**joined.files, "main.py": main}, mode=joined.mode, collect=(_RESULT,))


def read(joined: Joined, files: Mapping[str, bytes]) -> Executed | None:
    """Read which lines with code ran, and which branches were taken."""
    if _RESULT not in files:
        return None
    lines, executed, branches = json.loads(files[_RESULT])
    return Executed(
        lines={line: line in executed for line in lines},
        branches={(line, way): bool(taken) for line, *ways in branches for way, taken in enumerate(ways)},
    )
