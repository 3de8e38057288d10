"""Marks in texts, complete or truncated anywhere, are placed without moving a line."""

from __future__ import annotations

import importlib

import pytest

from benchwright.languages.coverage import RESULT, Shape, place_marks
from benchwright.languages.join import Joined

TEXTS = {
    "go": """package main
func f(n int) {
	if n > 0 { g() } else if n < 0 { h() }
	for { switch n { case 1: } }
}
""",
    "java": """class A { int f(int n) {
  if (n > 0) if (n > 1) g(); else h();
  return switch (n) { case 1 -> 2; default -> n > 3 ? 1 : 0; }; } }
""",
    "rust": """fn f(n: i32) -> i32 {
  let Some(a) = b else { return 1 };
  match n { 1 => if x { 2 } else { 3 }, _ => { 4 } }
}
""",
    "cpp": """int f(int n) {
  if (n) while (n) g(); else switch (n) { case 1: default: h(); }
  return n ? 1 : 2;
}
""",
}


def shape_of(language: str) -> Shape:
    shape = importlib.import_module(f"benchwright.languages.{language}.marks").SHAPE
    assert isinstance(shape, Shape)
    return shape


@pytest.mark.parametrize("language", TEXTS)
def test_a_text_cut_off_anywhere(language: str) -> None:
    shape, text = shape_of(language), TEXTS[language].encode()
    for end in range(len(text) + 1):
        marked = place_marks(shape, text[:end])
        assert marked.text.count(b"\n") == text[:end].count(b"\n")
    assert len(place_marks(shape, text).marks) > 5


def test_missing_braces_are_added() -> None:
    marked = place_marks(shape_of("java"), b"class A { void f() { if (a) if (b) g(); else h(); } }")
    assert marked.text.decode() == (
        "class A { void f() { M(0); if (a) { M(1); M(2); if (b) { M(4); M(5); g(); } else { M(6); M(7); h(); } }"
        " else { M(3); } } }"
    ).replace("M(", "BenchwrightMarks.at(")


@pytest.mark.parametrize("data", [b"", b"\1", b"\0\0\0\0\0", b"\1\0\2\0\0", b"\1" * 90, None])
def test_an_invalid_result(data: bytes | None) -> None:
    module = importlib.import_module("benchwright.languages.go.marks")
    joined = Joined(files={"solution.go": b"package main\nfunc f() { a(); b(); c(); d(); e() }\n"}, mode="", origins={})
    assert module.read(joined, {} if data is None else {RESULT: data}) is None
    assert module.read(joined, {RESULT: b"\1\1\1\1\0"}).lines == {2: False}


def test_rust_constants_are_not_marked() -> None:
    text = b"const fn c() -> usize { 3 }\nconst D: usize = { 4 };\nfn f(a: [u8; { D }]) { g::<{ D - 1 }>(a) }\n"
    assert place_marks(shape_of("rust"), text).marks == ((3, False),)
