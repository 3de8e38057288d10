"""Join R: the driver evaluates both texts, each in its own file, in one environment."""

from __future__ import annotations

import functools
import re

from benchwright.languages.join import Joined, Origin, Parts, driver_file, encode
from benchwright.languages.ruby.functions import Queries, mark_units
from benchwright.languages.syntax import Edits, parse

_QUERIES = Queries(
    functions="(program (binary_operator lhs: (identifier) @name rhs: (function_definition) @function))",
    calls="(program (call function: (identifier) @name) @call)",
)
_FRAMEWORKS = {
    "testthat": re.compile(rb"\btestthat\b|^[ \t\f\v]*test_that\s*\(", re.MULTILINE),
    "RUnit": re.compile(rb"^[^#\n]*\bRUnit\b", re.MULTILINE),
    "tinytest": re.compile(rb"^[^#\n]*\btinytest\b", re.MULTILINE),
}


def join(parts: Parts) -> Joined:
    """Combine the driver with the two files that it reads."""
    tests = encode(parts.tests)
    framework = next((name for name, pattern in _FRAMEWORKS.items() if pattern.search(tests)), "")
    calls = () if framework else _uncalled(tests)
    return Joined(
        files={
            # Rscript parses an unfinished expression again with each of its lines; a file is parsed once.
            "main.R": b'eval(parse("benchwright_driver.R", keep.source = FALSE))\n',
            "benchwright_driver.R": driver_file(__file__, "main.R").replace(
                b"BENCHWRIGHT_FRAMEWORK", framework.encode()
            ),
            "solution.R": encode(parts.solution),
            "tests.R": tests + b"\n" + b"".join(b"%s()\n" % name.encode() for name in calls),
        },
        mode="testthat" if framework == "testthat" else "tests",
        origins={"solution.R": Origin(part="solution"), "tests.R": Origin(part="tests")},
        entry="framework" if framework else "call" if calls else "text",
        framework=framework,
        # It holds for a comparison with NULL, which a function without a body returns.
        silent=("stopifnot",) if b"stopifnot" in tests else (),
    )


@functools.lru_cache(maxsize=256)
def _uncalled(tests: bytes) -> tuple[str, ...]:
    """Return the tests left for the driver to call. The driver itself recognizes which top-level calls are tests."""
    return mark_units(parse("r", tests), Edits(tests), _QUERIES, lambda name: "")
