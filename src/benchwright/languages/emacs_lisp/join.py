"""Join Emacs Lisp: the driver evaluates both texts, form after form, as if they were one."""

from __future__ import annotations

import functools
import re

import msgspec

from benchwright.languages.common_lisp.forms import mark_units
from benchwright.languages.join import Joined, Origin, Parts, encode
from benchwright.languages.syntax import Edits, parse

_UNIT = '(benchwright-unit "{}")'
_EXITS = '((list . (symbol) @name) (#eq? @name "kill-emacs"))'
_FRAMEWORK = re.compile(rb"\(ert-deftest\s")


class _Tests(msgspec.Struct, frozen=True, kw_only=True):
    """The tests with their marks, and how they start."""

    text: bytes
    called: bool
    framework: str


def join(parts: Parts) -> Joined:
    """Combine two files; the driver, which is already compiled, reads them."""
    tests = _tests(_without_shebang(encode(parts.tests)))
    return Joined(
        files={"solution.el": _without_shebang(encode(parts.solution)), "tests.el": tests.text},
        mode="tests",
        origins={"solution.el": Origin(part="solution"), "tests.el": Origin(part="tests")},
        entry="framework" if tests.framework else "call" if tests.called else "text",
        framework=tests.framework,
    )


def _without_shebang(text: bytes) -> bytes:
    return b";" + text if text.startswith(b"#!") else text


@functools.lru_cache(maxsize=256)
def _tests(text: bytes) -> _Tests:
    """Mark the tests in the text and report its exits."""
    tree, edits = parse("elisp", text), Edits(text)
    framework = "ert" if _FRAMEWORK.search(text) else ""
    calls: tuple[str, ...] = ()
    if not framework:
        calls = mark_units(tree, edits, _UNIT.format)
        edits.insert(len(text), "".join(f"\n({name}) {_UNIT.format(name)}" for name in calls))
    if b"kill-emacs" in text:
        for found in tree.find(_EXITS):
            edits.replace(found["name"], f"benchwright-exit {found['name'].start_point[0] + 1}")
    return _Tests(text=edits.apply(), called=bool(calls), framework=framework)
