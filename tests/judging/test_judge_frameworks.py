"""Tests written for a framework are run by it: each is reported, and a wrong solution fails in its place."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

import pytest

from benchwright.judging import Defect, Judgement, Question, TestPlan, Verdict, calibrate, judge_tests
from benchwright.sandbox import LocalSandbox
from tests.conftest import in_language
from tests.judging.cases import in_sandbox

pytestmark = pytest.mark.slow

FILES: dict[str, dict[str, Any]] = {
    path.stem: tomllib.loads(path.read_text()) for path in sorted(Path(__file__).with_name("frameworks").glob("*.toml"))
}
CASES = [
    in_language(language, language, name, id=f"{language}-{name}")
    for language, texts in FILES.items()
    for name, case in texts.items()
    if isinstance(case, dict)
]


@functools.cache
def outcomes(language: str, name: str) -> tuple[TestPlan | Defect, dict[str, Judgement]]:
    texts = FILES[language] | FILES[language][name]

    async def judge_all(sandbox: LocalSandbox) -> tuple[TestPlan | Defect, dict[str, Judgement]]:
        question = Question(language=language, tests=texts["tests"])
        plan = await calibrate(sandbox, question, texts["right"])
        if isinstance(plan, Defect):
            return plan, {}
        question = Question(language=language, tests=texts["tests"], plan=plan)
        return plan, {
            each: await judge_tests(sandbox, question, texts[each], canary=True) for each in ("right", "wrong")
        }

    return in_sandbox(judge_all)


@pytest.mark.parametrize(("language", "name"), CASES)
def test_a_right_solution_passes_and_a_wrong_one_does_not(language: str, name: str) -> None:
    case = FILES[language][name]
    plan, judged = outcomes(language, name)
    assert isinstance(plan, TestPlan), plan
    assert list(plan.tests) == sorted(case["units"])
    assert plan.evidence == case.get("evidence", "full")
    assert judged["right"].verdict is Verdict.PASSED, judged["right"]
    assert judged["wrong"].verdict is Verdict.WRONG_ANSWER, judged["wrong"]
    assert judged["wrong"].place is not None, judged["wrong"]
    assert judged["wrong"].place.part == "tests"
