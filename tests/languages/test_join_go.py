"""What joining does to Go texts."""

from __future__ import annotations

import pytest

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join

SOLUTION = "package main\n\nfunc Add(a, b int) int { return a + b }\n"
TESTS = 'package main\n\nfunc main() {\n\tif Add(1, 2) != 3 {\n\t\tpanic("three")\n\t}\n}\n'


def joined(solution: str = SOLUTION, tests: str = TESTS) -> Joined:
    return join(find_language("go"), solution, tests)


def joined_solution(solution: str, tests: str = TESTS) -> str:
    return joined(solution, tests).files["solution.go"].decode(errors="surrogateescape")


def joined_tests(tests: str, solution: str = SOLUTION) -> str:
    return joined(solution, tests).files["tests.go"].decode()


def joined_main(tests: str, solution: str = SOLUTION) -> str:
    return joined(solution, tests).files["main.go"].decode()


def test_the_parts_are_two_of_three_files() -> None:
    program = joined()
    assert list(program.files) == ["main.go", "solution.go", "tests.go"]
    assert {name: origin.part for name, origin in program.origins.items()} == {
        "solution.go": "solution",
        "tests.go": "tests",
    }
    assert (program.mode, program.entry, program.framework) == ("tests", "text", "")


def test_a_plain_solution_is_unchanged() -> None:
    assert joined_solution(SOLUTION) == SOLUTION


@pytest.mark.parametrize("ending", ["", "// end", "/* end */", "\n\n"])
def test_last_line_without_newline(ending: str) -> None:
    assert joined_solution(SOLUTION.rstrip() + ending) == SOLUTION.rstrip() + ending


def test_other_line_ends_and_invalid_utf8() -> None:
    assert joined_solution(SOLUTION.replace("\n", "\r\n")) == SOLUTION
    assert joined_solution("\ufeff" + SOLUTION) == SOLUTION
    assert joined_solution(SOLUTION + "// \udcff ÄÖ 漢字\n") == SOLUTION + "// \udcff ÄÖ 漢字\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("package solution\n\nvar X = 1\n", "package main\n\nvar X = 1\n"),
        ("// Package x.\npackage x // x\nvar X = 1\n", "// Package x.\npackage main // x\nvar X = 1\n"),
        ("var X = 1\n", "package main; var X = 1\n"),
        ("", "package main; "),
    ],
)
def test_every_part_becomes_package_main(text: str, expected: str) -> None:
    assert joined_solution(text) == expected


def test_only_the_solutions_main_and_its_calls_are_renamed() -> None:
    text = "package main\n\nfunc mainCase() {}\nfunc main() { mainCase(); main(); _ = T{main: 1} }\n"
    expected = (
        "package main\n\nfunc mainCase() {}\n"
        "func benchwright_solution_main() { mainCase(); benchwright_solution_main(); _ = T{main: 1} }\n"
    )
    assert joined_solution(text) == expected


@pytest.mark.parametrize(
    "declaration",
    [
        "func panic(v any) {}",
        "const true = false",
        "var nil int",
        "type error struct{}",
        "type (\n\terror = string\n)",
        "const (\n\tx = 1\n\tfalse, iota = 1, 2\n)",
        "var ( len = 1 )",
    ],
)
def test_names_of_the_language_cannot_be_taken(declaration: str) -> None:
    program = joined_solution(f"package main\n\n{declaration}\n")
    assert "benchwright_solution_" in program
    assert program.count("\n") == declaration.count("\n") + 3


@pytest.mark.parametrize(
    "declaration",
    [
        "func max(a, b int) int { return a }",
        "func print(list []int) {}",
        "func (l *List) len() int { return 1 }",
        "type T struct{ error string }",
        "func f() { len := 1; _ = len }",
        "var f = func() { var error int; _ = error }",
    ],
)
def test_ordinary_declarations_are_kept(declaration: str) -> None:
    text = f"package main\n\n{declaration}\n"
    assert joined_solution(text) == text


def test_uses_of_a_renamed_name_are_renamed() -> None:
    text = 'package main\n\nfunc panic(v string) {}\nfunc f() { panic("x") }\n'
    assert 'func f() { benchwright_solution_panic("x") }' in joined_solution(text)


def test_tests_get_imports_that_only_the_solution_has() -> None:
    solution = 'package main\n\nimport (\n\t"fmt"\n\tstr "strings"\n)\n\nvar X = fmt.Sprint(str.Fields("x"))\n'
    tests = "package main\n\nfunc main() { _ = str.ToUpper(fmt.Sprint(1)) }\n"
    first_line = joined_tests(tests, solution).partition("\n")[0]
    assert first_line == 'package main; import fmt "fmt"; import str "strings"'


def test_tests_get_common_packages_that_neither_part_imports() -> None:
    assert 'import utf8 "unicode/utf8"' in joined_tests("package main\n\nfunc main() { utf8.RuneLen('x') }\n")
    assert "import" not in joined_tests("package main\n\nfunc main() { unheard.Of() }\n")
    assert 'import "fmt"' not in joined_solution("package main\n\nvar X = fmt.Sprint(1)\n")


def test_an_import_used_only_by_the_other_part_becomes_blank() -> None:
    solution = 'package main\n\nimport "strings"\nimport f "fmt"\n'
    tests = 'package main\n\nfunc main() { f.Print(strings.ToUpper("x")) }\n'
    assert joined_solution(solution, tests) == 'package main\n\nimport _ "strings"\nimport _ "fmt"\n'


def test_an_unused_import_stays_an_error() -> None:
    text = 'package main\n\nimport "strings"\n'
    assert joined_solution(text) == text


def test_a_variable_is_not_a_package() -> None:
    solution = 'package main\n\nimport "strings"\n\nvar X = strings.ToUpper("x")\n'
    local = "package main\n\nfunc main() { strings := T{}; strings.Field() }\n"
    assert joined_tests(local, solution).startswith("package main\n")
    parameter = "package main\n\nfunc f(strings T) { strings.Field() }\nfunc main() {}\n"
    assert joined_tests(parameter, solution).startswith("package main\n")
    own = "package main\n\nfunc main() { strings := strings.Fields(X); _ = strings }\n"
    assert joined_tests(own, solution).startswith('package main; import strings "strings"\n')


def test_a_package_that_the_solution_declares_itself_is_not_imported() -> None:
    solution = "package main\n\ntype maker struct{}\n\nvar fmt maker\n"
    assert "import" not in joined_tests("package main\n\nfunc main() { fmt.Sprint(1) }\n", solution)


def test_the_solution_cannot_import_the_driver() -> None:
    for path in ('"benchwright/driver"', '"\\x62enchwright/driver"', "`benchwright/gotest`"):
        assert 'import d "no/such/package"' in joined_solution(f"package main\n\nimport d {path}\n")


def test_main_of_the_tests_runs_under_the_driver() -> None:
    assert joined_tests(TESTS) == TESTS.replace("func main", "func benchwright_tests_main")
    assert "benchwright_driver.Run(benchwright_tests_main)" in joined_main(TESTS)


def test_functions_called_by_main_are_individual_tests() -> None:
    tests = (
        "package main\n\nfunc testA() {}\nfunc check(x int) {}\nfunc main() {\n\ttestA()\n\tcheck(1)\n\tAdd(1, 2)\n}\n"
    )
    text = joined_tests(tests)
    assert '\tbenchwright_driver.Unit("testA", testA)\n\tcheck(1)\n\tAdd(1, 2)\n' in text
    assert text.startswith('package main; import benchwright_driver "benchwright/driver"\n')


def test_uncalled_tests_are_called() -> None:
    tests = "package main\n\nfunc TestA() {}\nfunc testB() {}\nfunc testing(x int) {}\nfunc helper() {}\n"
    program = joined(SOLUTION, tests)
    assert program.entry == "call"
    assert b'Unit("TestA", TestA); benchwright_driver.Unit("testB", testB) }' in program.files["main.go"]


def test_a_text_without_tests_is_recognised() -> None:
    assert "benchwright_driver.End(0)" in joined_main("package main\n\nfunc helper() {}\n")
    assert "benchwright_driver.End(1)" in joined_main("package main\n\nfunc init() { check() }\n")


def test_exits_of_the_tests_keep_their_import_used() -> None:
    imports = 'package main\n\nimport (\n\tl "log"\n\t"os"\n)\n\n'
    tests = imports + 'func main() {\n\tdefer os.Exit(1)\n\tl.Fatalf("x")\n\tl.Print()\n}\n'
    text = joined_tests(tests)
    assert "\tdefer benchwright_driver.Exit(os.Exit)(1)\n" in text
    assert '\tbenchwright_driver.Fatalf(l.Printf)("x")\n\tl.Print()\n' in text
    assert text.count("\n") == tests.count("\n")


def test_exits_of_the_solution_are_kept() -> None:
    text = 'package main\n\nimport "os"\n\nfunc Add(a, b int) int { os.Exit(0); return 0 }\n'
    assert joined_solution(text) == text


FRAMEWORK = """package main

import "testing"

func TestA(t *testing.T) {
	t.Helper()
	t.Run("x", func(t *testing.T) { t.Errorf("x") })
}

func TestB(*testing.T)             {}
func Testing(t *testing.T)         {}
func TestC(t *testing.T, x int)    {}
func (s *Suite) TestD(t *testing.T) {}
func BenchmarkE(b *testing.B)      {}
"""


def test_test_functions_run_in_the_framework() -> None:
    program = joined(SOLUTION, FRAMEWORK)
    assert (program.entry, program.framework, program.mode) == ("framework", "go test", "tests")
    call = (
        'benchwright_gotest.Main(nil, benchwright_gotest.Test{Name: "TestA", Place: "tests.go:5", Function: TestA},'
        ' benchwright_gotest.Test{Name: "TestB", Place: "tests.go:10", Function: TestB})'
    )
    assert call.encode() in program.files["main.go"]


def test_failing_calls_are_redirected_to_the_driver() -> None:
    text = joined_tests(FRAMEWORK)
    assert "\tbenchwright_gotest.Helper(); t.Helper()\n" in text
    assert '\tbenchwright_gotest.Run(t)("x", func(t *testing.T) { benchwright_gotest.Errorf(t)("x") })\n' in text
    assert text.count("\n") == FRAMEWORK.count("\n")


def test_methods_of_other_types_are_unchanged() -> None:
    tests = FRAMEWORK + 'func f(t Logger) { t.Errorf("x"); u.Fatal("x") }\n'
    assert 'func f(t Logger) { t.Errorf("x"); u.Fatal("x") }\n' in joined_tests(tests)


def test_own_main_functions_of_framework_tests() -> None:
    tests = FRAMEWORK + 'func TestMain(m *testing.M) { m.Run() }\nfunc main() { println("not run") }\n'
    assert "benchwright_gotest.Main(TestMain, " in joined_main(tests)
    assert "func benchwright_tests_main() {" in joined_tests(tests)


def test_the_tests_replace_the_solutions_tests_of_the_same_name() -> None:
    solution = 'package main\n\nimport "testing"\n\nfunc TestA(t *testing.T) {}\nfunc TestZ(t *testing.T) {}\n'
    text = joined_solution(solution, FRAMEWORK)
    assert "func benchwright_solution_TestA(t" in text
    assert "func TestZ(t" in text
    assert "TestZ" not in joined_main(FRAMEWORK, solution)


def test_the_framework_import_may_be_renamed_or_in_the_solution() -> None:
    tests = FRAMEWORK.replace('import "testing"', 'import tt "testing"').replace("*testing.", "*tt.")
    assert joined(SOLUTION, tests).framework == "go test"
    without = FRAMEWORK.replace('import "testing"', "")
    assert joined(SOLUTION, without).framework == "go test"
    assert 'import testing "testing"' in joined_tests(without)
