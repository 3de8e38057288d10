"""Join Perl: the driver evaluates the solution, whose last line evaluates the tests in the same lexical scope."""

from __future__ import annotations

import functools
import re

import msgspec

from benchwright.languages.join import SOLUTION_NAME, Joined, Origin, Parts, driver_file, encode
from benchwright.languages.ruby.functions import Queries, mark_units
from benchwright.languages.syntax import Edits, Tree, parse

_QUERIES = Queries(
    functions="(source_file (subroutine_declaration_statement name: (bareword) @name) @function)",
    calls="(source_file (expression_statement (function_call_expression function: (function) @name)) @call)",
)
_END = re.compile(rb"^__(?:END|DATA)__\b[^\n]*\n?", re.MULTILINE)
_POD = re.compile(rb"^=([a-zA-Z]\w*)", re.MULTILINE)
_FRAMEWORK = re.compile(rb"^[ \t\f\v]*use\s+Test::(?:More|Simple)\b", re.MULTILINE)
_QUOTED = rf"""(["'])(?:[^"'\n]*/)?{SOLUTION_NAME}\.p[lm]"""
_LOADS = re.compile(rf"""\b(?:require|do)(?:\s*\(\s*{_QUOTED}\1\s*\)|\s*{_QUOTED}\2)""".encode())
_OLD_FRAMEWORK = re.compile(rb"^[ \t\f\v]*use\s+Test\b(?!::)", re.MULTILINE)
_STARTED = re.compile(rb"\b(unless|if\s+not|if\s+!)(\s*\(?\s*)caller\b(?:\s*\(\s*\))?")
_FEATURES = re.compile(rb"^[ \t\f\v]*use\s+(?:feature|v?5|experimental)", re.MULTILINE)
_STRICT = re.compile(rb"^[ \t\f\v]*use\s+(?:strict\b|v5\.[1-9]\d|5\.0[1-9]\d)", re.MULTILINE)
_HOOK = b"\n;CORE::evalbytes(Benchwright::tests()); Benchwright::uncaught($@) if $@; Benchwright::finish();\n"


class _Tests(msgspec.Struct, frozen=True, kw_only=True):
    """The tests, prepared for the driver, and what was found in them."""

    opening: bytes
    text: bytes
    called: bool
    empty: bool
    framework: str


def join(parts: Parts) -> Joined:
    """Combine three files; the driver reads the other two."""
    solution, tests = encode(parts.solution), _tests(encode(parts.tests))
    before = b"use utf8; " if re.search(rb"^[ \t\f\v]*use\s+utf8\b", solution, re.MULTILINE) else b""
    driver = driver_file(__file__, "main.pl").replace(b"BENCHWRIGHT_EXECUTED", b"0" if tests.empty else b"1")
    driver = driver.replace(b"BENCHWRIGHT_SOLUTION_NAME", SOLUTION_NAME.encode())
    driver = driver.replace(b"BENCHWRIGHT_FRAMEWORK", tests.framework.encode())
    return Joined(
        files={
            "main.pl": driver,
            **({"test.pl": driver_file(__file__, "test.pl")} if tests.framework == "Test" else {}),
            "solution.pl": _with_hook(solution),
            "tests.pl": tests.opening + b'#line 1 "tests.pl"\n' + before + tests.text,
        },
        mode="tests",
        origins={"solution.pl": Origin(part="solution"), "tests.pl": Origin(part="tests")},
        entry="framework" if tests.framework else "call" if tests.called else "text",
        framework=tests.framework,
    )


def _split(text: bytes) -> tuple[bytes, bytes | None]:
    """Split the text into the program and its DATA, if it has an end marker that is not inside a longer string."""
    if not _END.search(text):
        return text, None
    marks = [node for node in Tree("perl", text).root.children if node.type == "eof_marker"]
    start = marks[0].start_byte if marks else len(text)
    found = _END.match(text, start)
    return (text[:start], text[found.end() :]) if found else (text, None)


def _opening(program: bytes, data: bytes | None) -> bytes:
    """Return what opens DATA. Perl itself opens it only in files."""
    if data is None or b"DATA" not in program:
        return b""
    escaped = data.replace(b"\\", b"\\\\").replace(b"'", b"\\'")
    return b"BEGIN { my $data = '%s'; open(main::DATA, '<', \\$data) }\n" % escaped


def _with_hook(solution: bytes) -> bytes:
    """Make the solution continue with the tests, which may use its lexical variables."""
    program, data = _split(solution)
    first = _opening(program, data)
    pod = _POD.findall(program)
    closing = b"\n\n=cut\n" if pod and pod[-1] != b"cut" else b""
    return first + b'#line 1 "solution.pl"\n' + program + closing + _HOOK


@functools.lru_cache(maxsize=256)
def _tests(given: bytes) -> _Tests:
    """Insert marks after the tests in the text. Strictness that the solution enabled does not apply to it."""
    text, data = _split(given)
    framework = "Test::More" if _FRAMEWORK.search(text) else "Test" if _OLD_FRAMEWORK.search(text) else ""
    tree, edits = parse("perl", text), Edits(text)
    calls: tuple[str, ...] = ()
    if not framework:
        calls = mark_units(tree, edits, _QUERIES, lambda name: f";Benchwright::unit('{name}');")
    if calls:
        edits.insert(len(text), "\n" + "".join(f"{name}(); Benchwright::unit('{name}');" for name in calls))
    before = b"" if _STRICT.search(text) else b"no strict; "
    if re.search(rb"\bsay\b", text) and not _FEATURES.search(text):
        before += b"use feature 'say'; "
    empty = bool(framework) or all(node.type in ("comment", "pod") for node in tree.root.named_children)
    marked = _LOADS.sub(b"1", _STARTED.sub(rb"\g<1>\g<2>0", edits.apply()))
    return _Tests(
        opening=_opening(text, data), text=before + marked, called=bool(calls), empty=empty, framework=framework
    )
