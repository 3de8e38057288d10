"""Holes of functions: what surrounds them plus their content is the original text, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

import benchwright
from benchwright.languages import find_language, language_of_file
from benchwright.languages.functions import around, body_of, find_function, functions_of, without_body
from benchwright.languages.join import encode
from benchwright.languages.syntax import Tree

OURS = sorted(Path(benchwright.__file__).parent.rglob("*.py"))
PROBES = sorted(Path(benchwright.__file__).parent.glob("languages/*/probes/*"))


def _hole(language: str, text: str, name: str) -> tuple[str, str, str]:
    function = find_function(find_language(language), text, name)
    assert function is not None
    prefix, suffix = around(text, function)
    return prefix, body_of(text, function), suffix


@pytest.mark.parametrize(
    ("language", "prefix", "body", "suffix"),
    [
        ("python", "def f():\n", "    return 1\n", ""),
        ("python", "def f():\n", "    return 1", ""),
        ("python", 'def f():\n    """Doc."""\n', "    # why\n\n    return 1  # so\n", "    # not of it\n\nx = 1\n"),
        ("python", "def f():  # what\n", "    # why\n    return 1\n", ""),
        ("python", "class A:\n    def f(self):\n", '        """Only."""\n', "\n    x = 1\n"),
        ("python", "def f():\n", "    return (\n        1\n    )\n", "def g(): pass\n"),
        ("python", "def f(): ", "return 1", "\n"),
        ("python", "def f(): 'doc'; ", "return 1", "\n"),
        ("python", "\ufeffdef f():\r\n", "\treturn 'ä😀'\r\n", "\r\nx = 1\r\n"),
        ("python", "x = 'ä😀𝔘'\ndef f():\n", "    return x\n", "y = 'ü'\n"),
        ("javascript", "function f() {\n", "  return 1;\n", "}\n"),
        ("javascript", "function f() {", " return 1; ", "}\n"),
        ("javascript", "const f = () => { // what\n", "  return 1;\n", "};\n"),
        ("javascript", "const f = a => ", "a + 1", ";\n"),
        ("typescript", "function f(): { a: number } {\r\n", "  return { a: 1 };\r\n", "}\r\n"),
        ("java", "class A { int g() { return 1; }\n  int f()\n  {\n", "    return 1;\n", "  }\n}\n"),
        ("go", "package a\nfunc f() {\n", "\treturn\n", "}\n"),
        ("rust", "fn f() -> i32 {\n", "    1\n", "}\n"),
        ("rust", "fn f() { // what\n", "    g();\n", "}\n"),
        ("cpp", "template <class T>\nT f(T a) {", "\n  return a; ", "}\n"),
        ("cpp", "void f() {\n", "", "}\n"),
        ("ruby", "def f(a)\n", "  # why\n  a\n", "end\n"),
        ("elixir", "defmodule M do\n  def f(x) do\n", "    x\n", "  end\nend\n"),
    ],
)
def test_the_hole_is_the_body(language: str, prefix: str, body: str, suffix: str) -> None:
    name = "A.f" if "class A" in prefix else "f"
    assert _hole(language, prefix + body + suffix, name) == (prefix, body, suffix)


@pytest.mark.parametrize(
    ("language", "text", "in_lines"),
    [
        ("python", "def f():\n    return 1\n", True),
        ("python", "def f(): return 1\n", False),
        ("python", "def f():\n    'doc'; return 1\n", False),
        ("javascript", "function f() {\n  return 1;\n}\n", True),
        ("javascript", "function f() { return 1; }\n", False),
        ("javascript", "function f() {\n  return 1; }\n", False),
        ("javascript", "const f = a => a;\n", False),
        ("go", "package a\nfunc f() {\n}\n", True),
    ],
)
def test_one_line_bodies_are_marked(language: str, text: str, in_lines: bool) -> None:
    function = find_function(find_language(language), text, "f")
    assert function is not None
    assert function.in_lines is in_lines


@pytest.mark.parametrize(
    ("language", "text", "emptied"),
    [
        ("python", 'def f():\n    "Doc."\n    return 1\nx = 1\n', 'def f():\n    "Doc."\n    pass\nx = 1\n'),
        ("python", "def f(): return 1\n", "def f(): pass\n"),
        ("python", "def f():\r\n\treturn 1\r\n", "def f():\r\n\tpass\r\n"),
        ("javascript", "const f = () => {\n  return 1;\n};\n", "const f = () => {\n};\n"),
        ("javascript", "const f = a => a;\n", "const f = a => {};\n"),
        ("go", "package a\nfunc f() int { return 1 }\n", 'package a\nfunc f() int { panic("a stub") }\n'),
        ("rust", "fn f() -> i32 {\n    1\n}\n", "fn f() -> i32 {\n    unimplemented!()\n}\n"),
        ("cpp", "int f() {\n}\n", "int f() {\n    throw 0;\n}\n"),
        ("kotlin", "fun f() = 1\n", "fun f() { throw NotImplementedError() }\n"),
        ("elixir", "defmodule M do\n  def f(x) do\n    x\n  end\nend\n", None),
    ],
)
def test_a_function_can_be_made_to_do_nothing(language: str, text: str, emptied: str | None) -> None:
    found = find_language(language)
    function = find_function(found, text, "f")
    assert function is not None
    assert found.syntax is not None
    changed = without_body(found, text, function)
    assert emptied is None or changed == emptied
    assert not Tree(found.syntax.grammar, encode(changed)).has_errors
    again = find_function(found, changed, "f")
    assert again is not None
    assert again.head == function.head


def test_every_function_of_benchwright_can_be_removed() -> None:
    language, count = find_language("python"), 0
    for file in OURS:
        text = file.read_bytes().decode()
        for function in functions_of(language, text):
            prefix, suffix = around(text, function)
            assert prefix + body_of(text, function) + suffix == text, (file.name, function.name)
            assert not function.broken, (file.name, function.name)
            # Only a body that consists of nothing but `...` may share its line.
            alone = function.in_lines or body_of(text, function).strip() == "..."
            assert alone, (file.name, function.name)
            count += 1
    assert count > 1000


def test_one_function_of_each_benchwright_file_can_be_emptied() -> None:
    language = find_language("python")
    for file in OURS[::3]:
        text = file.read_bytes().decode()
        for function in functions_of(language, text)[:1]:
            changed = without_body(language, text, function)
            compile(changed, file.name, "exec")
            again = find_function(language, changed, function.name)
            assert again is None or (again.head, again.docstring) == (function.head, function.docstring)


def test_programs_of_all_languages_can_be_cut() -> None:
    count = 0
    for file in PROBES:
        language = language_of_file(file.name)
        if language is None or language.syntax is None or not file.is_file():
            continue
        text = file.read_bytes().decode(errors="surrogateescape")
        for function in functions_of(language, text):
            prefix, suffix = around(text, function)
            assert prefix + body_of(text, function) + suffix == text, (file.name, function.name)
            assert function.start <= function.body_start <= function.body_end, (file.name, function.name)
            count += 1
    assert count > 50


def test_invalid_utf8_is_kept() -> None:
    text = b"# \xff\xfe\ndef f():\n    return '\xe4'\n".decode(errors="surrogateescape")
    assert "".join(_hole("python", text, "f")) == text


@pytest.mark.parametrize("text", ["(" * 10_000 + ")" * 10_000, "[" * 10_000, "x = " + "f(" * 10_000, "a" * 1_000_000])
@pytest.mark.parametrize("language", ["python", "javascript", "go"])
def test_hostile_texts_have_no_functions(language: str, text: str) -> None:
    assert functions_of(find_language(language), text) == []
