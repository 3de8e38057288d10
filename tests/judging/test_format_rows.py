"""Rows of other formats are judged as their authors intended: a correct answer passes, a wrong one does not."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchwright.judging import Question, Verdict, judge_tests
from benchwright.judging.check import CheckedProblem, check_problem
from benchwright.languages import find_language
from benchwright.languages.registry import packages_folder
from benchwright.problems import Problem, read_problems
from benchwright.sandbox import LocalSandbox
from tests.conftest import in_language

UNITTEST = """\
import unittest
class TestCases(unittest.TestCase):
    def test_two(self):
        self.assertEqual(task_func(2), 4)
"""
CALLS = {"fn_name": "double", "inputs": [[1], [[2]]], "outputs": [[2], [[4]]]}
ROWS: dict[str, dict[str, Any]] = {
    "mbpp": {"task_id": 1, "text": "?", "code": "def f(n):\r\n    return 2 * n", "test_list": ["assert f(2) == 4"]},
    "bigcodebench": {
        "task_id": "BigCodeBench/0",
        "complete_prompt": 'def task_func(n):\n    """Double."""\n',
        "instruct_prompt": "Double.",
        "canonical_solution": "    return 2 * n\n",
        "test": UNITTEST,
        "entry_point": "task_func",
    },
    "livecodebench": {
        "question_id": "twice",
        "question_content": "?",
        "starter_code": "class Solution:\n    def double(self, n: int) -> int:\n        ",
        "public_test_cases": '[{"input": "1", "output": "2", "testtype": "functional"}]',
        "private_test_cases": '[{"input": "2", "output": "4", "testtype": "functional"}]',
        "metadata": '{"func_name": "double"}',
    },
    "apps, a function": {
        "id": 1,
        "question": "?",
        "input_output": json.dumps(CALLS),
        "solutions": ["double = (2).__mul__"],
    },
    "apps, a program": {
        "id": 2,
        "question": "?",
        "input_output": json.dumps({"inputs": ["1\n2"], "outputs": ["1.50"]}),
        "solutions": ["print((int(input()) + int(input())) / 2)"],
    },
    "exec_csn": {
        "code": "def double(n):\n    return 2 * n\n\n\ndef test_double():\n    assert double(2) == 4\ntest_double()\n",
        "func_name": "double",
        "revised_instruction": "?",
        "test_code": "def test_double ( ) :\n    assert double ( 2 ) == 4\ntest_double ( )\n",
    },
}
ROWS |= {
    "evalplus": {
        "task_id": "HumanEval/0",
        "prompt": 'def halves(values):\n    """Halve."""\n',
        "canonical_solution": "    return [each / 2 for each in values]\n",
        "entry_point": "halves",
        "base_input": [[[1, 2]]],
        "plus_input": [[[]], [[3, 4, 5]]],
        "atol": 0,
    },
    "evalplus, roots": {
        "task_id": "HumanEval/32",
        "prompt": "def poly(xs, x):\n    return xs[0] + xs[1] * x\n\n\ndef find_zero(xs):\n",
        "canonical_solution": "    return -xs[0] / xs[1]\n",
        "entry_point": "find_zero",
        "base_input": [[[1, 2]]],
        "plus_input": [[[3, 7]]],
        "atol": 0.0001,
    },
    "classeval": {
        "task_id": "ClassEval_0",
        "skeleton": "class Doubler:\n    def double(self, n):\n        pass\n",
        "class_name": "Doubler",
        "solution_code": "class Doubler:\n    def double(self, n):\n        return 2 * n\n",
        "test": UNITTEST.replace("task_func(", "Doubler().double("),
    },
    "cruxeval": {"id": "sample_0", "code": "def f(a, b):\n    return [a, b]", "input": "1, 'x'", "output": "[1, 'x']"},
    "humaneval_infilling": {
        "task_id": "SingleLineInfilling/HumanEval/0/L0",
        "entry_point": "double",
        "prompt": "def double(n):\n",
        "suffix": "    return twice\n",
        "canonical_solution": "    twice = 2 * n\n",
        "test": "\ndef check(candidate):\n    assert candidate(2) == 4\n",
    },
    "humaneval_pro": {
        "id": 0,
        "raw_problem": "def double(n: int) -> int:\n",
        "raw_solution": "    return 2 * n\n\n",
        "new_problem": "# Double twice.\ndef quadruple(n: int) -> int:\n",
        "new_solution": "    return double(double(n))\n",
        "test_code": "\nassert quadruple(2) == 8\nassert quadruple(0) == 0",
    },
    "humaneval_x, imports in the prompt": {
        "task_id": "Go/0",
        "prompt": 'import (\n    "math"\n)\n\nfunc Root(x float64) float64 {\n',
        "import": 'import (\n    "math"\n)\n',
        "declaration": "\nfunc Root(x float64) float64 {\n",
        "canonical_solution": "    return math.Sqrt(x)\n}\n",
        "test": 'func TestRoot(t *testing.T) {\n    if Root(4) != 2 {\n        t.Fatal("wrong")\n    }\n}\n',
        "test_setup": 'package main\n\nimport (\n    "testing"\n)\n',
        "example_test": "",
    },
    "humaneval_x, no imports": {
        "task_id": "Go/1",
        "prompt": "// The strings.Builder is not used.\nfunc Root(x float64) float64 {\n",
        "import": "",
        "declaration": "\nfunc Root(x float64) float64 {\n",
        "canonical_solution": "    return math.Sqrt(x)\n}\n",
        "test": 'func TestRoot(t *testing.T) {\n    if Root(4) != 2 {\n        t.Fatal("wrong")\n    }\n}\n',
        "test_setup": 'package main\n\nimport (\n    "testing"\n)\n',
        "example_test": "",
    },
    "humaneval_x, random texts": {
        "task_id": "Go/2",
        "prompt": 'import "strings"\n\nfunc Twice(s string) string {\n    return strings.Repeat(s, 2)\n}\n\n'
        "func Once(s string) string {\n",
        "import": "",
        "declaration": "\nfunc Once(s string) string {\n",
        "canonical_solution": "    return s[:len(s)/2]\n}\n",
        "test": "func TestOnce(t *testing.T) {\n    assert := assert.New(t)\n    for i := 0; i < 9; i++ {\n"
        "        runes := []rune{rune(97 + rand.Intn(9)), rune(97 + rand.Intn(9))}\n"
        "        assert.Equal(string(runes), Once(Twice(string(runes))))\n    }\n}\n",
        "test_setup": 'package main\n\nimport (\n    "testing"\n    "math/rand"\n'
        '    "github.com/stretchr/testify/assert"\n)\n',
        "example_test": "",
    },
    "naturalcodebench": {
        "_id": 131,
        "prompt": "?",
        "problem": "?",
        "testcases": "class Testdouble:\n    @pytest.fixture\n    def two(self):\n        return 2\n\n"
        "    def test_double(self, two):\n        assert double(two) == 4\n",
        "setup_code": "",
        "reference_solution": "```python\ndef double(n):\n    return 2 * n\n```",
        "classification": "Algorithm",
    },
}
LANGUAGES = {name: "go" for name in ROWS if name.startswith("humaneval_x, ")}
REFERENCES = {
    "livecodebench": "class Solution:\n    def double(self, n): return n + n\n",
    "apps, a function": "def double(n):\n    return [2 * each for each in n] if isinstance(n, list) else 2 * n\n",
}


def read(tmp_path: Path, row: dict[str, Any]) -> Problem:
    (tmp_path / "rows.jsonl").write_text(json.dumps(row))
    (problem,) = read_problems(tmp_path / "rows.jsonl")
    return problem


@pytest.mark.parametrize("name", [in_language(LANGUAGES.get(name, "python"), name) for name in ROWS])
def test_a_row_makes_a_sound_problem(tmp_path: Path, name: str) -> None:
    async def check(problem: Problem) -> CheckedProblem:
        async with LocalSandbox() as sandbox:
            return await check_problem(sandbox, problem)

    if name == "naturalcodebench" and not packages_folder(find_language("python"), "scientific").is_dir():
        pytest.skip("toolchain missing: the scientific packages of Python")
    problem = read(tmp_path, ROWS[name])
    reference = REFERENCES.get(name, problem.canonical_solution)
    result = asyncio.run(check(msgspec.structs.replace(problem, canonical_solution=reference)))
    assert result.sound, result


COMPLETIONS = {
    "cpp": (
        "long twice(long n) {\n",
        "    return 2 * n;",
        "}\nint main() {\n    auto candidate = twice;\n    assert(candidate((4)) == (8));\n}\n",
    ),
    "java": (
        "class Problem {\n    public static long twice(long n) {\n",
        "        return 2 * n;",
        "    }\n    public static void main(String[] args) {\n    assert(twice((4l)) == (8l));\n    }\n\n}\n",
    ),
    "cs": (
        "using System.Diagnostics;\nclass Problem {\n    public static long Twice(long n) {\n",
        "        return 2 * n;",
        "    }\n    public static void Main(string[] args) {\n    Debug.Assert(Twice((4L)) == (8L));\n    }\n\n}\n",
    ),
    "scala": (
        "object Problem {\n    def twice(n : Long) : Long = {\n",
        "        2 * n",
        "    }\n    def main(args: Array[String]) = {\n    assert(twice((4l)) == (8l));\n    }\n\n}\n",
    ),
    "sh": (
        "#!/bin/bash\ntwice() {\n",
        "    echo $((2 * $1))",
        '}\n\ncandidate() {\n    twice "$@"\n}\n\nset -e\nrun_test() {\n    [[ $(candidate "4") = "8" ]]\n}\nrun_test',
    ),
    "go_test.go": (
        'package twice_test\n\nimport "testing"\n\nfunc twice(n int) int {\n',
        "    return 2 * n",
        '}\n\nfunc TestTwice(t *testing.T) {\n  if twice(4) != 8 {\n    t.Errorf("wrong")\n  }\n}\n',
    ),
}


@pytest.mark.parametrize("language", [in_language(find_language(name).id, name) for name in COMPLETIONS])
def test_a_completion_is_judged_by_tests_that_follow_it(tmp_path: Path, language: str) -> None:
    prompt, completion, tests = COMPLETIONS[language]
    row = {"name": "twice", "language": language, "prompt": prompt, "tests": tests, "stop_tokens": []}
    problem = read(tmp_path, row)
    question = Question(language=problem.language, tests=problem.tests["full"])

    async def judge() -> list[Verdict]:
        async with LocalSandbox() as sandbox:
            answers = (completion, completion.replace("2", "3"))
            return [(await judge_tests(sandbox, question, problem.complete(answer))).verdict for answer in answers]

    assert asyncio.run(judge()) == [Verdict.PASSED, Verdict.WRONG_ANSWER]
