"""Which names tests expect from a solution."""

from __future__ import annotations

import pytest

from benchwright.judging.extract import names_of_tests
from benchwright.languages import find_language


def names(language: str, tests: str) -> frozenset[str]:
    return names_of_tests(find_language(language), tests)


@pytest.mark.parametrize(
    ("language", "tests", "used"),
    [
        ("python", "def test():\n    assert add(1, 2) == 3\n", {"add"}),
        ("cpp", "int main() { assert(add(1, 2) == 3); return 0; }", {"add", "assert"}),
        ("java", "class T { static void t() { assert Sums.add(1) == 2; } }", {"Sums", "add", "Sums.add"}),
        ("go", "package main\nfunc TestAdd(t *testing.T) { if Add(1) != 2 { t.Fatal() } }", {"Add"}),
        ("shell", '[ "$(add 1 2)" = 3 ] || exit 1', {"add"}),
        ("common_lisp", "(assert (= (add-up 1 2) 3))", {"add-up"}),
        ("clojure", "(is (= 3 (sum-of 1 2)))", {"sum-of"}),
        ("haskell", 'main = if add 1 2 == 3 then pure () else error "no"', {"add"}),
        ("powershell", "if ((Add-Up 1 2) -ne 3) { throw 'no' }", {"Add-Up"}),
        ("tcl", 'if {[::sums::add 1 2] != 3} { error "no" }', {"add"}),
        ("visual_basic", "Debug.Assert(Add(1, 2) = 3)", {"Add"}),
        ("elixir", "assert Sums.add(1, 2) == 3", {"Sums", "add", "Sums.add"}),
    ],
)
def test_used(language: str, tests: str, used: set[str]) -> None:
    assert used <= names(language, tests)


@pytest.mark.parametrize(
    ("language", "tests", "own"),
    [
        ("python", "import math\ndef check(candidate):\n    result = candidate(1)\n    assert result == 2\n", "check"),
        ("python", "def check(candidate):\n    assert candidate(1) == 2\n", "candidate"),
        ("lua", "local function check(x) assert(f(x) == 1) end", "x"),
        ("javascript", "const check = (got) => assert.equal(got, f());", "got"),
        ("java", "class AddTest { void adds() { int got = add(1); assert got == 2; } }", "AddTest"),
        ("go", "package main\nfunc TestAdd(t *testing.T) {}", "TestAdd"),
        ("rust", "#[test]\nfn adds() { assert_eq!(add(1), 2); }", "adds"),
    ],
)
def test_what_tests_define_themselves(language: str, tests: str, own: str) -> None:
    assert own not in names(language, tests)


def test_words_in_comments_and_strings_are_no_names() -> None:
    found = names("python", '# calls subtract\nassert add(1, 2) == 3, "see divide"\n')
    assert "add" in found
    assert not found & {"subtract", "divide"}


@pytest.mark.parametrize(
    ("tests", "wanted"),
    [
        ("class T { void t() { Solution s = new Solution(); assert s.add(1) == 2; } }", "Solution.add"),
        ("class T { void t() { var s = new Solution(); assert s.add(1) == 2; } }", "Solution.add"),
        ("class T { void t() { assert new Solution().add(1) == 2; } }", "Solution.add"),
        ("class T { void t() { Solution s = new(); Check(s.add(1) == 2); } }", "Solution.add"),
    ],
)
def test_members_with_their_owners(tests: str, wanted: str) -> None:
    assert wanted in names("java", tests)
    assert wanted in names("csharp", tests)


def test_tests_that_close_what_they_have_not_opened() -> None:
    assert "}" in names("java", "public static void main(String[] a) { assert add(1) == 2; }\n}\n")
    assert "}" not in names("java", "class T { public static void main(String[] a) { assert add(1) == 2; } }")


def test_long_tests_have_names_too() -> None:
    tests = "".join(f"assert add({n}, {n * 7919 % 10007}) == {n * 31 % 997}\n" for n in range(5000))
    assert "add" in names("python", tests)
