"""Join Fortran: one text with line markers, so that the compiler names places in the two parts.

The tests contain the main program; the solution's, if it has one, becomes a subroutine that is never called. If the
solution's text ends the main program that the tests' text leaves open, it goes inside.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, NamedTuple

from benchwright.languages.join import SOLUTION_NAME, Joined, Origin, Parts, encode
from benchwright.languages.syntax import Edits, Tree, ancestors, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_PROGRAM = re.compile(rb"^[ \t]*program\s+\w+", re.IGNORECASE | re.MULTILINE)
_END_PROGRAM = re.compile(rb"^[ \t]*end[ \t]*program\b", re.IGNORECASE | re.MULTILINE)
_STOPS = "(stop_statement) @stop"
_CALLS = "(subroutine_call subroutine: (identifier) @name) @call"
_INCLUDE = re.compile(
    rf"""^[ \t]*#?[ \t]*(?i:include)[ \t]*(["'])(?:[^"'\n]*/)?{SOLUTION_NAME}\.(?i:f|for|f\d\d|inc)\1.*$""".encode(),
    re.MULTILINE,
)
_MARK = b'\n# 1 "%s"\n'


class Tests(NamedTuple):
    """The tests, ready to run."""

    text: bytes
    silent: tuple[str, ...]


def join(parts: Parts) -> Joined:
    """Put the solution first, because the tests need its modules."""
    solution, tests = encode(parts.solution), encode(parts.tests)
    inside = bool(_END_PROGRAM.search(solution) and not _PROGRAM.search(solution) and not _END_PROGRAM.search(tests))
    ready = _tests(tests, inside)
    if not inside:
        solution = _without_entry(solution)
    texts = [_MARK % b"solution.f90" + solution, _MARK % b"tests.f90" + ready.text]
    if included := _INCLUDE.search(ready.text):
        texts = [_MARK % b"tests.f90" + ready.text[: included.start()] + texts[0], _after(ready.text, included.end())]
    return Joined(
        files={"main.f90": b"".join(reversed(texts) if inside and not included else texts) + b"\n"},
        mode="tests",
        origins={"solution.f90": Origin(part="solution"), "tests.f90": Origin(part="tests")},
        silent=ready.silent,
    )


def _after(tests: bytes, end: int) -> bytes:
    """Return the tests after the place where they include the solution."""
    return b'\n# %d "tests.f90"' % (tests.count(b"\n", 0, end) + 2) + _INCLUDE.sub(b"", tests[end:])


def _without_entry(solution: bytes) -> bytes:
    if not _END_PROGRAM.search(solution) and not _PROGRAM.search(solution):
        return solution
    tree = Tree("fortran", solution)
    edits = Edits(solution)
    for found in tree.find("(program (program_statement) @start (end_program_statement) @end)"):
        edits.replace(found["start"], "subroutine benchwright_solution_main" + _newline(tree, found["start"]))
        edits.replace(found["end"], "end subroutine" + _newline(tree, found["end"]))
    return edits.apply()


def _newline(tree: Tree, node: Node) -> str:
    """Return the line end if the statement includes it."""
    return "\n" if tree.text_of(node).endswith("\n") else ""


@functools.lru_cache(maxsize=256)
def _tests(tests: bytes, is_open: bool) -> Tests:
    """Report the stops of the text, and put the proof before the end of its main program."""
    text = tests + b"\nend program\n" if is_open else tests
    tree = parse("fortran", text)
    edits = Edits(text)
    silent = False
    for found in tree.find(_STOPS):
        silent = _report_stop(tree, edits, found["stop"]) or silent
    for found in tree.find(_CALLS):
        name = tree.text_of(found["name"]).lower()
        if name in ("exit", "abort"):
            status = "134" if name == "abort" else _argument(tree, found["call"])
            edits.replace(found["call"], _call(found["call"], status))
    for found in tree.find("(program [(internal_procedures) (end_program_statement)] @end)"):
        edits.insert(found["end"].start_byte, "call benchwright_finish(); ")
        break
    changed = edits.apply()
    return Tests(changed.removesuffix(b"end program\n") if is_open else changed, ("stop",) if silent else ())


def _report_stop(tree: Tree, edits: Edits, stop: Node) -> bool:
    """Report a stop. Returns whether it would end the program with status 0 although a check failed; a program's final
    stop is not a check."""
    if any(tree.text_of(each)[:60].lower().startswith(("pure ", "elemental ")) for each in ancestors(stop)):
        return False
    code = stop.named_children[0] if stop.named_children else None
    is_error = tree.text_of(stop).lower().startswith("error")
    is_last = stop.parent is not None and stop.parent.type == "program"
    if code is not None and code.type != "string_literal":
        edits.replace(stop, _call(stop, tree.text_of(code)))
        return False
    status = "0" if is_last and not is_error else "1"
    edits.replace(stop, _call(stop, status, tree.text_of(code) if code else '""'))
    return status == "1" and not is_error


def _argument(tree: Tree, call: Node) -> str:
    arguments = next((child for child in call.children if child.type == "argument_list"), None)
    return tree.text_of(arguments)[1:-1].strip() or "0" if arguments is not None else "0"


def _call(node: Node, status: str, text: str = '""') -> str:
    return f"call benchwright_stop({node.start_point[0] + 1}, {status}, {text})"
