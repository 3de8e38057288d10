"""Solutions that only seem right are caught, and right ones that differ from the reference are not."""

from __future__ import annotations

import asyncio
import functools
import tomllib
from pathlib import Path
from typing import Any

import pytest

from benchwright.judging import Defect, Judgement, Question, Verdict, calibrate, judge_tests
from benchwright.sandbox import LocalSandbox
from tests.conftest import in_language

PROBLEMS: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("partial.toml").read_text())
SOLUTIONS = [
    in_language(problem["language"], name, solution, id=f"{problem['language']}-{name}-{solution}")
    for name, problem in PROBLEMS.items()
    for solution in problem["solutions"]
]


@functools.cache
def outcomes(name: str) -> dict[str, Judgement] | Defect:
    problem = PROBLEMS[name]

    async def judge_all() -> dict[str, Judgement] | Defect:
        question = Question(language=problem["language"], tests=problem["tests"])
        async with LocalSandbox() as sandbox:
            plan = await calibrate(sandbox, question, problem["reference"])
            if isinstance(plan, Defect):
                return plan
            question = Question(language=problem["language"], tests=problem["tests"], plan=plan)
            return {
                solution: await judge_tests(sandbox, question, text, canary=True)
                for solution, text in problem["solutions"].items()
            }

    return asyncio.run(judge_all())


@pytest.mark.parametrize(("name", "solution"), SOLUTIONS)
def test_solution(name: str, solution: str) -> None:
    found = outcomes(name)
    assert not isinstance(found, Defect), found
    verdict, reason = found[solution].verdict, found[solution].reason
    if solution.startswith("wrong"):
        assert verdict is not Verdict.PASSED
    else:
        assert verdict is (Verdict.PASSED if solution.startswith("honest") else Verdict.TAMPERED), reason
