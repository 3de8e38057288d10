"""Join OCaml: one text, because the tests may need what the solution opened.

Line directives let the compiler and backtraces name places in the two parts. The tests become the body of a functor, so
that the driver can call them.
"""

from __future__ import annotations

import functools
import re

from benchwright.languages.join import Joined, Origin, Parts, driver_file, encode
from benchwright.languages.syntax import Edits, Tree

_MIDDLE = b"""
;;
# 1 "driver.ml"
open! Benchwright_driver.Restored
module Benchwright_tests () = struct
# 1 "tests.ml"
"""
_TAIL = b"""
;;
# 1 "driver.ml"
end
let () = Benchwright_driver.run (fun () -> let module Tests = Benchwright_tests () in ())
"""
_ENTRIES = "(compilation_unit (value_definition (let_binding pattern: [(unit) (value_pattern)] body: (_) @body)))"
_CALL_OF_MAIN = re.compile(r"main\s*\(\s*\)|(?:if\b.*\bthen|when\b.*->)\s*\(?main\s*\(\s*\)\)?", re.DOTALL)


def join(parts: Parts) -> Joined:
    """Concatenate head, solution, middle, tests and tail."""
    head = driver_file(__file__, "head.ml")
    text = b"".join((head, _without_entry(encode(parts.solution)), _MIDDLE, _tests(encode(parts.tests)), _TAIL))
    return Joined(
        files={"main.ml": text},
        mode="tests",
        origins={"solution.ml": Origin(part="solution"), "tests.ml": Origin(part="tests")},
    )


def _without_entry(solution: bytes) -> bytes:
    """Remove what the solution does when run as a program."""
    if b"main" not in solution:
        return solution
    tree = Tree("ocaml", solution)
    edits = Edits(solution)
    for found in tree.find(_ENTRIES):
        if _CALL_OF_MAIN.fullmatch(tree.text_of(found["body"])):
            edits.insert(found["body"].start_byte, "if false then ignore (")
            edits.insert(found["body"].end_byte, ")")
    return edits.apply()


@functools.lru_cache(maxsize=256)
def _tests(tests: bytes) -> bytes:
    """Redirect every exit in the tests to the driver."""
    return re.sub(rb"\bStdlib\.exit\b", b"exit", tests)
