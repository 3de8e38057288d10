"""Tests in the styles that people use are sound: a right solution passes, and a wrong one fails."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from benchwright.judging import Judgement, Question, TestPlan, Verdict, calibrate, judge_tests
from benchwright.sandbox import LocalSandbox
from tests.conftest import in_language
from tests.judging.cases import in_sandbox

pytestmark = pytest.mark.slow

CASES: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("styles.toml").read_text())


@pytest.mark.parametrize("name", [in_language(case["language"], name) for name, case in CASES.items()])
def test_a_style_is_sound(name: str) -> None:
    case = CASES[name]
    question = Question(language=case["language"], tests=case["tests"])

    async def judged(sandbox: LocalSandbox) -> tuple[Judgement, Judgement]:
        plan = await calibrate(sandbox, question, case["right"])
        assert isinstance(plan, TestPlan), plan
        planned = Question(language=case["language"], tests=case["tests"], plan=plan)
        right = await judge_tests(sandbox, planned, case["right"], canary=True)
        return right, await judge_tests(sandbox, planned, case["wrong"], canary=True)

    right, wrong = in_sandbox(judged)
    assert right.verdict is Verdict.PASSED, right
    assert wrong.verdict is Verdict.WRONG_ANSWER, wrong
