"""Join Common Lisp: the driver loads both texts, the tests in the package that the solution ended in."""

from __future__ import annotations

import functools
import re

import msgspec

from benchwright.languages.common_lisp.forms import mark_units
from benchwright.languages.join import Joined, Origin, Parts, encode
from benchwright.languages.syntax import Edits, Tree, parse

# Names between bars stay the same even if the solution changes the reader's case.
_LEFT = b"\n(|CL-USER|::|BENCHWRIGHT-LEFT|)\n"
_START = "(|CL-USER|::|BENCHWRIGHT-START|{}) "
_DONE = " (|CL-USER|::|BENCHWRIGHT-DONE|))"
_UNIT = '(|CL-USER|::|BENCHWRIGHT-UNIT| "{}")'
_EXIT = "|CL-USER|::|BENCHWRIGHT-EXIT|"
_CALLS = "(list_lit . value: (_) @name)"
_EXITS = re.compile(r"(?:(?:sb-ext|uiop|cl-user):+)?(?:exit|quit)", re.IGNORECASE)
_OWN_EXIT = re.compile(rb"\(\s*def\w+\s+(?:exit|quit)\s", re.IGNORECASE)


class _Tests(msgspec.Struct, frozen=True, kw_only=True):
    """The tests with their marks, and whether the driver calls them."""

    text: bytes
    called: bool


def join(parts: Parts) -> Joined:
    """Combine two files; the driver, which is already compiled, loads them."""
    solution = encode(parts.solution)
    tests = _tests(encode(parts.tests), _OWN_EXIT.search(solution) is not None)
    return Joined(
        files={"solution.lisp": _without_shebang(solution) + _LEFT, "tests.lisp": tests.text},
        mode="tests",
        origins={"solution.lisp": Origin(part="solution"), "tests.lisp": Origin(part="tests")},
        entry="call" if tests.called else "text",
    )


def _without_shebang(text: bytes) -> bytes:
    return b";" + text if text.startswith(b"#!") else text


def _mark_forms(tree: Tree, edits: Edits) -> tuple[str, ...]:
    """Count the forms, because forms skipped by a restart are not done. Returns the tests that the driver calls."""
    forms = [node for node in tree.root.named_children if node.type == "list_lit"]
    end = len(tree.text)
    if tree.has_errors:
        edits.insert(0, _START.format(" 1"))
        edits.insert(end, f"\n(progn{_DONE}")
        return ()
    edits.insert(0, _START.format("".join(f" {form.start_point[0] + 1}" for form in forms)))
    for form in forms:
        edits.insert(form.start_byte, "(progn ")
    calls = mark_units(tree, edits, _UNIT.format)
    for form in forms:
        edits.insert(form.end_byte, _DONE)
    for name in calls:
        edits.insert(end, f"\n({name}) {_UNIT.format(name)}")
    return calls


@functools.lru_cache(maxsize=256)
def _tests(text: bytes, own_exit: bool) -> _Tests:
    """Mark the tests in the text and report its exits, unless it defines its own exit function."""
    text = _without_shebang(text)
    tree, edits = parse("commonlisp", text), Edits(text)
    calls = _mark_forms(tree, edits)
    if not own_exit and re.search(rb"exit|quit", text, re.IGNORECASE) and not _OWN_EXIT.search(text):
        names = [found["name"] for found in tree.find(_CALLS)]
        for name in names:
            if _EXITS.fullmatch(tree.text_of(name)):
                edits.replace(name, f"{_EXIT} {name.start_point[0] + 1}")
    return _Tests(text=edits.apply(), called=bool(calls))
