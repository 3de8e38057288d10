"""Rows of each format, as their authors write them."""

from __future__ import annotations

import base64
import json
import pickle
import zlib
from pathlib import Path
from typing import Any

import pytest

from benchwright.errors import UsageError
from benchwright.problems import FORMATS, Case, Checker, Problem, read_problems
from benchwright.problems.formats import format_module

MULTIPL_E = {"name": "HumanEval_0_twice", "doctests": "keep", "original": "x.py", "prompt_terminology": "verbatim"}
LIVE = {
    "question_title": "Twice",
    "question_content": "Print twice the number.",
    "platform": "atcoder",
    "question_id": "abc301_a",
    "contest_date": "2023-05-13T00:00:00",
    "starter_code": "",
    "difficulty": "easy",
    "public_test_cases": json.dumps([{"input": "1\n", "output": "2\n", "testtype": "stdin"}]),
    "private_test_cases": json.dumps([{"input": "5\n", "output": "10\n", "testtype": "stdin"}]),
    "metadata": "{}",
}
METHOD = LIVE | {
    "starter_code": "class Solution:\n    def twice(self, n: int) -> int:\n        ",
    "public_test_cases": json.dumps([{"input": '1\n"a"', "output": "[2, true]", "testtype": "functional"}]),
    "private_test_cases": json.dumps([{"input": "[1, null]", "output": "1.5", "testtype": "functional"}]),
    "metadata": json.dumps({"func_name": "twice"}),
}
CODE = '''\
import requests


class Shape:
    """A shape."""

    @staticmethod
    def area(side,
             other=1):
        """The area."""

        # multiply
        return side * other

    def name(self):
        return "shape"


# the tests
def test_area():
    assert Shape.area(2, 3) == 6


if __name__ == "__main__":
    test_area()
'''
EXEC_CSN = {
    "code": CODE,
    "idx": 7,
    "func_name": "Shape.area",
    "revised_instruction": "Functionality: the area.",
    "test_code": "def test_area ( ) :\n    assert Shape.area ( 2 , SPACETOKEN 3 ) == 6\n",
    "repo_name": "someone/shapes",
}


def read(tmp_path: Path, row: dict[str, Any], name: str = "") -> Problem:
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n")
    (problem,) = read_problems(tmp_path / "rows.jsonl", name)
    return problem


def test_a_format_is_a_file() -> None:
    assert set(FORMATS) >= {"autocodebench", "benchwright", "exec_csn", "humaneval", "multipl_e"}
    for name in FORMATS:
        module = format_module(name)
        assert callable(module.read)
        assert set(module.FIELDS) <= {*module.Row.__struct_encode_fields__, "declaration", "instruct_prompt"}


@pytest.mark.parametrize(
    ("row", "completion", "prefix"),
    [
        ({"task_id": "HumanEval/0", "entry_point": "f"}, "    return 1\n", "def f():\n"),
        (
            {"task_id": "Python/1", "declaration": "", "example_test": "", "import": "import os\n"},
            "    return 1\n",
            None,
        ),
        ({"task_id": "Python/1", "entry_point": "f", "instruction": "Do.", "level": "easy"}, "    return 1\n\n", None),
    ],
    ids=["humaneval", "humaneval_x", "mceval"],
)
def test_a_completion_of_the_prefix_is_the_reference(
    tmp_path: Path, row: dict[str, Any], completion: str, prefix: str | None
) -> None:
    problem = read(tmp_path, {"prompt": "def f():\n", "canonical_solution": "    return 1\n", "test": "f()\n", **row})
    assert problem.complete(completion) == problem.canonical_solution
    assert problem.prefix.endswith("def f():\n" if prefix else "def f():\n\n" if "level" in row else "def f():\n")
    assert problem.entry_point == row.get("entry_point", "")


def test_a_prompt_in_prose_is_not_a_prefix(tmp_path: Path) -> None:
    row = {"task_id": "AWK/1", "prompt": "Show it.", "canonical_solution": "1", "instruction": "Show it.", "level": ""}
    problem = read(tmp_path, row)
    assert (problem.prefix, problem.canonical_solution) == ("", "Show it.\n1\n")


def test_a_task_without_a_language(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"rows\.jsonl:1: task_id '1' does not name a language"):
        read(tmp_path, {"task_id": "1", "prompt": "", "canonical_solution": "", "instruction": "", "level": ""})


def test_tests_that_follow_the_completion(tmp_path: Path) -> None:
    prompt = "// Twice.\nlong twice(long n) {\n"
    tests = "}\nint main() {\n    auto candidate = twice;\n    assert(candidate((1)) == (2));\n}\n"
    problem = read(tmp_path, {**MULTIPL_E, "language": "cpp", "prompt": prompt, "tests": tests, "stop_tokens": ["\n}"]})
    assert (problem.id, problem.language, problem.entry_point) == ("cpp/HumanEval_0_twice", "cpp", "twice")
    assert problem.complete("    return n + n;") == f"{prompt}    return n + n;\n}}\n"
    assert problem.tests == {"full": tests.removeprefix("}\n")}
    assert (problem.canonical_solution, problem.stop, problem.question) == ("", ("\n}",), prompt)


@pytest.mark.parametrize(
    ("language", "opening", "head"),
    [
        ("java", "class Problem {\n", "class BenchwrightTests extends Problem {\n"),
        ("cs", "class Problem {\n", "class BenchwrightTests : Problem {\n"),
        ("scala", "object Problem {\n", "object BenchwrightTests { import Problem._\n"),
    ],
)
def test_tests_that_complete_a_class(tmp_path: Path, language: str, opening: str, head: str) -> None:
    prompt = f"{opening}    public static long twice(long n) {{\n"
    rest = "    public static void main(String[] args) {\n    assert(twice(1) == 2);\n    }\n\n}\n"
    row = {"language": language, "prompt": prompt, "tests": f"    }}\n{rest}", "stop_tokens": ["\n    }\n"]}
    problem = read(tmp_path, MULTIPL_E | row)
    assert problem.tests["full"] == head + rest
    assert problem.suffix == "\n    }\n}\n"
    assert problem.entry_point == "twice"


def test_tests_without_a_closing_part(tmp_path: Path) -> None:
    tests = (
        "def check(candidate):\n    assert candidate(1) == 2\n\ndef test_check():\n    check(twice)\n\ntest_check()\n"
    )
    row = {"language": "py", "prompt": "def twice(n):\n", "tests": tests, "stop_tokens": ["\ndef"]}
    problem = read(tmp_path, MULTIPL_E | row)
    assert (problem.suffix, problem.tests["full"], problem.entry_point) == ("", tests, "twice")


def test_assertions_in_a_list(tmp_path: Path) -> None:
    row = {
        "task_id": 11,
        "text": "Write a function to double.",
        "code": "def helper(n):\r\n    return n\r\ndef double(n):\r\n    return 2 * n",
        "test_list": ["assert set([double(1)]) == {2}", "assert double(2) == 4"],
        "test_setup_code": "one = 1",
        "challenge_test_list": ["assert double(one) == 3"],
    }
    problem = read(tmp_path, row)
    assert (problem.id, problem.entry_point) == ("Mbpp/11", "double")
    assert problem.tests == {"full": "one = 1\nassert set([double(1)]) == {2}\nassert double(2) == 4\n"}
    assert problem.question.startswith("Write a function to double.\n\n")
    assert problem.question.endswith("assert double(2) == 4")
    assert problem.canonical_solution == row["code"]


def test_the_sanitized_and_the_augmented_list(tmp_path: Path) -> None:
    row = {"task_id": 2, "prompt": "Double.", "code": "def f(n): ...", "test_imports": ["import math"]}
    problem = read(tmp_path, row | {"test_list": ["assert math.sqrt(f(2)) == 2"], "source_file": "x"})
    assert problem.tests == {"full": "import math\nassert math.sqrt(f(2)) == 2\n"}
    problem = read(tmp_path, row | {"test_list": ["assert f(2) == 4"], "test": "for n in range(9): assert f(n)"})
    assert problem.tests == {
        "full": "for n in range(9): assert f(n)",
        "demo": "import math\nassert f(2) == 4\n",
    }


def test_a_task_without_tests(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"rows\.jsonl:1: text and prompt are missing"):
        read(tmp_path, {"task_id": 2, "code": "", "test_list": []})


@pytest.mark.parametrize("libs", ["['numpy', 'random']", ["numpy", "random"]])
def test_functions_that_use_libraries(tmp_path: Path, libs: str | list[str]) -> None:
    row = {
        "task_id": "BigCodeBench/0",
        "complete_prompt": 'import numpy\ndef task_func():\n    """Do."""\n',
        "instruct_prompt": "Do.",
        "code_prompt": "import numpy\ndef task_func():\n",
        "canonical_solution": "    return numpy\n",
        "test": "import unittest\nclass TestCases(unittest.TestCase): ...\n",
        "entry_point": "task_func",
        "doc_struct": "{}",
        "libs": libs,
    }
    problem = read(tmp_path, row)
    assert problem.complete("    return numpy\n") == problem.canonical_solution
    assert (problem.question, problem.libraries) == ("Do.", ("numpy", "random"))
    assert problem.tests == {"full": row["test"]}
    with pytest.raises(UsageError, match="libs is not a list of names"):
        read(tmp_path, row | {"libs": "__import__('os')"})


def test_inputs_and_outputs_of_programs(tmp_path: Path) -> None:
    problem = read(tmp_path, LIVE)
    assert (problem.id, problem.language, problem.difficulty) == ("abc301_a", "python", "easy")
    assert problem.cases == {"demo": (Case(stdin="1\n", stdout="2\n"),), "full": (Case(stdin="5\n", stdout="10\n"),)}
    assert (problem.checker, problem.tests) == (Checker(kind="floats", tolerance=0.0), {})
    assert (problem.tags, problem.canonical_solution, problem.prefix) == (("atcoder",), "", "")


def test_inputs_and_outputs_of_a_function(tmp_path: Path) -> None:
    problem = read(tmp_path, METHOD)
    assert problem.tests["demo"].endswith(
        "def test_1():\n    assert answer_of(Solution().twice(1, 'a')) == [2, True]\n"
    )
    assert "Solution().twice([1, None])) == 1.5\n" in problem.tests["full"]
    assert (problem.cases, problem.entry_point) == ({}, "twice")
    assert problem.prefix.endswith(METHOD["starter_code"])
    assert "from typing import *" in problem.prefix
    compile(problem.tests["full"] + problem.tests["demo"], "tests", "exec")


def test_packed_tests(tmp_path: Path) -> None:
    plain = str(LIVE["private_test_cases"])
    packed = base64.b64encode(zlib.compress(pickle.dumps(plain))).decode()
    assert read(tmp_path, LIVE | {"private_test_cases": packed}) == read(tmp_path, LIVE)


class _Attack:
    def __reduce__(self) -> tuple[Any, ...]:
        return open, ("pwned", "w")


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("data", [_Attack(), ["[]"], b"[]", 3, ("[]", "[]")])
def test_packed_data_is_never_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: object, protocol: int
) -> None:
    monkeypatch.chdir(tmp_path)
    packed = base64.b64encode(zlib.compress(pickle.dumps(data, protocol))).decode()
    with pytest.raises(UsageError, match=r"rows\.jsonl:1: private_test_cases is neither JSON nor packed JSON"):
        read(tmp_path, LIVE | {"private_test_cases": packed})
    assert not (tmp_path / "pwned").exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"private_test_cases": "nothing"}, "private_test_cases is neither JSON nor packed JSON"),
        ({"public_test_cases": '[{"input": 3}]'}, "public_test_cases: .*input"),
        ({"private_test_cases": base64.b64encode(zlib.compress(b"x" * 99)[:-5]).decode()}, "truncated"),
        ({"metadata": "{}", "public_test_cases": METHOD["public_test_cases"]}, "metadata has no func_name"),
        (
            METHOD | {"public_test_cases": '[{"input":"x","output":"1","testtype":"functional"}]'},
            "functional test is not",
        ),
    ],
)
def test_tests_that_cannot_be_read(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=rf"rows\.jsonl:1: .*{message}"):
        read(tmp_path, LIVE | change)


def test_inputs_and_outputs_in_one_field(tmp_path: Path) -> None:
    outputs = {"inputs": ["1\n", ["2", "3"]], "outputs": ["2\n", ["4", 6]]}
    row = {
        "problem_id": 4,
        "question": "Double all.",
        "solutions": json.dumps(["first", "second"]),
        "input_output": json.dumps(outputs),
        "difficulty": "interview",
        "starter_code": "",
    }
    problem = read(tmp_path, row)
    assert problem.cases == {"full": (Case(stdin="1\n", stdout="2\n"), Case(stdin="2\n3\n", stdout="4\n6\n"))}
    assert (problem.id, problem.canonical_solution, problem.difficulty) == ("4", "first", "medium")
    assert read(tmp_path, row | {"input_output": outputs, "solutions": ["first"]}) == problem
    bad = json.dumps({"inputs": ["1"], "outputs": []})
    with pytest.raises(UsageError, match=r"rows\.jsonl:1: input_output has different numbers of inputs and outputs"):
        read(tmp_path, row | {"input_output": bad})
    with pytest.raises(UsageError, match=r"rows\.jsonl:1: input_output: "):
        read(tmp_path, row | {"input_output": "{"})


def test_arguments_and_results_in_one_field(tmp_path: Path) -> None:
    outputs = {"fn_name": "double", "inputs": [[1], [[2]]], "outputs": [2, [[4]]]}
    row = {"id": "x", "question": "Double.", "input_output": json.dumps(outputs)}
    problem = read(tmp_path, row | {"starter_code": "def double(n):\n\t"})
    assert "assert answer_of(double(1)) == 2\n" in problem.tests["full"]
    assert "assert answer_of(double([2])) in ([[4]], [4])\n" in problem.tests["full"]
    assert (problem.entry_point, problem.prefix.endswith("def double(n):\n\t")) == ("double", True)


def test_a_row_without_outputs_has_no_tests(tmp_path: Path) -> None:
    problem = read(tmp_path, {"question": "?", "input_output": ""})
    assert (problem.id, problem.tests, problem.cases) == ("apps/1", {"full": ""}, {})


def test_tests_are_cut_out_of_a_file(tmp_path: Path) -> None:
    problem = read(tmp_path, EXEC_CSN)
    assert (problem.id, problem.entry_point, problem.libraries) == ("exec-csn/7", "Shape.area", ("requests",))
    assert problem.canonical_solution == CODE[: CODE.index("def test_area")]
    assert problem.tests["full"] == CODE[CODE.index("def test_area") :]
    assert problem.prefix.endswith('        """The area."""\n')
    assert problem.suffix.startswith("\n    def name(self):\n")
    assert problem.complete("\n        # multiply\n        return side * other\n") == problem.canonical_solution
    assert problem.question == "Functionality: the area."


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"code": "def f(:"}, "code is not valid Python"),
        ({"func_name": "Shape.volume"}, "func_name 'Shape.volume' is not in code"),
        ({"func_name": "Shape"}, "func_name 'Shape' is not in code"),
        ({"test_code": "def other(): ..."}, "test_code names no test"),
        (
            {"code": CODE + "\ndef one(): return 1\n", "func_name": "one"},
            "one has its body on the line of its signature",
        ),
    ],
)
def test_a_file_that_cannot_be_split(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=rf"rows\.jsonl:1: {message}"):
        read(tmp_path, EXEC_CSN | change)


def test_native_rows_have_a_version_and_no_unknown_fields(tmp_path: Path) -> None:
    row = {"schema": 1, "id": "a", "language": "python", "question": "?", "canonical_solution": ""}
    assert read(tmp_path, row) == Problem(id="a", language="python", question="?", canonical_solution="")
    for change, message in (({"schema": 2}, "schema is 2"), ({"test": {}}, "unknown field `test`")):
        with pytest.raises(UsageError, match=rf"rows\.jsonl:1: .*{message}"):
            read(tmp_path, row | change)
