"""Join OCaml: one text, because the tests may need what the solution opened.

Line directives let the compiler and backtraces name places in the two parts. The tests become the body of a functor, so
that the driver can call them.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from benchwright.languages.join import SOLUTION_NAME, Joined, Origin, Parts, driver_file, encode
from benchwright.languages.syntax import Edits, Tree, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_MIDDLE = b"""
;;
# 1 "driver.ml"
open! Benchwright_driver.Restored
%s
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


_AS_MODULE = b"""\
# 1 "driver.ml"
module %(name)b = struct
%(text)b
# 1 "driver.ml"
end
include %(name)b
"""
_USE = re.compile(rf'#(?:use|mod_use)\s+"(?:[^"\n]*/)?{SOLUTION_NAME}\.ml"'.encode())
_MODULE = re.compile(rf"\bopen!?\s+({SOLUTION_NAME})\b|(?<![\w.'])({SOLUTION_NAME})\.(?=[\w(\[{{])".encode())
"""The solution as a module, which is what its file is."""
_FRAMEWORKS = {"ounit": re.compile(rb"\bOUnit2?\b"), "alcotest": re.compile(rb"\bAlcotest\b")}
_ASSERTION = re.compile(r"(?:[\w.]*\.)?\(?(?:open\s)?(check|check_raises|assert_(?:equal|bool|raises|string))\b(?!')")
_ARGUMENTS = {
    "check": 4, "check_raises": 3, "assert_equal": 2, "assert_bool": 2, "assert_raises": 2, "assert_string": 1,
}  # fmt: skip
"""Number of arguments of each assertion that has no result."""


def join(parts: Parts) -> Joined:
    """Concatenate head, solution, middle, tests and tail."""
    head = driver_file(__file__, "head.ml")
    solution = b'# 1 "solution.ml"\n' + _without_entry(encode(parts.solution))
    solution, tests = _as_module(solution, encode(parts.tests))
    found = [name for name, pattern in _FRAMEWORKS.items() if pattern.search(tests)]
    frameworks = b"".join(driver_file(__file__, f"{name}.ml") for name in found)
    middle = _MIDDLE % b" ".join(b"open! Benchwright_%s" % name.encode() for name in found)
    tests = _tests(_with_places(tests) if found else tests)
    text = b"".join((head, frameworks, solution, middle, tests, _TAIL))
    return Joined(
        files={"main.ml": text},
        mode="frameworks" if found else "tests",
        origins={"solution.ml": Origin(part="solution"), "tests.ml": Origin(part="tests")},
        entry="framework" if found else "text",
        framework=found[0] if found else "",
    )


def _as_module(solution: bytes, tests: bytes) -> tuple[bytes, bytes]:
    """Put the solution into a module if the tests use it as one that nothing defines. All of it is open in any case, so
    the tests need not open it, which would hide again what was restored after the solution."""
    names = {name for found in _MODULE.findall(tests) for name in found if name[:1].isupper()}
    names -= set(re.findall(rb"\bmodule\s+(?:rec\s+)?(\w+)", solution + tests))
    for name in sorted(names):
        solution = _AS_MODULE % {b"name": name, b"text": solution}
        tests = re.sub(rb"\bopen!?\s+%b\b(?!\.)" % name, b"open! struct end", tests)
    return solution, tests


@functools.lru_cache(maxsize=256)
def _with_places(tests: bytes) -> bytes:
    """Keep the places of assertions: a call that is the last thing a function does leaves no trace of where it is."""
    tree, edits = parse("ocaml", tests), Edits(tests)
    for found in tree.find("[(application_expression) (infix_expression operator: (concat_operator))] @call"):
        call = found["call"]
        if (name := _ASSERTION.match(tree.text_of(call))) and _arguments(call) >= _ARGUMENTS[name[1]]:
            edits.insert(call.start_byte, "(")
            edits.insert(call.end_byte, "; ())")
    return edits.apply()


def _arguments(call: Node) -> int:
    """Count the arguments of a call without labels, also of `call a @@ b` and `M.(call a) b`."""
    if call.type == "infix_expression":
        return _arguments(call.children[0]) + 1
    if call.type == "local_open_expression":
        return _arguments(call.named_children[-1])
    if call.type != "application_expression":
        return 0
    function = call.child_by_field_name("function")
    own = [each for each in call.children_by_field_name("argument") if each.type != "labeled_argument"]
    return len(own) + (_arguments(function) if function is not None else 0)


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
    return re.sub(rb"\bStdlib\.exit\b", b"exit", _USE.sub(b"", tests))
