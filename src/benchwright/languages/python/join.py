"""Join Python: the driver runs both texts in one module, so that only the solution's own entry point must be
disabled."""

from __future__ import annotations

from benchwright.languages.join import Joined, Origin, Parts, encode
from benchwright.languages.syntax import Edits, Tree

_GUARD = """
(module (if_statement condition: (comparison_operator (identifier) @name operators: "==" (string) @value) @condition))
(module (if_statement condition: (comparison_operator (string) @value operators: "==" (identifier) @name) @condition))
"""


def join(parts: Parts) -> Joined:
    """Combine three files; the driver, which is prepared with the toolchain, reads the other two."""
    return Joined(
        files={
            "main.py": b"from benchwright_driver import drive\ndrive()\n",
            "solution.py": _without_entry(encode(parts.solution)),
            "tests.py": encode(parts.tests),
        },
        mode="tests",
        origins={"solution.py": Origin(part="solution"), "tests.py": Origin(part="tests")},
    )


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
