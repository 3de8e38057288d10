"""Stubs of solutions."""

from __future__ import annotations

import pytest

from benchwright.judging.mutation import stub_of
from benchwright.languages import find_language


@pytest.mark.parametrize(
    ("language", "solution", "stub"),
    [
        ("python", "X = 1\ndef f(a):\n    def g(): return a\n    return g()\n", "X = 1\ndef f(a):\n    pass\n"),
        ("python", "class A:\n    def f(self):\n        return 1\n", "class A:\n    def f(self):\n        pass\n"),
        ("javascript", "const f = (a) => a + 1;\nfunction g() { return 1; }", "const f = (a) => {};\nfunction g() {}"),
        ("shell", 'f() { echo "$1"; }\n', "f() { :; }\n"),
        ("ruby", "def f(a)\n  a + 1\nend\n", "def f(a)\n  nil\nend\n"),
        ("erlang", "f(1) -> 2;\nf(A) -> A.\n", "f(1) -> ok;\nf(A) -> ok.\n"),
        (
            "java",
            "class A { int f() { return 1; } }",
            "class A { int f() { throw new UnsupportedOperationException(); } }",
        ),
    ],
)
def test_bodies_are_emptied(language: str, solution: str, stub: str) -> None:
    assert stub_of(find_language(language), solution) == stub


def test_nothing_to_empty_is_no_stub() -> None:
    assert stub_of(find_language("python"), "X = 1\n") == ""
