"""A few rows of each published set, if a folder of test data is available: each must be sound, or listed as a defect.

`scripts/check_published.py` checks all of them.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from benchwright.judging.check import CheckedProblem, check_problem
from benchwright.problems import Problem, read_problems
from benchwright.problems.defects import listed, listed_defects
from benchwright.sandbox import LocalSandbox
from tests.conftest import in_language
from tests.judging.cases import in_sandbox

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA") or Path(__file__).parents[3] / "shared" / "data")
ROWS = 3
"""Number of rows of each set, evenly spread."""
SITES = 1
"""Each site costs a build, and whether a row is sound does not depend on their number."""
SETS = {
    "classeval": "python",
    "cruxeval": "python",
    "humaneval_plus": "python",
    "humaneval_plus_mini": "python",
    "humaneval_x_go": "go",
    "humanevalpack_cpp": "cpp",
    "humanevalpack_go": "go",
    "humanevalpack_java": "java",
    "humanevalpack_js": "javascript",
    "humanevalpack_python": "python",
    "infilling_multi_line": "python",
    "infilling_random_span_light": "python",
    "infilling_single_line": "python",
    "mbpp_plus": "python",
    "recode_one_variant": "python",
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "name"), [in_language(language, language, name) for name, language in SETS.items()]
)
def test_rows_are_sound(language: str, name: str) -> None:
    file = next((DATA / "published").glob(f"{name}.jsonl*"), None)
    if file is None:
        pytest.skip("no test data: name a folder in BENCHWRIGHT_TEST_DATA")
    problems = read_problems(file)
    rows = [problems[index * len(problems) // ROWS] for index in range(ROWS)]
    assert {row.language for row in rows} == {language}
    assert [row.id for row in rows if not listed(row, listed_defects())] == [
        result.id for result in in_sandbox(lambda sandbox: check_all(sandbox, rows)) if result.sound
    ]


async def check_all(sandbox: LocalSandbox, problems: list[Problem]) -> list[CheckedProblem]:
    return await asyncio.gather(*(check_problem(sandbox, problem, repeat=0, sites=SITES) for problem in problems))
