"""Joins Go: three files of package main, of which ours calls the tests through the driver's package."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from benchwright.languages.go.checks import (
    DRIVER,
    GOTEST,
    is_bare,
    testing_parameter,
    watch_checks,
    watch_exits,
    watch_units,
)
from benchwright.languages.go.source import Source
from benchwright.languages.join import Joined, Origin, Parts, encode
from benchwright.languages.syntax import Tree, parse

if TYPE_CHECKING:
    from tree_sitter import Node

Entry = Literal["text", "call", "framework"]

_OWN = "benchwright_"
"""How names begin that we give."""

_PROTECTED = re.compile(
    "panic|recover|true|false|nil|iota|error|any|len|cap|make"
    "|bool|string|byte|rune|uintptr|u?int(8|16|32|64)?|float(32|64)|complex(64|128)"
)
"""Names of the language that tests rely on. Others, such as `max` or `print`, are given to functions honestly."""

_USUAL = {
    path.rpartition("/")[2]: path
    for path in (
        *("bufio", "bytes", "cmp", "container/heap", "container/list", "context", "encoding/json", "errors", "fmt"),
        *("io", "log", "maps", "math", "math/big", "math/rand", "os", "reflect", "regexp", "runtime", "slices", "sort"),
        *("strconv", "strings", "sync", "sync/atomic", "testing", "time", "unicode", "unicode/utf8"),
    )
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


def _forbid_driver(solution: Source) -> None:
    """The driver's packages are not for the solution; a path may also be written with escapes."""
    for each in solution.imports:
        if each.path_node is not None and ("benchwright" in each.path or "\\" in each.path):
            solution.edits.replace(each.path_node, '"no/such/package"')


def _share_imports(solution: Source, tests: Source) -> None:
    """As one file, each part could use what the other imports, and import what only the other uses."""
    for own, other in ((solution, tests), (tests, solution)):
        for each in own.imports:
            if each.name not in own.packages_used and each.name in other.packages_used:
                own.make_blank(each)
        for name in sorted(own.packages_used - own.packages.keys() - other.declared):
            path = other.packages.get(name) or (_USUAL.get(name) if own is tests else None)
            if path:
                own.add_import(name, path)


def _solution_names(solution: Source, tests: Source) -> dict[str, str]:
    """The solution's own entry is not for the tests, and must not clash with theirs; nor may it change the language."""
    clashing = {name for name in solution.functions.keys() & tests.functions.keys() if _TEST_NAME.match(name)}
    names = clashing | set(filter(_PROTECTED.fullmatch, solution.declared)) | (solution.functions.keys() & {"main"})
    return {name: f"{_OWN}solution_{name}" for name in names}


def _framework_tests(tests: Source) -> dict[str, Node]:
    return {
        name: function
        for name, function in tests.functions.items()
        if _TEST_NAME.match(name) and testing_parameter(tests, function) == "T"
    }


def _framework_main(tests: Source, functions: dict[str, Node]) -> tuple[str, Entry]:
    """The framework runs all tests, whatever the text may do with them in a main function."""
    tests.rename(_main_name(tests))
    watch_checks(tests)
    own_main = tests.functions.get("TestMain")
    arguments = ["TestMain" if own_main is not None and testing_parameter(tests, own_main) == "M" else "nil"]
    for name, function in functions.items():
        arguments.append(f'{GOTEST}.Test{{"{name}", "tests.go:{function.start_point[0] + 1}", {name}}}')
    return _main_file(GOTEST, "gotest", f"{GOTEST}.Main({', '.join(arguments)})"), "framework"


def _plain_main(tests: Source) -> tuple[str, Entry]:
    """The tests' main function, else the tests that nothing calls."""
    if "main" in tests.functions:
        watch_units(tests)
        tests.rename(_main_name(tests))
        return _main_file(DRIVER, "driver", f"{DRIVER}.Run({_main_name(tests)['main']})"), "text"
    uncalled = [name for name, node in tests.functions.items() if _CALLED_NAME.match(name) and is_bare(node)]
    if uncalled:
        calls = "; ".join(f'{DRIVER}.Unit("{name}", {name})' for name in uncalled)
        return _main_file(DRIVER, "driver", f"{DRIVER}.Run(func() {{ {calls} }})"), "call"
    # Checks may also be made while the package is set up.
    executed = int("init" in tests.functions or "_" in tests.declared)
    return _main_file(DRIVER, "driver", f"{DRIVER}.End({executed})"), "text"


def _main_name(tests: Source) -> dict[str, str]:
    return {"main": f"{_OWN}tests_main"} if "main" in tests.functions else {}


def _main_file(name: str, package: str, statement: str) -> str:
    return f'package main\n\nimport {name} "benchwright/{package}"\n\nfunc main() {{ {statement} }}\n'
