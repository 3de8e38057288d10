"""Join Dart: two libraries, where the tests' library imports the solution's.

In the tests' scope, their own declarations take precedence, followed by imports from non-system libraries, so that
hardly anything must be rewritten.
"""

from __future__ import annotations

import functools
import re

from benchwright.languages.join import Joined, Origin, Parts, driver_file, encode
from benchwright.languages.syntax import Tree, parse

_FUNCTIONS = "(program (function_signature name: (identifier) @name (formal_parameter_list) @parameters))"
_DECLARED = "(program (_ name: (identifier) @name))"
_SYSTEM_IMPORT = re.compile(r"^import\s+(['\"])dart:[^'\"]+\1[^;]*;", re.MULTILINE)
# The solution's file has the name given here, whatever the tests expect.
_OWN_DIRECTIVE = re.compile(
    r"^(?:library\b[^;]*|part\s+of\b[^;]*|import\s+(['\"])(?!dart:|package:)[^'\"]+\1[^;]*);", re.MULTILINE
)
_ASSERT = re.compile(r"\bassert\s*\(")
_TEST_NAME = re.compile("test", re.IGNORECASE)

# Names that the tests' checks depend on: if a solution declares one of them, only the solution sees it.
_KEPT_NAMES = frozenset(
    {
        *("ArgumentError", "AssertionError", "Comparable", "Error", "Exception", "FormatException", "Function"),
        *("Future", "Iterable", "List", "Map", "Never", "Object", "RangeError", "Set", "StateError", "String", "Type"),
        *("TypeError", "UnimplementedError", "UnsupportedError", "bool", "double", "exit", "exitCode", "identical"),
        *("int", "num", "print"),
    }
)


def join(parts: Parts) -> Joined:
    """Combine the two libraries, the driver, and the list of what it calls."""
    names, called = _entries(encode(parts.tests))
    entries = ", ".join(f"'{name}': tests.{name}" for name in names)
    table = f"final Map<String, Function> entries = {{{entries}}};\n"
    imports = [
        "import 'judge.dart' show exit, exitCode;",
        f"import 'solution.dart'{_hidden(parts.solution)};",
        *(" ".join(match[0].split()) for match in _SYSTEM_IMPORT.finditer(parts.solution)),
    ]
    # All on the first line, so that the text keeps its lines.
    tests = " ".join(imports) + " " + _OWN_DIRECTIVE.sub(_blank, parts.tests)
    return Joined(
        files={
            "main.dart": driver_file(__file__, "main.dart"),
            "judge.dart": driver_file(__file__, "judge.dart"),
            "entries.dart": f"import 'tests.dart' as tests;\n{table}".encode(),
            "solution.dart": encode(parts.solution),
            "tests.dart": encode(tests),
        },
        mode="tests",
        origins={"solution.dart": Origin(part="solution"), "tests.dart": Origin(part="tests")},
        entry="call" if called else "text",
        silent=("assert",) if _ASSERT.search(parts.tests) else (),
    )


@functools.lru_cache(maxsize=128)
def _entries(text: bytes) -> tuple[tuple[str, ...], bool]:
    """Return the functions of the tests that the driver calls: `main`, or tests without parameters."""
    tree = parse("dart", text)
    found = {tree.text_of(match["name"]): match["parameters"] for match in tree.find(_FUNCTIONS)}
    if "main" in found:
        return ("main",), False
    names = [name for name, parameters in found.items() if _TEST_NAME.match(name) and not parameters.named_child_count]
    return tuple(names), True


def _hidden(solution: str) -> str:
    """Return the clause that hides the solution's declarations of names that the tests rely on."""
    if not any(name in solution for name in _KEPT_NAMES):
        return ""
    tree = Tree("dart", encode(solution))
    hidden = {tree.text_of(match["name"]) for match in tree.find(_DECLARED)} & _KEPT_NAMES
    return f" hide {', '.join(sorted(hidden))}" if hidden else ""


def _blank(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")
