"""The bundled benchmark is sound, language by language."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import benchwright
from benchwright.judging.check import CheckedProblem, check_problem
from benchwright.problems import Problem, read_problems
from benchwright.sandbox import LocalSandbox
from tests.conftest import in_language
from tests.judging.cases import in_sandbox

PRIMER = Path(benchwright.__file__).parent / "benchmarks" / "primer" / "problems.jsonl"
SITES = 2
LANGUAGES = ("c", "cpp", "javascript", "lua", "perl", "python", "ruby", "shell")


async def check_all(sandbox: LocalSandbox, problems: list[Problem]) -> list[CheckedProblem]:
    return await asyncio.gather(*(check_problem(sandbox, problem, sites=SITES) for problem in problems))


@pytest.mark.slow
@pytest.mark.parametrize("language", [in_language(name) for name in LANGUAGES])
def test_problems_are_sound(language: str) -> None:
    problems = [problem for problem in read_problems(PRIMER) if problem.language == language]
    results = in_sandbox(lambda sandbox: check_all(sandbox, problems))
    assert results
    assert [result for result in results if not result.sound] == []
