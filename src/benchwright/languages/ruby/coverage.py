"""Lines that a Ruby solution executes, measured by trace points: Ruby's own coverage does not support evaluated
strings."""

from __future__ import annotations

import json
from collections.abc import Mapping

from benchwright.languages.coverage import Executed, Traced
from benchwright.languages.join import Joined, driver_file

TOOL = "TracePoint"
_RESULT = "benchwright_coverage.json"


def trace(joined: Joined) -> Traced:
    """Start the tracer before the driver."""
    main = driver_file(__file__, "trace.rb") + joined.files["main.rb"]
    return Traced(files={**joined.files, "main.rb": main}, mode=joined.mode, collect=(_RESULT,))


def read(joined: Joined, files: Mapping[str, bytes]) -> Executed | None:
    """Read which lines with code ran."""
    if _RESULT not in files:
        return None
    lines, executed = json.loads(files[_RESULT])
    return Executed(lines={line: line in executed for line in lines})
