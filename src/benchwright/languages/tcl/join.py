"""Join Tcl: the driver evaluates both texts in one interpreter, so that each behaves as if it were the whole script."""

from __future__ import annotations

import functools
import re

from benchwright.languages.join import Joined, Origin, Parts, driver_file, encode
from benchwright.languages.syntax import Edits, parse

_EXITS = '((command name: (simple_word) @name) (#match? @name "^(::)?exit$"))'
_PROCEDURES = re.compile(rb"\bproc\s+(\S+)")


def join(parts: Parts) -> Joined:
    """Combine the driver and the files it reads."""
    tests, procedures = _tests(encode(parts.tests))
    return Joined(
        files={
            "main.tcl": driver_file(__file__, "main.tcl"),
            "solution.tcl": encode(parts.solution),
            "tests.tcl": tests,
            "procedures": procedures,
        },
        mode="tests",
        origins={"solution.tcl": Origin(part="solution"), "tests.tcl": Origin(part="tests")},
        framework="tcltest" if b"tcltest" in tests else "",
    )


@functools.lru_cache(maxsize=256)
def _tests(tests: bytes) -> tuple[bytes, bytes]:
    """Report the exits of the text with their lines; also return the names of the procedures it defines."""
    procedures = b"\n".join(sorted({name.rpartition(b"::")[2] for name in _PROCEDURES.findall(tests)}))
    if b"exit" not in tests:
        return tests, procedures
    tree = parse("tcl", tests)
    edits = Edits(tests)
    for found in tree.find(_EXITS):
        edits.replace(found["name"], f"::benchwright_exit {found['name'].start_point[0] + 1}")
    return edits.apply(), procedures
