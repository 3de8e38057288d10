"""A function whose signature differs from the one around the hole is judged as written."""

from __future__ import annotations

import pytest

from benchwright.judging.extract import Extraction, extract
from benchwright.languages import find_language

HOLES = {
    "python": ("def fib(n):\n", "\n\ndef other():\n    return fib(3)\n"),
    "javascript": ("function fib(n) {\n", "\n}\n\nmodule.exports = { fib };\n"),
    "rust": ("fn fib(n: u64) -> u64 {\n", "\n}\n\nfn other() -> u64 {\n    fib(3)\n}\n"),
}


def _extracted(language: str, raw: str, prefix: str = "", suffix: str = "", entry_point: str = "fib") -> Extraction:
    if not prefix:
        prefix, suffix = HOLES[language]
    raw = f"```{language}\n{raw}```\n"
    return extract(raw, find_language(language), prefix=prefix, suffix=suffix, entry_point=entry_point)


@pytest.mark.parametrize(
    ("language", "raw", "head"),
    [
        ("python", "async def fib(n):\n    return n\n", "async def fib(n):"),
        ("javascript", "async function fib(n) {\n  return n;\n}\n", "async function fib(n) {"),
        ("javascript", "function* fib(n) {\n  return n;\n}\n", "function* fib(n) {"),
        ("javascript", "const fib = async (n) => {\n  return n;\n};\n", "const fib = async (n) => {"),
        ("rust", "async fn fib(n: u64) -> u64 {\n    n\n}\n", "async fn fib(n: u64) -> u64 {"),
    ],
)
def test_other_kinds_of_functions_stay_what_they_are(language: str, raw: str, head: str) -> None:
    found = _extracted(language, raw)
    assert found.code.count("fib(n") + found.code.count("fib = ") == 1
    assert head in found.code
    assert "head as written" in found.repairs


def test_a_function_that_should_wait_and_does_not() -> None:
    found = _extracted("python", "def fib(n):\n    return n\n", "async def fib(n):\n", "\n\nx = 1\n")
    assert "async" not in found.code


@pytest.mark.parametrize("decorator", ["@staticmethod", "@classmethod", "@property"])
def test_decorators_that_change_a_method_are_added(decorator: str) -> None:
    prefix, suffix = "class A:\n    def area(self, k):\n", "\n\n    def name(self):\n        return 1\n"
    raw = f"class A:\n    {decorator}\n    def area(self, k):\n        return k\n"
    found = _extracted("python", raw, prefix, suffix, "A.area")
    assert f"    {decorator}\n    def area(self, k):\n" in found.code
    assert "decorators added" in found.repairs


def test_decorators_of_the_file_stay() -> None:
    prefix = "class A:\n    @staticmethod\n    def area(k):\n"
    suffix = "\n\n    def name(self):\n        return 1\n"
    for own in ("", "@staticmethod\n", "@staticmethod\n@functools.cache\n", "@functools.cache\n"):
        found = _extracted("python", f"import functools\n\n{own}def area(k):\n    return k\n", prefix, suffix, "A.area")
        cached = "    @functools.cache\n" if "cache" in own else ""
        assert f"    @staticmethod\n{cached}    def area(k):\n" in found.code


def test_a_static_method_of_a_class_in_javascript() -> None:
    prefix, suffix = "class A {\n  area(k) {\n", "\n  }\n}\n"
    found = _extracted("javascript", "class A {\n  static area(k) {\n    return k;\n  }\n}\n", prefix, suffix, "A.area")
    assert "static area(k) {" in found.code
    prefix = "class A {\n  static area(k) {\n"
    found = _extracted("javascript", "class A {\n  area(k) {\n    return k;\n  }\n}\n", prefix, suffix, "A.area")
    assert "static area(k) {" in found.code


@pytest.mark.parametrize(
    ("raw", "is_left_out"),
    [
        ("def fib(n):\n    return n\n", False),
        ("def fib(n):\n    return n\n\nprint(fib(3))\n", True),
        ("def main():\n    fib(2)\n\ndef fib(n):\n    return n\n", True),
        ("def fib(n):\n    return n\n\ndef other():\n    # three\n    return fib(3)\n", False),
        ("def fib(n):\n    return n\n\ndef other():\n    ...\n", False),
        ("def fib(n):\n    return n\n\ndef other():\n    return fib(4)\n", True),
    ],
)
def test_what_is_left_out_is_said(raw: str, is_left_out: bool) -> None:
    assert ("parts left out" in _extracted("python", raw).repairs) == is_left_out
