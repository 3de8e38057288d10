"""Joins Go: three files of package main, of which ours calls the tests through the driver's package."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchwright.languages.go.checks import watch_checks, watch_exits, watch_units
from benchwright.languages.go.source import Source
from benchwright.languages.join import Joined, Origin, Parts, encode
from benchwright.languages.syntax import Tree, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_OWN = "benchwright_"
"""How names begin that we give."""

_PROTECTED = frozenset(
    "panic recover true false nil iota error len cap make bool string byte rune uintptr int int8 int16 int32 int64"
    " uint uint8 uint16 uint32 uint64 float32 float64 complex64 complex128".split()
)
"""Names of the language that tests rely on. Others, such as `max` or `print`, are given to functions honestly."""

_USUAL = {
    path.rpartition("/")[2]: path
    for path in (
        "bufio bytes cmp container/heap container/list context encoding/hex encoding/json errors fmt io log maps math"
        " math/big math/bits math/rand os reflect regexp runtime slices sort strconv strings sync sync/atomic testing"
        " time unicode unicode/utf8"
    ).split()
}
"""Packages that tests may use without importing them, counting on the solution's imports."""

_TEST_NAME = re.compile(r"Test(?![a-z])")
_CALLED_NAME = re.compile(r"[Tt]est")


def join(parts: Parts) -> Joined:
    """The driver's package runs before all others, so that the order of the files does not matter."""
    solution = Source(Tree("go", encode(parts.solution)))
    tests = Source(parse("go", encode(parts.tests)))
    _forbid_driver(solution)
    _share_imports(solution, tests)
    solution.rename(_solution_names(solution, tests))
    framework = _framework_tests(tests)
    main, entry = _framework_main(tests, framework) if framework else _plain_main(tests)
    watch_exits(tests)
    return Joined(
        files={"main.go": main.encode(), "solution.go": solution.finish(), "tests.go": tests.finish()},
        mode="tests",
        origins={"solution.go": Origin(part="solution"), "tests.go": Origin(part="tests")},
        entry=entry,
        framework="go test" if framework else "",
    )
