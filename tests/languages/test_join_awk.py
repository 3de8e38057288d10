"""What joining does to AWK texts."""

from __future__ import annotations

import pytest

from benchwright.languages import find_language
from benchwright.languages.awk.join import functions_of, rules_of, tokens_of
from benchwright.languages.join import Joined, join


def joined(tests: str, solution: str = "") -> Joined:
    return join(find_language("awk"), solution, tests)


def marked(tests: str) -> str:
    return joined(tests).files["tests.awk"].decode().replace("benchwright_", "@")


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("a / b / c", ["name", "operator", "name", "operator", "name"]),
        ("a ~ /b\\/[/]c/", ["name", "operator", "regex"]),
        ("return /x/", ["name", "regex"]),
        ("f(1) / 2", ["name", "operator", "number", "operator", "operator", "number"]),
        ('"a\\"#" # /x/\n', ["string", "newline"]),
        ("a \\\n b", ["name", "name"]),
    ],
)
def test_tokens(text: str, kinds: list[str]) -> None:
    assert [token.kind for token in tokens_of(text.encode())] == kinds


def test_functions_and_whether_they_take_arguments() -> None:
    text = b"function f() {}\nfunc g(a,  b) {}\nfunction h(   local_one) {}\n# function i() {}"
    assert functions_of(text) == {"f": True, "g": False, "h": True}


def test_kinds_of_rules() -> None:
    assert rules_of(b"BEGIN { if (x) { y } }\nfunction f() { }") == {b"BEGIN"}
    assert rules_of(b"BEGIN { }\nEND { }\n$1 > 2 { print }") == {b"BEGIN", b"END", b""}


@pytest.mark.parametrize(
    ("tests", "changed"),
    [
        ("BEGIN { exit }", "BEGIN { exit @exit(1, 0) }"),
        ("BEGIN {\n exit 1\n}", "BEGIN {\n exit @exit(2,  1)\n}"),
        (
            "BEGIN { if (x) exit (a > 0); else exit !b }",
            "BEGIN { if (x) exit @exit(1,  (a > 0)); else exit @exit(1,  !b) }",
        ),
        ("BEGIN { exit a ||\n b }", "BEGIN { exit @exit(1,  a ||\n b) }"),
        ('BEGIN { print "exit" # exit\n}', 'BEGIN { print "exit" # exit\n}'),
    ],
)
def test_exits_of_the_tests_are_attributed_to_them(tests: str, changed: str) -> None:
    assert marked(tests) == changed


def test_tests_are_marked_and_called() -> None:
    assert marked("function test_f() { }\nBEGIN { test_f() }").endswith('BEGIN { @unit("test_f", test_f()) }')
    assert marked("function test_f() { }").endswith('\nBEGIN { @unit("test_f", test_f()) }')
    assert joined("function test_f(n) { }\nfunction f() { }").entry == "text"


def test_functions_of_both_parts_stay_separate() -> None:
    solution = 'function check(a) { return a }\nfunction f(a) { return check(a) "check" }'
    text = joined("function check(a) { }", solution).files["solution.awk"].decode()
    expected = 'function check_of_solution(a) { return a }\nfunction f(a) { return check_of_solution(a) "check" }'
    assert text == expected


def test_assertions_of_the_library_are_reported() -> None:
    assert marked('@include "assert"\nBEGIN { assert(f(), "f") }') == '\nBEGIN { @assert(2, f(), "f") }'
