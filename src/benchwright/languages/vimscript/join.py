"""Join Vimscript: one script, so that both parts share script variables, sourced by the driver."""

from __future__ import annotations

import functools
import re

import msgspec

from benchwright.languages.join import Joined, Origin, Parts, driver_file, encode
from benchwright.languages.ruby.functions import Queries, mark_units
from benchwright.languages.syntax import Edits, parse

_QUERIES = Queries(
    functions="(script_file (function_definition (function_declaration name: (identifier) @name) @function))",
    calls="(script_file (call_statement (call_expression function: (identifier) @name)) @call)",
)
_CHECKS = '((call_expression function: (identifier) @name) @call (#match? @name "^assert_"))'
_VIM9 = re.compile(rb"^[ \t]*vim9s(?:cript)?\b[^\n]*", re.MULTILINE)
_VIM9_WORDS = re.compile(rb"^[ \t]*(?:export[ \t]+)?(?:def[ \t]+[\w:]+\(|var[ \t]+\w+)", re.MULTILINE)


class _Tests(msgspec.Struct, frozen=True, kw_only=True):
    """The tests with their marks, and what was found in them."""

    text: bytes
    called: bool
    empty: bool
    silent: bool
    """Whether checks only record their result."""
    vim9: bool
    """Whether they are written in Vim9 script."""


def join(parts: Parts) -> Joined:
    """Combine the driver and what it sources: one script, if both parts use the same version of the language."""
    solution, tests = encode(parts.solution), _tests(encode(parts.tests))
    before = _opened(solution) + b"\ncall g:BenchwrightStart()\n"
    end = b"\ncall g:BenchwrightEnd()\n"
    if _is_vim9(solution) == tests.vim9:
        scripts = {"program.vim": before + _VIM9.sub(b"", tests.text, count=1) + end}
    else:
        scripts = {"program.vim": before, "tests.vim": _opened(tests.text) + end}
    driver = driver_file(__file__, "main.vim").replace(b"BENCHWRIGHT_TESTS_START", b"%d" % before.count(b"\n"))
    return Joined(
        files={"driver.vim": driver.replace(b"BENCHWRIGHT_HAS_CODE", b"0" if tests.empty else b"1"), **scripts},
        mode="tests",
        origins={"solution.vim": Origin(part="solution"), "tests.vim": Origin(part="tests")},
        entry="call" if tests.called else "text",
        silent=("assert_…",) if tests.silent else (),
    )


def _opened(text: bytes) -> bytes:
    """Prepend a line that removes the script's file. Nothing may precede `vim9script`."""
    return (b"" if _VIM9.search(text) else b"call g:BenchwrightOpened()") + b"\n" + text


def _is_vim9(text: bytes) -> bool:
    return bool(_VIM9.search(text))


@functools.lru_cache(maxsize=256)
def _tests(text: bytes) -> _Tests:
    """Mark the tests in the text and record its checks."""
    tree, edits = parse("vim", text), Edits(text)
    calls = mark_units(tree, edits, _QUERIES, lambda name: f" | call g:BenchwrightUnit('{name}')")
    checks = [found["call"] for found in tree.find(_CHECKS)]
    for check in checks:
        edits.insert(check.start_byte, f"g:BenchwrightCheck({check.start_point[0] + 1}, ")
        edits.insert(check.end_byte, ")")
    edits.insert(len(text), "".join(f"\ncall {name}() | call g:BenchwrightUnit('{name}')" for name in calls))
    empty = all(node.type == "comment" for node in tree.root.named_children)
    vim9 = _is_vim9(text) or bool(_VIM9_WORDS.search(text))
    return _Tests(text=edits.apply(), called=bool(calls), empty=empty, silent=bool(checks), vim9=vim9)
