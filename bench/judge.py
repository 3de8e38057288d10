"""What judging by tests adds to a plain run of the same solution and tests, and what a join costs.

The plain program is the solution and the checks in one file, without driver and proof. For languages with a build, only
the run is compared: builds vary far more than judging costs.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from bench.measure import Row, milliseconds
from benchwright.errors import ToolchainMissing
from benchwright.judging import Question, Verdict, judge_tests
from benchwright.languages import Language, find_language, find_toolchain
from benchwright.languages.join import join
from benchwright.sandbox import LocalSandbox, Program

_ROUNDS = 200
_ROUNDS_WITH_BUILD = 15
_JOINS = 50


@dataclass(frozen=True)
class Case:
    """A solution, its tests, and both as one ordinary program."""

    language: str
    solution: str
    tests: str
    plain: str


def together(language: str, solution: str, tests: str) -> Case:
    """Return a case whose plain program is the solution followed by the tests."""
    return Case(language, solution, tests, solution + tests)


_GO_SOLUTION = "func add(a, b int) int { return a + b }\n"
_GO_TESTS = 'func main() {\n\tif add(1, 2) != 3 {\n\t\tpanic("no")\n\t}\n}\n'

CASES = (
    together(
        "python",
        "def add(a, b):\n    return a + b\n",
        "def test():\n    assert add(1, 2) == 3\n    assert add(2, 2) == 4\n\ntest()\n",
    ),
    together(
        "shell",
        "add() { echo $(($1 + $2)); }\n",
        'test_add() {\n  [[ $(add 1 2) == "3" ]] || exit 1\n}\ntest_add\n',
    ),
    together(
        "javascript",
        "function add(a, b) { return a + b; }\n",
        "const assert = require('assert');\nfunction test() { assert.strictEqual(add(1, 2), 3); }\ntest();\n",
    ),
    together(
        "cpp",
        '#include <stdexcept>\nint add(int a, int b) { if (a < 0) throw std::range_error("no"); return a + b; }\n',
        "#include <cassert>\nint main() { assert(add(1, 2) == 3); }\n",
    ),
    Case(
        "go", f"package main\n{_GO_SOLUTION}", f"package main\n{_GO_TESTS}", f"package main\n{_GO_SOLUTION}{_GO_TESTS}"
    ),
    Case(
        "java",
        "class Sum { static int add(int a, int b) { return a + b; } }\n",
        "public class Main { public static void main(String[] a) { assert Sum.add(1, 2) == 3; } }\n",
        "class Sum { static int add(int a, int b) { return a + b; } }\n"
        "public class Main { public static void main(String[] a) { assert Sum.add(1, 2) == 3; } }\n",
    ),
)


async def bench() -> list[Row]:
    """Return two rows for each language whose toolchain is installed."""
    rows: list[Row] = []
    async with LocalSandbox(concurrency=1) as sandbox:
        for case in CASES:
            language = find_language(case.language)
            try:
                find_toolchain(language)
            except ToolchainMissing:
                continue
            rows += [await _judging(sandbox, case, language), _joining(case, language)]
    return rows


async def _judging(sandbox: LocalSandbox, case: Case, language: Language) -> Row:
    question = Question(language=language.id, tests=case.tests)
    program = Program(language=language.id, files={language.source: case.plain.encode()})
    plain: list[float] = []
    judged: list[float] = []
    for number in range(_ROUNDS_WITH_BUILD if language.build else _ROUNDS):
        start = time.perf_counter()
        execution = await sandbox.run(program)
        middle = time.perf_counter()
        judgement = await judge_tests(sandbox, question, case.solution)
        end = time.perf_counter()
        if judgement.verdict is not Verdict.PASSED or not execution.runs[0].succeeded:
            raise RuntimeError(f"{language.id}: {judgement.verdict} {judgement.reason}")
        if number >= 3:  # warm-up
            by_run = bool(language.build)
            plain.append(execution.runs[0].wall_s if by_run else middle - start)
            judged.append(judgement.execution.runs[0].wall_s if by_run else end - middle)
    added = milliseconds(judged) - milliseconds(plain)
    return Row(
        what=f"judge: {language.id}, {added:+.2f} ms",
        measured=milliseconds(judged),
        baseline=milliseconds(plain),
        unit="ms",
        ratio=milliseconds(judged) / milliseconds(plain),
        target="+1 ms",
    )


def _joining(case: Case, language: Language) -> Row:
    """Join new solutions to known tests, and compare with joins that are already cached."""
    times: list[float] = []
    again: list[float] = []
    for number in range(_JOINS):
        solution = case.solution.replace("add", f"add{number}")
        for into in (times, again):
            start = time.perf_counter()
            join(language, solution, case.tests)
            into.append(time.perf_counter() - start)
    return Row(
        what=f"join: {language.id}, new against remembered",
        measured=milliseconds(times),
        baseline=milliseconds(again),
        unit="ms",
        ratio=milliseconds(times) / milliseconds(again),
        target="",
    )
