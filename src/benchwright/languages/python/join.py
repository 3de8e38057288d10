"""Join Python: the driver runs both texts in one module, so that only the solution's own entry point must be
disabled."""

from __future__ import annotations

import re

from benchwright.languages.join import Joined, Origin, Parts, encode
from benchwright.languages.syntax import Edits, Tree

_GUARD = """
(module (if_statement condition: (comparison_operator (identifier) @name operators: "==" (string) @value) @condition))
(module (if_statement condition: (comparison_operator (string) @value operators: "==" (identifier) @name) @condition))
"""

_IMPORTS_PYTEST = re.compile(r"^[ \t]*(?:import|from)[ \t]+(?:pytest|hypothesis)\b", re.MULTILINE)
_TEST_CLASS = re.compile(r"^class[ \t]+(Test\w*)[ \t]*(?:\([ \t]*(?:object)?[ \t]*\))?[ \t]*:", re.MULTILINE)
_TEST_METHOD = re.compile(r"^[ \t]+(?:async[ \t]+)?def[ \t]+test\w*\(self\b", re.MULTILINE)
# The sandbox provides the packages that a program imports.
_WITH_PYTEST = b"""\
import pytest
from benchwright_driver import drive
from benchwright_pytest import run_pytest
drive(run_pytest)
"""


def join(parts: Parts) -> Joined:
    """Combine three files; the driver, which is prepared with the toolchain, reads the other two."""
    pytest = _needs_pytest(parts.tests)
    return Joined(
        files={
            "main.py": _WITH_PYTEST if pytest else b"from benchwright_driver import drive\ndrive()\n",
            "solution.py": _without_entry(encode(parts.solution)),
            "tests.py": encode(parts.tests),
        },
        mode="tests",
        entry="framework" if pytest else "text",
        framework="pytest" if pytest else "",
        origins={"solution.py": Origin(part="solution"), "tests.py": Origin(part="tests")},
    )


def _needs_pytest(tests: str) -> bool:
    """Whether only pytest would run all tests: they import it, or are in classes that nothing calls and that are not
    test cases of unittest."""
    if _IMPORTS_PYTEST.search(tests):
        return True
    classes = _TEST_CLASS.findall(tests) if _TEST_METHOD.search(tests) else []
    return any(not re.search(rf"\b{name}\(", tests) for name in classes)


def _without_entry(solution: bytes) -> bytes:
    """Remove what the solution does when run as a program, such as demonstrations and reading input."""
    if b"__main__" not in solution:
        return solution
    tree = Tree("python", solution)
    edits = Edits(solution)
    for match in tree.find(_GUARD):
        if tree.text_of(match["name"]) == "__name__" and tree.text_of(match["value"])[1:-1] == "__main__":
            edits.replace(match["condition"], "False")
    return edits.apply()
