"""Tests written for the frameworks of a language are run by these frameworks, and reported one by one."""

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

_SOLUTIONS = ("right", "wrong", "cheat")


def read_cases(file: Path) -> dict[str, dict[str, Any]]:
    """Return the tables of a file, each with its solutions."""
    texts = tomllib.loads(file.read_text())
    shared = {key: value for key, value in texts.items() if isinstance(value, str) or "tests" not in value}
    return {name: {**shared, **case} for name, case in texts.items() if name not in shared}


FILES = sorted((Path(__file__).parent / "frameworks").glob("*.toml"))
CASES = {file.stem: read_cases(file) for file in FILES}


@functools.cache
def outcomes(language: str, name: str) -> tuple[TestPlan | Defect, dict[str, Judgement]]:
    case = CASES[language][name]

    async def judge_both(sandbox: LocalSandbox) -> tuple[TestPlan | Defect, dict[str, Judgement]]:
        plan = await calibrate(sandbox, Question(language=language, tests=case["tests"]), case["right"])
        if isinstance(plan, Defect):
            return plan, {}
        question = Question(language=language, tests=case["tests"], plan=plan)
        given = {each: case[each] for each in _SOLUTIONS if each in case} | case.get("cheats", {})
        return plan, {each: await judge_tests(sandbox, question, given[each], canary=True) for each in given}

    return in_sandbox(judge_both)


@pytest.mark.parametrize(
    ("language", "name"),
    [in_language(language, language, name) for language, cases in CASES.items() for name in cases],
)
def test_a_right_solution_passes_and_a_wrong_one_fails(language: str, name: str) -> None:
    case = CASES[language][name]
    plan, judged = outcomes(language, name)
    assert isinstance(plan, TestPlan), plan
    assert list(plan.tests) == sorted(case["units"])
    assert plan.evidence == case.get("evidence", "full")
    assert judged["right"].verdict is Verdict.PASSED, judged["right"]
    assert judged["right"].evidence == plan.evidence
    assert judged["wrong"].verdict is Verdict.WRONG_ANSWER, judged["wrong"]
    assert judged["wrong"].place is not None
    assert judged["wrong"].place.part == "tests"
    assert any(test.status == "failed" for test in judged["wrong"].tests) or not plan.tests
    for cheat in judged.keys() - {"right", "wrong"}:
        assert judged[cheat].verdict in (Verdict.TAMPERED, Verdict.INCOMPLETE, Verdict.WRONG_ANSWER), judged[cheat]
