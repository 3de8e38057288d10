"""Which checks are found in tests, and what is altered in them."""

from __future__ import annotations

import pytest

from benchwright.judging.checks import CheckedText, find_checks
from benchwright.judging.names import own_names
from benchwright.languages import find_language, languages
from benchwright.languages.syntax import Tree

REFERENCE = {
    "python": "def f(n):\n    local = n\n    return local\n",
    "javascript": "function f(n) { return n; }",
    "java": "class Solution { static int f(int n) { return n; } }",
    "c": "int f(int n) { return n; }\nvoid g(int n, char *out) { }",
    "cpp": "int f(int n) { return n; }",
    "go": "package main\n\ntype Run struct{ Count int }\n\nfunc f(n int) int { return n }",
    "rust": "fn f(n: i32) -> i32 { n }",
    "kotlin": "fun f(n: Int) = n",
    "groovy": "class Solution { static int f(int n) { n } }",
    "ocaml": "let f n = n",
    "haskell": "f :: Int -> Int\nf n = n",
    "clojure": "(defn f [n] n)",
    "php": "<?php function f($n) { return $n; }",
    "perl": "sub f { return $_[0]; }",
    "ruby": "def f(n) = n",
    "swift": "func f(_ n: Int) -> [Int] { [n] }",
}


def found(language: str, tests: str) -> CheckedText:
    checks = find_checks(language, tests, own_names(find_language(language), REFERENCE[language]))
    assert checks is not None
    return checks


def first_options(language: str, tests: str) -> list[str]:
    """Return what each check would alter first; an empty string if there is nothing."""
    text = found(language, tests)
    edits = [check.options[0].edits[0] if check.options else None for check in text.checks]
    return [text.data[edit.start : edit.end].decode() if edit else "" for edit in edits]


def test_names_of_parameters_and_locals_are_not_offered() -> None:
    assert own_names(find_language("python"), REFERENCE["python"]) == {"f"}
    assert own_names(find_language("c"), REFERENCE["c"]) == {"f", "g"}
    assert own_names(find_language("go"), REFERENCE["go"]) == {"f", "Run", "Count"}


@pytest.mark.parametrize(
    ("language", "tests", "altered"),
    [
        ("python", "assert f(1) == 7, 'want 7'", ["7"]),
        ("python", "assert 7 == f(1)", ["7"]),
        ("python", "got = f(1)\nassert got == [8]", ["8"]),
        ("python", "assert abs(f(3.0) - 2.5) < 1e-9", ["2.5"]),
        ("python", "assert math.isclose(f(1), 2.5, rel_tol=1e-9)", ["2.5"]),
        ("python", "assert f(1) == 2 and not f(3)", ["2", ""]),
        ("python", "if f(1) != 8: raise ValueError('8')", ["8"]),
        ("python", "assert f(1) == []", ["[]"]),
        ("python", "assert f(1) is None", ["None"]),
        ("python", "def check(got, want):\n    assert got == want\ncheck(f(1), 8)", ["want", "8"]),
        ("python", "def check(n, want):\n    assert f(n) == want\ncheck(6, 8)", ["want", "8"]),
        ("python", "ok(f(1) == 8)\nassert all(f(x) == 4 for x in range(3))", ["8", "", "4"]),
        ("javascript", "assert.strictEqual(f(1), 8);", ["8"]),
        ("javascript", "if (f(1) !== 8) { throw new Error('no'); }", ["8"]),
        ("javascript", "expect(f(1)).toBe(8);", ["8"]),
        ("java", "class T { void t() { assertEquals(8, Solution.f(1)); } }", ["8"]),
        ("java", 'class T { void t() { if (!Solution.f(1).equals("ab")) throw new Error(); } }', ["ab"]),
        ("c", 'int main() { g(1, buf); assert(strcmp(buf, "AB") == 0); return 0; }', ["AB"]),
        ("cpp", "int main() { assert((f(1) == std::vector<int>{8})); }", ["8"]),
        ("go", 'func TestF(t *testing.T) { if f(1) != 8 { t.Error("8") } }', ["8"]),
        ("go", "func TestF(t *testing.T) { assert.Equal(t, 8, f(1)) }", ["8"]),
        ("rust", "fn main() { assert_eq!(f(1), 8); assert!(f(2) == 4); }", ["8", "4"]),
        ("rust", "fn main() { assert_eq!(f(1), Size::Big); assert_eq!(f(2), Size::Low); }", ["Size::Big", "Size::Low"]),
        ("go", "func TestF(t *testing.T) { if !f(1).Equal(Run{8}) { t.Error() } }", ["8"]),
        ("java", 'class T { void t() { check("one", Solution.f(1).equals("ab")); } }', ["ab"]),
        ("ocaml", "let check got want = assert (got = want)\nlet () = check (f 1) 8", ["=", "8"]),
        ("haskell", "check n want = unless (f n == want) exitFailure\nmain = do\n  check 1 8", ["want", "8"]),
        ("clojure", "(assert (= [] (f 1)))\n(assert (= :none (f 2)))", ["[]", ":none"]),
        ("swift", "assert(f(1) == [])\nassert(f(2) == [8])", ["[]", "8"]),
        ("javascript", "const { equal: same } = require('assert');\nsame(f(1), 8);", ["8"]),
        ("javascript", "f(1).should.equal(8);", ["8"]),
        ("php", "<?php assert(in_array(f(1), [7, 8]));", ["7"]),
        ("perl", "cmp_ok(f(1), '==', 8);\nok(f(2) == 7);", ["8", "7"]),
        ("ruby", "expect { f(-1) }.to raise_error(ArgumentError, 'bad')", ["bad"]),
        # Both sides are results: another argument may be as good.
        ("rust", "fn main() { assert_eq!(f(1), f(2)); }", ["assert_eq!"]),
    ],
)
def test_the_expected_value_is_altered(language: str, tests: str, altered: list[str]) -> None:
    assert first_options(language, tests) == altered


@pytest.mark.parametrize(
    ("language", "tests"),
    [
        ("python", "assert f(1, 2)"),
        ("python", "assert f([1, 2])[0]"),
        ("python", "f(lambda x: 1 if x == 2 else 3)"),
        ("go", "func TestF(t *testing.T) { f(func(n int) error { if n == 1 { return err } ; return nil }) }"),
    ],
)
def test_what_the_solution_is_given_is_never_altered(language: str, tests: str) -> None:
    assert all(not check.options for check in found(language, tests).checks)


def test_a_message_that_repeats_the_value_changes_with_it() -> None:
    text = found("python", "class T:\n    def t(self):\n        self.assertEqual(f(1), 'abc', 'abc was wanted')\n")
    (check,) = text.checks
    value, message = (edit.text for edit in check.options[0].edits)
    assert len(value) == 3
    assert value != "abc"
    assert message == f"{value} was wanted"


@pytest.mark.parametrize(
    ("tests", "rows"),
    [
        ("for n, want in [(1, 2), (3, 8)]:\n    assert f(n) == want\n", ["2", "8"]),
        ("CASES = [{'want': 2, 'n': 6}, {'want': 8, 'n': 7}]\n", ["2", "8"]),
        ("CASES = [('a', ''), ('b', 'c')]\n", ["''", "c"]),
        ("CASES = [pytest.param(1, 2, id='a'), pytest.param(3, 4, id='b')]\n", ["2", "4"]),
        ("@parametrize(('n', 'want'), [(1, 2), (3, 8)])\ndef t(n, want): assert f(n) == want\n", ["2", "8"]),
        # The solution's input may not accept another value.
        ("for n, want in [(1, 2), (3, 8)]:\n    assert f(n) == want and f(want) == n\n", []),
    ],
)
def test_rows_of_tables(tests: str, rows: list[str]) -> None:
    text = found("python", tests)
    assert [text.data[edit.start : edit.end].decode() for row in text.rows for edit in row.edits] == rows


TABLES = {
    "go": (
        """
        func TestF(t *testing.T) {
            tests := []struct { name string; in, n int; want int; rest int; wantErr bool }{
                {"one", 7, 2, 3, 0, false}, {"two", 9, 4, 0, 5, false}, {"zero", 9, 0, 0, 0, true},
            }
            for _, tc := range tests {
                got, rest, err := f(tc.in, tc.n)
                if got != tc.want || rest != tc.rest || (err != nil) != tc.wantErr { t.Error(tc.name) }
            }
        }
        """,
        ["3", "5", "true"],
    ),
    "java": (
        """
        class T {
            @ParameterizedTest @CsvSource({"1, 3", "2, 'c d'"})
            void t(int n, String want) { assertEquals(want, Solution.f(n)); }
            static Stream<Arguments> cases() { return Stream.of(Arguments.of(1, 8), Arguments.of(2, 9)); }
        }
        """,
        ["8", "9", "3", "c d"],
    ),
    "kotlin": (
        """
        class T : FunSpec({
            withData(Case(1, 2), Case(3, 6)) { (n, expected) -> f(n) shouldBe expected }
            forAll(row(1, 7), row(3, 8)) { n, expected -> f(n) shouldBe expected }
        })
        """,
        ["2", "6", "7", "8"],
    ),
    "groovy": (
        """
class S extends spock.lang.Specification {
    def "doubles"() {
        expect:
        Solution.f(n) == expected

        where:
        n  || expected
        1  || 2
        -1 || -2
    }
}
""",
        ["2", "-2"],
    ),
    "javascript": (
        """
        it.each`
          n    | want
          ${1} | ${2}
          ${3} | ${6}
        `("f($n)", ({ n, want }) => { expect(f(n)).toBe(want); });
        """,
        ["2", "6"],
    ),
    "cpp": (
        """
        struct Case { int want; int in; };
        Case cases[] = {{5, 1}, {6, 2}};
        int main() { for (auto& one : cases) assert(f(one.in) == one.want); }
        """,
        ["5", "6"],
    ),
}


@pytest.mark.parametrize("language", TABLES)
def test_the_column_that_is_expected_is_altered(language: str) -> None:
    tests, altered = TABLES[language]
    text = found(language, tests)
    assert [text.data[edit.start : edit.end].decode() for row in text.rows for edit in row.edits] == altered


def test_labels_become_other_labels() -> None:
    """A candidate that knows which values occur cannot spot an altered one."""
    text = found("python", "assert f('x') == 'YES'\nassert f('y') == 'NO'\nassert f(1) == 10\n")
    assert [check.options[0].edits[0].text for check in text.checks][:2] == ["NO", "YES"]


def test_other_values_become_mixtures_that_the_tests_do_not_contain() -> None:
    """A candidate that reads the constants in their order finds the altered value, not one that occurred before."""
    tests = "assert f('x') == 'eve'\nassert f('y') == 'fay'\nassert f(1) == 10\nassert f(2) == 37\n"
    text = found("python", tests)
    altered = [check.options[0].edits[0].text for check in text.checks]
    assert len(set(altered)) == 4
    assert {"eve", "fay", "10", "37"}.isdisjoint(altered)


def test_a_check_in_a_loop_over_the_solutions_values_may_run_more_or_less_often() -> None:
    text = found("python", "for x in f(1):\n    assert x > 0\nfor y in range(3):\n    assert f(y) == 1\n")
    assert [check.loose for check in text.checks] == [True, False]


def test_functions_that_are_tests_by_their_name() -> None:
    text = found(
        "python", "def test_a():\n    assert f(1) == 1\n\ndef test_b():\n    assert False\n\ndef helper(): pass\n"
    )
    assert [(test.name, test.line) for test in text.tests] == [("test_a", 1)]


@pytest.mark.parametrize("name", [name for name, language in languages().items() if language.checks])
def test_every_language_reads_its_own_example(name: str) -> None:
    """Each query fits its grammar."""
    language = find_language(name)
    assert language.checks is not None
    assert language.syntax is not None
    tests, solution = language.generation_example("tests"), language.generation_example("solution")
    list(Tree(language.syntax.grammar, b"").find(language.checks.query))
    text = find_checks(name, tests, own_names(language, solution))
    assert text is not None
    assert text.data.decode() == tests


def test_a_text_of_thousands_of_values_is_read_in_linear_time() -> None:
    """Twice the values take about twice the nodes; a quadratic algorithm would not finish."""
    rows = ", ".join(f"([{n}, {n}], {n})" for n in range(20_000))
    text = found("python", f"cases = [{rows}]\nfor n, want in cases:\n    assert f(n) == want\n")
    assert len(text.rows) == 20_000


def test_an_argument_that_equals_the_expected_value_stays() -> None:
    text = found("python", "assert f('fay') == 'fay', 'not fay'\nassert f('z') == 'eve'\n")
    assert [(edit.start, edit.text) for edit in text.checks[0].options[0].edits] == [(20, "eve")]


@pytest.mark.parametrize(
    ("tests", "altered"),
    [
        ("assert f(1) in (2, -2)", ["2", "2"]),
        ("assert f(1) == 20 or f(1) == 30", ["20", "30"]),
        ("if f(1) != 20 and f(1) != 30: raise ValueError", ["20", "30"]),
    ],
)
def test_accepted_values_are_altered_together(tests: str, altered: list[str]) -> None:
    text = found("python", tests)
    (check,) = text.checks
    edits = check.options[0].edits
    assert [text.data[edit.start : edit.end].decode() for edit in edits] == altered
    assert not {edit.text for edit in edits} & set(altered)


@pytest.mark.parametrize(
    ("tests", "optional"),
    [
        ("r = f(1)\nif r is not None:\n    assert r == 4\nelse:\n    assert f(2)\n", [True, True]),
        ("def ok(n):\n    assert n < 9\n\nassert f(ok) == 3\n", [True, False]),
        ("try:\n    f(1)\nexcept ValueError as e:\n    assert 'a' in str(e)\n", [True]),
        ("try:\n    f(1)\n    assert False\nexcept ValueError as e:\n    assert 'a' in str(e)\n", [True, False]),
        ("if f(1) != 3:\n    raise ValueError\nelse:\n    assert f(2) == 2\n", [False, False]),
    ],
)
def test_checks_that_the_solution_decides_about(tests: str, optional: list[bool]) -> None:
    assert [check.optional for check in found("python", tests).checks] == optional


@pytest.mark.parametrize(
    "tests", ["want = 3 if f(0) == 1 else 4\n", "hits += f(1) == 3\n", "x = sum(f(1) == 3 for _ in y)\n"]
)
def test_comparisons_that_choose_or_count_are_not_checks(tests: str) -> None:
    assert not found("python", tests).checks
