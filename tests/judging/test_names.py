"""The functions that tests define, in every language whose checks can be altered."""

from __future__ import annotations

import pytest

from benchwright.judging.names import functions_of
from benchwright.languages import find_language
from benchwright.languages.syntax import parse

TEXTS = {
    "ada": (
        "procedure T is procedure Check (Got, Want : Integer; Name : String) is begin null; end Check;"
        " begin null; end T;"
    ),
    "awk": "function check(got, want) { if (got != want) exit 1 }",
    "clojure": '(defn check [got want] (when (not= got want) (throw (Exception. "x"))))',
    "common_lisp": '(defun check (got want) (unless (equal got want) (error "x")))',
    "cpp": "template <class T> void check(const T& got, const T& want) { if (!(got == want)) exit(1); }",
    "csharp": "class T { static void Check<A>(A got, A want) { } }",
    "d": "void check(int got, string want) { assert(got == want); }",
    "elixir": "defmodule T do\n  def check(got, want) do\n    true = got == want\n  end\nend",
    "emacs_lisp": '(defun check (got want) (unless (equal got want) (error "x")))',
    "erlang": "check(Got, Want) when true -> Got = Want.",
    "fortran": "program t\ncontains\nsubroutine check(got, want)\ninteger :: got, want\nend subroutine\nend program",
    "go": "package main\nfunc check(got, want int) { }",
    "groovy": "void check(int got, String want) { assert got == want }",
    "haskell": "check :: Int -> Int -> IO ()\ncheck got want = print (got == want)",
    "java": "class T { static void check(int got, int want) { assert got == want; } }",
    "javascript": "const check = (got, want) => { assert(got === want) };",
    "julia": "function check(got, want::Int)\n  @assert got == want\nend",
    "kotlin": "fun check(got: Int, want: List<Int>) { if (got != want) throw E() }",
    "lua": "local function check(got, want) assert(got == want) end",
    "nim": "proc check(got, want: int) =\n  doAssert got == want",
    "ocaml": "let check got want = if got <> want then exit 1",
    "pascal": "program t;\nprocedure Check(Got, Want: Double);\nbegin\n  x := 1;\nend;\nbegin\nend.",
    "perl": "sub check { my ($got, $want) = @_; die if $got ne $want; }",
    "php": "<?php function check($got, array $want) { assert($got === $want); }",
    "python": "def check(got, want):\n    assert got == want\n",
    "r": "check <- function(got, want = 2) { stopifnot(got == want) }",
    "racket": '(define (check got want) (unless (equal? got want) (error "x")))',
    "ruby": "def check(got, want)\n  raise unless got == want\nend",
    "rust": "fn check<T: PartialEq>(got: T, want: T) { assert!(got == want) }",
    "scala": "def check[T](got: T, want: T): Unit = assert(got == want)",
    "scheme": '(define (check got want) (if (not (equal? got want)) (error "x")))',
    "swift": "func check(_ got: Int, equals want: Int) { assert(got == want) }",
    "tcl": "proc check {got want} { if {$got ne $want} { error x } }",
    "typescript": "function check(got: number, want: number) { assert(got === want) }",
    "vimscript": "function! Check(got, want) abort\n  call assert_equal(a:got, a:want)\nendfunction",
    "zig": "fn check(got: i32, want: i32) !void { try expect(got == want); }",
}


@pytest.mark.parametrize("language", TEXTS)
def test_the_parameters_of_a_helper_are_found(language: str) -> None:
    syntax = find_language(language).syntax
    assert syntax is not None
    tree = parse(syntax.grammar, TEXTS[language].encode())
    helpers = {name.lower(): helper for name, helper in functions_of(tree, syntax).items()}
    assert "check" in helpers
    texts = [tree.text_of(each).lower() for each in helpers["check"].parameters]
    names = ["got", "want", "name"] if language == "ada" else ["got", "want"]
    assert len(texts) == len(names)
    assert all(name in text for name, text in zip(names, texts, strict=True))
