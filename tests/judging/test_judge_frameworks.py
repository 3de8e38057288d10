"""Tests written for a framework are run by the framework, each is reported, and passes are confirmed."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from benchwright.judging import Judgement, Question, TestPlan, Verdict, calibrate, judge_tests
from benchwright.sandbox import LocalSandbox
from tests.conftest import in_language
from tests.judging.cases import in_sandbox

FILES = sorted((Path(__file__).parent / "frameworks").glob("*.toml"))


def cases() -> list[Any]:
    found = []
    for file in FILES:
        content = tomllib.loads(file.read_text())
        shared = {key: value for key, value in content.items() if isinstance(value, str)}
        for name, case in content.items():
            if isinstance(case, dict):
                found.append(in_language(file.stem, file.stem, shared | case, id=f"{file.stem}-{name}"))
    return found


@pytest.mark.parametrize(("language", "case"), cases())
def test_a_framework_runs_the_tests(language: str, case: dict[str, Any]) -> None:
    question = Question(language=language, tests=case["tests"])

    async def judge(sandbox: LocalSandbox) -> tuple[TestPlan, Judgement, Judgement]:
        plan = await calibrate(sandbox, question, case["right"])
        assert isinstance(plan, TestPlan), plan
        planned = Question(language=language, tests=case["tests"], plan=plan)
        right = await judge_tests(sandbox, planned, case["right"], canary=True)
        wrong = await judge_tests(sandbox, planned, case["wrong"], canary=True)
        return plan, right, wrong

    plan, right, wrong = in_sandbox(judge)
    assert sorted(plan.tests) == sorted(case["units"])
    assert right.verdict is Verdict.PASSED, right.message
    assert right.evidence == case.get("evidence", "full")
    assert wrong.verdict is Verdict.WRONG_ANSWER
    assert wrong.place is not None
    assert wrong.place.part == "tests"
