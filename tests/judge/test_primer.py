"""The benchmark that comes with us is sound, language by language."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import benchwright
from benchwright.errors import ToolchainMissing
from benchwright.judge.check import CheckedProblem, check_problem
from benchwright.languages import find_language, find_toolchain
from benchwright.problems import Problem, read_problems
from benchwright.sandbox import LocalSandbox

PRIMER = Path(benchwright.__file__).parent / "benchmarks" / "primer" / "problems.jsonl"
LANGUAGES = ("c", "cpp", "javascript", "lua", "perl", "python", "ruby", "shell")


async def check_all(problems: list[Problem]) -> list[CheckedProblem]:
    async with LocalSandbox() as sandbox:
        return await asyncio.gather(*(check_problem(sandbox, problem) for problem in problems))


@pytest.mark.parametrize("language", LANGUAGES)
def test_problems_are_sound(language: str, wanted_languages: frozenset[str]) -> None:
    if wanted_languages and language not in wanted_languages:
        pytest.skip("narrowed by --langs")
    try:
        find_toolchain(find_language(language))
    except ToolchainMissing as error:
        pytest.skip(f"toolchain missing: {error}")
    problems = [problem for problem in read_problems(PRIMER) if problem.language == language]
    results = asyncio.run(check_all(problems))
    assert results
    assert [result for result in results if not result.sound] == []
