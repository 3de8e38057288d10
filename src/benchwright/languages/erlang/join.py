"""Join Erlang: the driver, which is prepared with the toolchain, joins both texts as lists of forms."""

from __future__ import annotations

import re

from benchwright.languages.join import Joined, Origin, Parts, encode

_ENTRY = re.compile(r"^(main|tests?|run|run_tests|start|test_all)\(", re.MULTILINE)
_UNITS = re.compile(r"^\w+_test_?\(\)", re.MULTILINE)


def join(parts: Parts) -> Joined:
    """Combine two files. The driver puts tests that do not name a module into the solution's."""
    own_entry = _ENTRY.search(parts.tests) is not None
    framework = not own_entry and _UNITS.search(parts.tests) is not None
    return Joined(
        files={"solution.erl": encode(parts.solution), "tests.erl": encode(parts.tests)},
        mode="tests",
        origins={"solution.erl": Origin(part="solution"), "tests.erl": Origin(part="tests")},
        entry="framework" if framework else "call",
        framework="eunit" if framework else "",
        silent=("eunit:test",) if "eunit:test(" in parts.tests else (),
    )
