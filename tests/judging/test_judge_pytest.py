"""Python tests that a framework must run: pytest, doctest, and unittest started by the text itself."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path

import pytest

from benchwright.judging import Defect, Judgement, Question, TestPlan, Verdict, calibrate, judge_tests
from benchwright.languages import find_language
from benchwright.languages.registry import packages_folder
from benchwright.sandbox import LocalSandbox
from tests.judging.cases import in_sandbox

pytestmark = [pytest.mark.language(name="python"), pytest.mark.slow]

RIGHT, WRONG = "def f(n):\n    return 2 * n\n", "def f(n):\n    return 2 * n + 1\n"
SKIPS = f"import pytest\nimport unittest\n{RIGHT}\ndef f(n):\n    pytest.skip('no')\n"
TEXTS: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("pytest_tests.toml").read_text())


@pytest.fixture(autouse=True)
def need_packages() -> None:
    if not packages_folder(find_language("python"), "scientific").is_dir():
        pytest.skip("toolchain missing: the scientific packages of Python")


@functools.cache
def outcomes(name: str) -> tuple[TestPlan | Defect, dict[str, Judgement]]:
    async def judge_all(sandbox: LocalSandbox) -> tuple[TestPlan | Defect, dict[str, Judgement]]:
        tests = TEXTS[name]["tests"]
        plan = await calibrate(sandbox, Question(language="python", tests=tests), RIGHT)
        if isinstance(plan, Defect):
            return plan, {}
        question = Question(language="python", tests=tests, plan=plan)
        solutions = {"right": RIGHT, "wrong": WRONG, "skips": SKIPS}
        return plan, {each: await judge_tests(sandbox, question, text, canary=True) for each, text in solutions.items()}

    return in_sandbox(judge_all)


@pytest.mark.parametrize("name", TEXTS)
def test_a_right_solution_passes_and_others_do_not(name: str) -> None:
    plan, judged = outcomes(name)
    assert isinstance(plan, TestPlan), plan
    assert plan.evidence == TEXTS[name].get("evidence", "full")
    assert list(plan.tests) == sorted(TEXTS[name]["units"].split())
    assert judged["right"].verdict is Verdict.PASSED, judged["right"]
    assert judged["wrong"].verdict is Verdict.WRONG_ANSWER, judged["wrong"]
    assert judged["wrong"].place is None or judged["wrong"].place.part == "tests"
    assert not judged["skips"].passed


def test_tests_that_pytest_cannot_collect_are_a_defect() -> None:
    tests = "import pytest\n@pytest.mark.parametrize('a', [1])\ndef test_a(b):\n    assert f(1) == 2\n"
    found = in_sandbox(lambda sandbox: calibrate(sandbox, Question(language="python", tests=tests), RIGHT))
    assert isinstance(found, Defect)
    assert found.reason == "reference fails"


def test_functions_of_the_solution_are_not_collected() -> None:
    tests = "import pytest\ndef test_a():\n    assert f(2) == 4\n"
    solution = f"{RIGHT}\ndef test_other():\n    raise ValueError\n"
    question = Question(language="python", tests=tests)
    judgement = in_sandbox(lambda sandbox: judge_tests(sandbox, question, solution))
    assert [(test.name, test.status) for test in judgement.tests] == [("test_a", "passed")]
    assert judgement.passed
