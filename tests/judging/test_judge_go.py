"""Go solutions judged in the real sandbox."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import pytest

from benchwright.judging import Defect, Judgement, Question, calibrate, judge_tests
from benchwright.sandbox import Execution, LocalSandbox, Program
from tests.judging.cases import judge_cases, place_of

pytestmark = pytest.mark.language(name="go")

RIGHT = "package main\n\nfunc Add(a, b int) int { return a + b }\n"
WRONG = "package main\n\nfunc Add(a, b int) int { return a - b }\n"

MAIN = """package main

import "fmt"

func main() {
	if got := Add(1, 2); got != 3 {
		panic(fmt.Sprintf("got %d", got))
	}
}
"""
UNITS = """package main

func testZero() {
	if Add(0, 0) != 0 {
		panic("zero")
	}
}

func testOne() {
	if Add(1, 0) != Add(0, 1) {
		panic("one")
	}
}

func main() {
	testZero()
	testOne()
}
"""
EXITS = """package main

import (
	"log"
	"os"
)

func main() {
	if Add(1, 1) != 2 {
		log.Fatalf("not %d", 2)
	}
	if Add(1, 2) != 3 {
		os.Exit(4)
	}
	os.Exit(0)
}
"""
FRAMEWORK = """package main

import "testing"

func equal(t *testing.T, got, want int) {
	t.Helper()
	if got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}

func TestZero(t *testing.T) { equal(t, Add(0, 0), 0) }

func TestTable(t *testing.T) {
	for _, c := range [][3]int{{1, 0, 1}, {2, 3, 5}} {
		t.Run("sum", func(t *testing.T) {
			equal(t, Add(c[0], c[1]), c[2])
		})
	}
}

func TestSkipped(t *testing.T) { t.Skip("not now") }
"""
TEST_MAIN = FRAMEWORK.replace('import "testing"', 'import (\n\t"os"\n\t"testing"\n)') + (
    "\nfunc TestMain(m *testing.M) { os.Exit(m.Run()) }\n"
)


def body(statements: str, imports: str = "") -> str:
    return f"package main\n\n{imports}\n\nfunc Add(a, b int) int {{\n\t{statements}\n}}\n"


class Case(NamedTuple):
    solution: str
    tests: str
    verdict: str
    reason: str = ""
    place: str = ""
    message: str = ""
    results: str = ""


CASES = {
    "right": Case(RIGHT, MAIN, "passed"),
    "wrong": Case(WRONG, MAIN, "wrong_answer", "panic", "tests:7", "got -1"),
    "two mains and much output": Case(
        'package main\n\nimport "fmt"\n\nfunc init() { fmt.Println("--- FAIL: FAILED") }\n\n'
        "func main() { panic(1) }\n\nfunc Add(a, b int) int {\n"
        '\tfor i := 0; i < 500000; i++ {\n\t\tfmt.Println("panic: x")\n\t}\n\treturn a + b\n}\n',
        MAIN,
        "passed",
    ),
    "goroutines": Case(
        body(
            "var all sync.WaitGroup\n\tfor i := 0; i < 500; i++ {\n\t\tall.Add(1)\n\t\tgo all.Done()\n\t}\n"
            "\tall.Wait()\n\treturn a + b",
            'import "sync"',
        ),
        MAIN,
        "passed",
    ),
    "does not compile": Case(body("return a + c"), MAIN, "compile_error", "diagnostics", "solution:6"),
    "another package's insides": Case(
        body("return a + b", 'import _ "internal/abi"'), MAIN, "compile_error", "diagnostics", "solution:3"
    ),
    "runtime error": Case(
        body("return []int{}[a]"),
        MAIN,
        "runtime_error",
        "runtime error",
        "solution:6",
        "runtime error: index out of range [1] with length 0",
    ),
    "panic of the solution": Case(body('panic("to do")'), MAIN, "runtime_error", "panic", "solution:6", "to do"),
    "panic in a goroutine": Case(
        body('go func() { panic("there") }()\n\tselect {}'), MAIN, "runtime_error", "exit code 2", "solution:6"
    ),
    "exit of the solution": Case(body("os.Exit(0)\n\treturn 3", 'import "os"'), MAIN, "incomplete", "early_exit"),
    "exit before the tests": Case(
        body("return 3", 'import "os"\n\nfunc init() { os.Exit(0) }'),
        MAIN,
        "incomplete",
        "early_exit",
    ),
    "exit status of the solution": Case(
        body("os.Exit(3)\n\treturn 3", 'import "os"'), MAIN, "runtime_error", "exit code 3"
    ),
    "tests end themselves": Case(RIGHT, EXITS, "passed"),
    "tests end with a status": Case(body("return 2"), EXITS, "wrong_answer", "os.Exit", "tests:13", "exit status 4"),
    "tests end through the log": Case(body("return 0"), EXITS, "wrong_answer", "log.Fatal", "tests:10", "not 2"),
    "single tests": Case(RIGHT, UNITS, "passed", results="testZero passed, testOne passed"),
    "one of the single tests": Case(
        WRONG, UNITS, "wrong_answer", "panic", "tests:11", "one", "testZero passed, testOne failed"
    ),
    "no tests": Case(RIGHT, "package main\n", "incomplete", "no_tests"),
    "framework": Case(RIGHT, FRAMEWORK, "passed", results="TestZero passed, TestTable passed, TestSkipped skipped"),
    "framework, one fails": Case(
        body("return a"),
        FRAMEWORK,
        "wrong_answer",
        "TestTable",
        "tests:17",
        "sum#01: got 2, want 5",
        "TestZero passed, TestTable failed, TestSkipped skipped",
    ),
    "framework, runtime error in a subtest": Case(
        body("return 6 / (3 - b) * b / 6"),
        FRAMEWORK,
        "runtime_error",
        "runtime error",
        "solution:6",
        "runtime error: integer divide by zero",
        "TestZero passed, TestTable failed",
    ),
    "framework with a main of its own": Case(
        body("return a"),
        TEST_MAIN,
        "wrong_answer",
        "TestTable",
        "tests:20",
        results="TestZero passed, TestTable failed, TestSkipped skipped",
    ),
    "options of the framework": Case(
        'package main\n\nimport (\n\t"flag"\n\t"os"\n\t"testing"\n)\n\n'
        'func init() {\n\tos.Args = append(os.Args, "-test.run=NONE")\n\tflag.Set("test.skip", "Test")\n}\n\n'
        "func TestMain(m *testing.M) { os.Exit(0) }\n\nfunc Add(a, b int) int { return 7 }\n",
        FRAMEWORK,
        "wrong_answer",
        "TestZero",
        "tests:12",
        results="TestZero failed, TestTable failed, TestSkipped skipped",
    ),
    "panic taken away": Case(
        body("return 0") + "\nfunc panic(v any) {}\n", MAIN, "wrong_answer", "panic", "tests:7", "got 0"
    ),
    "descriptors copied": Case(
        'package main\n\nimport "syscall"\n\nvar done = copied()\n\nfunc copied() bool {\n\tb := make([]byte, 64)\n'
        '\tn, _ := syscall.Read(3, b)\n\tsyscall.Write(4, append(b[:max(n, 0)], "\\tend\\t1\\t0\\t0\\n"...))\n'
        "\tsyscall.Exit(0)\n\treturn true\n}\n\nfunc Add(a, b int) int { return 0 }\n",
        MAIN,
        "incomplete",
        "early_exit",
    ),
    "the driver imported": Case(
        body("driver.End(1)\n\treturn 0", 'import "benchwright/driver"'), MAIN, "compile_error", "", "solution:3"
    ),
    "the driver linked": Case(
        body("end(1)\n\treturn 0", 'import _ "unsafe"\n\n//go:linkname end benchwright/driver.End\nfunc end(int)'),
        MAIN,
        "compile_error",
    ),
    "no files left to read": Case(
        body(
            'files, _ := os.ReadDir(".")\n\tif len(files) != 1 {\n\t\tpanic("more files")\n\t}\n\treturn a + b',
            'import "os"',
        ),
        MAIN,
        "passed",
    ),
}


@pytest.fixture(scope="module")
def judgements() -> dict[str, Judgement]:
    return judge_cases("go", CASES)


@pytest.mark.parametrize("name", CASES)
def test_case(name: str, judgements: dict[str, Judgement]) -> None:
    case, judgement = CASES[name], judgements[name]
    assert judgement.verdict == case.verdict, judgement
    if case.reason or judgement.passed:
        assert judgement.reason == case.reason
    if case.place:
        assert place_of(judgement) == case.place, judgement
    if case.message:
        assert judgement.message == case.message
    assert ", ".join(f"{test.name} {test.status}" for test in judgement.tests) == case.results


def test_a_panic_is_shown_as_go_shows_it(judgements: dict[str, Judgement]) -> None:
    shown = judgements["panic of the solution"].execution.runs[0].stderr.data.decode()
    assert shown.startswith("panic: to do\n\ngoroutine 1 [running]:\nmain.Add(...)\n\t/workspace/solution.go:6\n")
    assert "benchwright/driver" not in shown


def test_the_framework_prints_the_line_of_the_check(judgements: dict[str, Judgement]) -> None:
    shown = judgements["framework, one fails"].execution.runs[0].stdout.data.decode()
    assert "    --- FAIL: TestTable/sum#01" in shown
    assert "        tests.go:17: got 2, want 5\n" in shown


def test_diagnostics_name_the_parts_and_their_lines(judgements: dict[str, Judgement]) -> None:
    build = judgements["does not compile"].execution.build
    assert build is not None
    assert b"/workspace/solution.go:6:13: undefined: c" in build.stdout.data + build.stderr.data


@pytest.mark.parametrize("tests", [MAIN, UNITS, FRAMEWORK], ids=["main", "units", "framework"])
def test_a_changed_value_makes_the_reference_fail(tests: str) -> None:
    async def calibrated() -> Judgement | Defect:
        async with LocalSandbox() as sandbox:
            plan = await calibrate(sandbox, Question(language="go", tests=tests), RIGHT)
            if isinstance(plan, Defect):
                return plan
            return await judge_tests(sandbox, Question(language="go", tests=tests, plan=plan), RIGHT, canary=True)

    judgement = asyncio.run(calibrated())
    assert isinstance(judgement, Judgement), judgement
    assert judgement.passed
    assert {run.verdict for run in judgement.canary} == {"wrong_answer"}


def test_a_plain_program_of_several_files() -> None:
    files = {
        "main.go": b"package main\n\nfunc main() { println(Add(1, 2), len(more)) }\n",
        "add.go": RIGHT.encode(),
        "more.go": b"package main\n\nvar more = []int{1, 2}\n",
        "add_test.go": b"package main\n\nthis is not compiled\n",
    }

    async def run() -> Execution:
        async with LocalSandbox() as sandbox:
            return await sandbox.run(Program(language="go", files=files))

    execution = asyncio.run(run())
    assert execution.runs, execution.build
    assert execution.runs[0].stderr.data == b"3 2\n"
