"""Where a changed value would be noticed."""

from __future__ import annotations

import pytest

from benchwright.judging.canary import defined_names, find_candidates, mutate, spread
from benchwright.judging.change import changed_value
from benchwright.judging.plan import CanarySite
from benchwright.languages import find_language


def best(language: str, tests: str, reference: str) -> str:
    """Return the line of the tests that the most likely site changes, after the change."""
    site = find_candidates(find_language(language), tests, reference)[0].site
    return mutate(tests, site).splitlines()[site.line - 1].strip()


@pytest.mark.parametrize(
    ("text", "kind", "changed"),
    [
        ("0", "integer", "1"),
        ("9", "integer", "4"),
        ("120", "integer", "60"),
        ("0x1F", "integer", "0x0F"),
        ("0b101", "integer", "0b001"),
        ("3.14", "float", "1.14"),
        ("255u8", "integer", "127u8"),
        ("1_000", "integer", "500"),
        (".5", "float", None),
        ("True", "boolean", "False"),
        ("false", "boolean", "true"),
        ("TRUE", "boolean", "FALSE"),
        ("nil", "boolean", "t"),
        ("T", "boolean", "NIL"),
        ("None", "boolean", None),
        ("cat", "string", "cau"),
        ("z", "string", "y"),
        ("'one'", "string", "'onf'"),
        ("3ab\\n", "string", "3ac\\n"),
        ("a\\n2", "string", "a\\n3"),
        ("\\x41", "string", "\\x41x"),
        ("%d", "string", "%dx"),
        ("", "string", "x"),
        ("---", "string", "---x"),
        ("'()'", "string", "'()x'"),
        ("'\\''", "string", "'\\'x'"),
        ("zwölf", "string", "zwölg"),
        ("'n'", "boolean", "'o'"),
        ("ok", "boolean", None),
    ],
)
def test_changed_values(text: str, kind: str, changed: str | None) -> None:
    assert changed_value(text, kind) == changed


@pytest.mark.parametrize(
    ("language", "check", "reference"),
    [
        ("python", "assert f(1) == 7", "def f(n): return 7"),
        ("julia", "@test f(1) == 7", "f(n) = 7"),
        ("julia", "@assert f(1) == 7", "f(n) = 7"),
        ("swift", "assert(f(1) != 7)", "func f(_ n: Int) -> Int { 8 }"),
    ],
)
def test_what_an_assertion_compares_with_is_for_certain_expected(language: str, check: str, reference: str) -> None:
    assert [each.site.replacement for each in find_candidates(find_language(language), check, reference) if each.plain]


def test_an_expected_value_is_changed_and_no_argument() -> None:
    assert best("python", "assert add(1, 2) == 3\n", "def add(a, b): return a + b") == "assert add(1, 2) == 1"
    assert best("python", "assert 3 == add(1, 2)\n", "def add(a, b): return a + b") == "assert 1 == add(1, 2)"
    assert best("cpp", "int main() { assert(f(1) == 7); }\n", "int f(int n);") == "int main() { assert(f(1) == 3); }"
    assert best("lua", "assert(7 == f(1))\n", "function f(n) end") == "assert(3 == f(1))"
    assert best("julia", "@test f(1) == 7\n", "f(n) = 7") == "@test f(1) == 3"
    assert best("julia", "@assert 7 == f(1)\n", "f(n::Int)::Int = 7") == "@assert 3 == f(1)"
    assert best("swift", "assert(f(1) == 7)\n", "func f(_ n: Int) -> Int { 7 }") == "assert(f(1) == 3)"
    assert best("shell", "[[ $(f 1) == 7 ]] || exit 1\n", "f() { echo 7; }") == "[[ $(f 1) == 3 ]] || exit 1"


def test_messages_and_exits_are_no_sites() -> None:
    tests = "if f() != 3:\n    print('got 4')\n    exit(1)\n"
    sites = find_candidates(find_language("python"), tests, "def f(): return 3")
    assert [each.site.line for each in sites if each.tier in ("value", "table")] == [1]


@pytest.mark.parametrize(
    ("language", "tests"),
    [
        ("c", 'int main(void) {\n    printf("x");\n    exit(0);\n}\n'),
        ("cpp", "int main() {\n    std::exit(0);\n}\n"),
        ("go", "package main\nfunc main() {\n\tos.Exit(0)\n}\n"),
        ("java", "class M { public static void main(String[] a) {\n    System.exit(0);\n} }\n"),
        ("kotlin", "fun main() {\n    exitProcess(0)\n}\n"),
        ("scala", "object M { def main(a: Array[String]): Unit = {\n    sys.exit(0)\n} }\n"),
        ("csharp", "class M { static void Main() {\n    Environment.Exit(0);\n} }\n"),
        ("visual_basic", "Module M\nSub Main()\n    Environment.Exit(0)\nEnd Sub\nEnd Module\n"),
        ("rust", "fn main() {\n    std::process::exit(0);\n}\n"),
        ("swift", "exit(0)\n"),
        ("d", "void main() {\n    exit(0);\n}\n"),
        ("nim", "quit(0)\nquit 0\n"),
        ("zig", "pub fn main() void {\n    std.process.exit(0);\n}\n"),
        ("ruby", "exit(0)\nexit 0\nexit!(0)\nKernel.exit(0)\n"),
        ("perl", "exit(0);\nexit 0;\n"),
        ("php", "<?php\nexit(0);\ndie(0);\n"),
        ("lua", "os.exit(0)\nos.exit(true)\n"),
        ("python", "sys.exit(0)\nos._exit(0)\nexit(0)\nquit(0)\nraise SystemExit(0)\n"),
        ("javascript", "process.exit(0);\n"),
        ("typescript", "process.exit(0);\nDeno.exit(0);\n"),
        ("r", 'quit(status = 0)\nq(status = 0)\nquit("no", 0)\n'),
        ("julia", "exit(0)\n"),
        ("elixir", "System.halt(0)\nSystem.stop(0)\n"),
        ("erlang", "main() ->\n    halt(0).\n"),
        ("shell", "exit 0\n"),
        ("fish", "exit 0\n"),
        ("tcl", "exit 0\n"),
        ("ocaml", "let () = exit 0\n"),
        ("fortran", "program p\n  stop 0\n  call exit(0)\nend program\n"),
        ("pascal", "begin\n  Halt(0);\nend.\n"),
        ("clojure", "(System/exit 0)\n"),
        ("common_lisp", "(exit :code 0)\n(sb-ext:exit :code 0)\n"),
        ("racket", "(exit 0)\n"),
        ("scheme", "(exit 0)\n"),
        ("emacs_lisp", "(kill-emacs 0)\n"),
        ("groovy", "System.exit(0)\n"),
        ("dart", "void main() {\n  exit(0);\n}\n"),
        ("haskell", "main = do\n  exitWith (ExitFailure 0)\n  exitSuccess\n"),
        ("coffeescript", "process.exit 0\n"),
        ("awk", "BEGIN {\n  exit 0\n}\n"),
        ("ada", "procedure M is begin\n  GNAT.OS_Lib.OS_Exit (0);\n  Set_Exit_Status (0);\nend;\n"),
        ("powershell", "exit 0\n[Environment]::Exit(0)\n"),
        ("vimscript", "cquit 0\n"),
    ],
)
def test_the_status_of_an_exit_is_no_site(language: str, tests: str) -> None:
    """Changing it makes any solution fail, also by tests that only print."""
    assert find_candidates(find_language(language), tests, "") == []


@pytest.mark.parametrize("check", ["assert_exit(4)", "sys.exit(f(2) != 4)", "check_exit(f, 3)"])
def test_a_check_that_decides_an_exit_is_a_site(check: str) -> None:
    assert find_candidates(find_language("python"), f"{check}\n", "def f(n): return 4")


def test_methods_of_the_solution_take_arguments_too() -> None:
    reference = "class Stack:\n    def push(self, item): pass\n    def size(self): return 1\n"
    tests = "s = Stack()\ns.push(5)\nassert s.size() == 1\nassert Stack().size() == 0\n"
    sites = find_candidates(find_language("python"), tests, reference)
    assert sorted(each.site.line for each in sites if each.tier in ("value", "table")) == [3, 4]


def test_functions_of_tables_take_arguments_too() -> None:
    reference = "Stack = {}\nfunction Stack.new(n) end\nfunction Stack:push(n) end\n"
    tests = "local s = Stack.new(3)\ns:push(5)\nassert(s.size == 1)\n"
    sites = find_candidates(find_language("lua"), tests, reference)
    assert [each.site.line for each in sites if each.tier in ("value", "table")] == [3]


@pytest.mark.parametrize(
    ("language", "tests", "tier", "changed"),
    [
        ("python", "cases = [(1, 5)]\nfor n, want in cases:\n    assert f(n) == want\n", "table", "cases = [(1, 2)]"),
        ("python", "assert f(g(x)) == x\n", "comparison", "assert f(g(x)) != x"),
        ("python", "assert f('<>')\n", "condition", "assert not (f('<>'))"),
        ("cpp", "int main() { assert(f(1)); }\n", "condition", "int main() { assert(!(f(1))); }"),
        ("shell", "f x || exit 1\n", "condition", "! f x || exit 1"),
    ],
)
def test_weaker_sites_where_there_are_no_expected_values(language: str, tests: str, tier: str, changed: str) -> None:
    sites = find_candidates(
        find_language(language),
        tests,
        {"cpp": "bool f(int);", "shell": "f() { :; }"}.get(language, "def f(x): pass\ndef g(x): pass"),
    )
    site = next(each.site for each in sites if each.tier == tier)
    assert mutate(tests, site).splitlines()[site.line - 1] == changed


def test_text_beside_ascii_stays_whole() -> None:
    tests = "assert f('ä') == 'größe'\n"
    assert best("python", tests, "def f(text): return 'größe'") == "assert f('ä') == 'größf'"


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("python", "def f(): pass\nclass A:\n    def g(self): pass\n", {"f", "A", "g"}),
        ("cpp", "int f(int n) { return n; }\nstruct A { void g(); };", {"f", "A", "g"}),
        ("shell", "f() { :; }\nfunction g { :; }\n", {"f", "g"}),
        (
            "elixir",
            "defmodule A do\n  def f(a) when a > 1, do: a\n  defp g, do: 1\n  def h(a), do: a\nend",
            {"f", "g", "h"},
        ),
        ("erlang", "-module(a).\nf(A) -> A.\n", {"f"}),
        ("kotlin", "fun f() = 1\nclass A { fun g() = 2 }\n", {"f", "A", "g"}),
        ("ocaml", "let f x = x\nlet rec g = function x -> f x\n", {"f", "g"}),
        ("fortran", "module m\ncontains\nfunction f(a)\nf = a\nend function\nend module\n", {"f"}),
    ],
)
def test_names_that_a_text_defines(language: str, text: str, names: set[str]) -> None:
    syntax = find_language(language).syntax
    assert syntax is not None
    assert defined_names(syntax, text.encode()) >= names


@pytest.mark.parametrize(
    ("language", "tests", "reference"),
    [
        ("elixir", "assert A.f(41) == 42", "defmodule A do\n  def f(a), do: a + 1\nend"),
        ("erlang", "main() ->\n    42 = a:f(41).\n", "-module(a).\nf(A) -> A + 1.\n"),
        ("kotlin", "fun main() {\n    check(f(41) == 42)\n}\n", "fun f(n: Int) = n + 1"),
        ("ocaml", "let () = assert (f 41 = 42)", "let f x = x + 1"),
        ("fortran", "program t\nif (f(41) /= 42) stop 1\nend program", "function f(a)\nf = a + 1\nend function"),
        ("tcl", "if {[f 41] != 42} { error wrong }", "proc f {a} { expr {$a + 1} }"),
    ],
)
def test_what_the_solution_is_given_is_no_site(language: str, tests: str, reference: str) -> None:
    values = [
        each.site
        for each in find_candidates(find_language(language), tests, reference)
        if each.tier in ("value", "table")
    ]
    data = tests.encode()
    assert b"42" in {data[site.start : site.end] for site in values}
    assert b"41" not in {data[site.start : site.end] for site in values}


def test_spread_takes_one_of_each_idiom_first() -> None:
    sites = [CanarySite(start=n, end=n, replacement="", line=n, idiom=idiom) for n, idiom in enumerate("aaabbc")]
    assert [site.start for site in spread(sites, 4)] == [0, 3, 5, 1]
    assert len(spread(sites, 10)) == 6
