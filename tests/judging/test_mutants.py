"""Mutants: slightly wrong variants of solutions."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from benchwright.judging.mutation import find_mutants
from benchwright.languages import find_language, languages
from benchwright.languages.syntax import Tree, descendants

CORPUS = Path(__file__).parent / "corpus"
LANGUAGES = [name for name in sorted(languages()) if find_language(name).syntax is not None]
FEWEST = 5
FEWER = {"coffeescript": 1, "scheme": 4}
"""References with little that could be wrong."""


def reference_of(language: str) -> str:
    return next((CORPUS / language).glob("reference.*")).read_text()


def errors_of(language: str, text: str) -> int:
    syntax = find_language(language).syntax
    assert syntax is not None
    opening = "" if syntax.opening.strip() in text else syntax.opening
    tree = Tree(syntax.grammar, (opening + text).encode())
    return sum(node.is_error or node.is_missing for node in descendants(tree.root))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_mutants(language: str) -> None:
    reference = reference_of(language)
    mutants = find_mutants(find_language(language), reference, 1000)
    assert len(mutants) >= FEWER.get(language, FEWEST)
    assert len({mutant.text for mutant in mutants} | {reference}) == len(mutants) + 1
    errors = errors_of(language, reference)
    lines = reference.splitlines()
    for mutant in mutants:
        assert errors_of(language, mutant.text) <= errors
        assert mutant.before.splitlines()[0] in lines[mutant.line - 1]
        changed = mutant.text.splitlines()
        assert changed[: mutant.line - 1] == lines[: mutant.line - 1], "the change is at its line"
        assert changed[mutant.line - 1] != lines[mutant.line - 1]


@pytest.mark.parametrize(
    ("language", "solution", "changes"),
    [
        ("python", "def f(a):\n    return a + 1\n", ["2 + -", "2 1 0", "2 1 2"]),
        ("python", "def f(a: 'x < y', *b):\n    '''1 + 1'''\n    return f'{a:>10}' % b[0]  # a - b\n", ["3 0 1"]),
        (
            "python",
            "def f(a):\n    if a in (2, True):\n        return\n    f(*a)\n",
            ["2 a in (2, True) not (a in (2, True))", "2 in not in", "2 2 1", "2 2 3", "2 True False",
             "3 return pass", "4 f(*a) pass"],
        ),
        (
            "cpp",
            "#include <vector>\ntemplate <int N> int f(std::vector<int> &x, int *p) { return *p < N && x[0] > 0; }\n",
            ["2 < <=", "2 && ||", "2 0 1", "2 > >=", "2 0 1"],
        ),
        ("c", "int f(int *a) { char b[9]; int *c = malloc(4); return a[1] & *c; }\n", ["1 1 0", "1 1 2", "1 & |"]),
        (
            "rust",
            "fn f<T: A + B>(x: &T, t: (u8, u8)) -> bool { if let Some(y) = g(x) { y == t.0 } else { false } }\n",
            ["1 == !=", "1 false true"],
        ),
        ("java", "class A { java.util.List<Integer> f(int a) { return a >= 10_0 ? b(a) : null; } }\n",
         ["1 a >= 10_0 !(a >= 10_0)", "1 >= >"]),
        ("shell", 'f() {\n  [ "$1" -lt 3 ] && echo "$(( $1 + 1 ))" >&2\n}\n',
         ['2 [ "$1" -lt 3 ] ! [ "$1" -lt 3 ]', "2 -lt -le", "2 3 2", "2 3 4", "2 && ||", "2 + -", "2 1 0", "2 1 2"]),
        ("clojure", '(defn f [a] (if (= a 0) "x" (map + a)))\n',
         ["1 (= a 0) (not (= a 0))", "1 = not=", "1 0 1", '1 "x" "y"', "1 + -"]),
        ("racket", "#lang racket\n(define (f a) (and (< a 3) '(+ 1)))\n", ["2 and or", "2 < <=", "2 3 2", "2 3 4"]),
        ("haskell", "f :: Int -> Int\nf a | a /= 1 && a `div` 2 == 0 = a * a\n",
         ["2 /= ==", "2 1 0", "2 1 2", "2 && ||", "2 div mod", "2 2 1", "2 2 3", "2 == /=", "2 0 1", "2 * +"]),
        ("erlang", "-export([f/1]).\nf(A) when A =< 1 andalso true -> A rem 2.\n",
         ["2 =< <", "2 1 0", "2 1 2", "2 andalso orelse", "2 true false", "2 rem div", "2 2 1", "2 2 3"]),
        ("fortran", "logical function f(a)\n  f = a .GT. 1 .and. .true. .or. a /= 0\nend function\n",
         ["2 .GT. .GE.", "2 1 0", "2 1 2", "2 .and. .or.", "2 .true. .false.", "2 .or. .and.", "2 /= ==", "2 0 1",
          "2 f = a .GT. 1 .and. .true. .or. a /= 0 "]),
        ("elixir", 'defmodule A do\n  def f(a), do: a |> Enum.map(&g/1) |> Enum.take(2)\nend\n',
         ["2 |> Enum.map(&g/1) ", "2 |> Enum.take(2) ", "2 2 1", "2 2 3"]),
        ("ada", "function F (A : Integer) return Boolean is\nbegin\n   return A = 0 or else A /= 1;\nend F;\n",
         ["3 = /=", "3 0 1", "3 or else and then", "3 /= =", "3 1 0", "3 1 2"]),
        ("perl", "sub f { my ($a) = @_; return $a eq 'x' ? 1 : 0; }\n1;\n",
         ["1 $a eq 'x' !($a eq 'x')", "1 eq ne", "1 x y", "1 1 0", "1 1 2", "1 0 1"]),
        ("ocaml", 'let f a = if a = "x" then 1 +. 2.5 else a <> 3\n',
         ['1 a = "x" (not (a = "x"))', "1 = <>", "1 x y", "1 1 0", "1 1 2", "1 +. -.", "1 <> =", "1 3 2", "1 3 4"]),
        ("php", "function f($a) { return max($a, 1) === $a; }\n", ["1 === !==", "1 1 0", "1 1 2", "1 max min"]),
        ("cpp", "int max(int a, int b) { return std::max(a, b); }\n", ["1 max min"]),
        ("visual_basic", "Function F(a As Integer) As Boolean ' a < 1\n  If a = 0 Then Return True\n  x = \"1 < 2\"\n",
         ["2 = <>", "2 0 1", "2 True False"]),
        ("awk", 'function f(a) { return a % 2 == 0 } # 1 + 1\n', ["1 % *", "1 2 1", "1 2 3", "1 == !=", "1 0 1"]),
    ],
)  # fmt: skip
def test_changes(language: str, solution: str, changes: list[str]) -> None:
    mutants = find_mutants(find_language(language), solution, 100)
    assert sorted(f"{mutant.line} {mutant.before} {mutant.after}" for mutant in mutants) == sorted(changes)


def test_a_mutant_is_the_solution_with_one_change() -> None:
    (mutant,) = find_mutants(find_language("python"), "def f(a, b):\r\n    return a < b\r\n")
    assert (mutant.operator, mutant.line, mutant.before, mutant.after) == ("comparison", 2, "<", "<=")
    assert mutant.text == "def f(a, b):\n    return a <= b\n"


def test_a_removed_step_is_on_its_own_line() -> None:
    solution = "defmodule A do\n  def f(a) do\n    a\n    |> g()\n    |> h()\n  end\nend\n"
    steps = find_mutants(find_language("elixir"), solution)
    assert [(mutant.operator, mutant.line, mutant.before) for mutant in steps] == [
        ("step", 4, "|> g()"),
        ("step", 5, "|> h()"),
    ]


def test_characters_beyond_ascii_do_not_shift_anything() -> None:
    (mutant,) = find_mutants(find_language("python"), "ä = '😀'\ndef f(é): return é < ä\n")
    assert mutant.text == "ä = '😀'\ndef f(é): return é <= ä\n"


def test_what_says_something_to_people_stays() -> None:
    solution = 'def f(a):\n    raise ValueError("no such thing")\n'
    assert find_mutants(find_language("python"), solution) == []


def test_the_part_that_runs_alone_stays() -> None:
    solution = 'def f(a):\n    return a\n\nif __name__ == "__main__":\n    print(f(1) + 1)\n'
    assert find_mutants(find_language("python"), solution) == []


def test_few_are_spread_over_operators_and_text() -> None:
    lines = "".join(f"    if a + {n} < b and a == {n}: return {n}\n" for n in range(1, 10))
    language = find_language("python")
    solution = f"def f(a, b):\n{lines}"
    mutants = find_mutants(language, solution, 12)
    assert mutants == find_mutants(language, solution, 12)
    assert len(mutants) == 12
    kinds = {mutant.operator for mutant in find_mutants(language, solution, 500)}
    assert len(kinds) >= 5
    assert {mutant.operator for mutant in mutants} == kinds
    assert min(mutant.line for mutant in mutants) <= 3
    assert max(mutant.line for mutant in mutants) >= 6
    assert [mutant.line for mutant in mutants] == sorted(mutant.line for mutant in mutants)
    assert find_mutants(language, solution, 0) == []


def test_a_mutant_differs_in_one_place() -> None:
    solution = reference_of("python")
    for mutant in find_mutants(find_language("python"), solution, 100):
        blocks = difflib.SequenceMatcher(None, solution, mutant.text, autojunk=False).get_opcodes()
        changed = [block for block in blocks if block[0] != "equal"]
        assert changed[-1][2] - changed[0][1] <= len(mutant.before)
