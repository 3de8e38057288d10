"""Lines that a Python solution executes, by the interpreter's own trace."""

from __future__ import annotations

import json
from collections.abc import Mapping

from benchwright.languages.cover import Traced
from benchwright.languages.join import Joined, driver_file

TOOL = "sys.settrace"
_RESULT = "benchwright_coverage.json"


def trace(joined: Joined) -> Traced:
    """The tracer starts before the driver, which imports nothing of it."""
    main = driver_file(__file__, "trace.py") + joined.files["main.py"]
    return Traced(files={**joined.files, "main.py": main}, mode=joined.mode, collect=(_RESULT,))


def read(joined: Joined, files: Mapping[str, bytes]) -> dict[int, bool] | None:
    """Lines that hold code, with those that ran."""
    if _RESULT not in files:
        return None
    lines, executed = json.loads(files[_RESULT])
    return {line: line in executed for line in lines}
