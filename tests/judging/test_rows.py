"""Problems with correct, wrong and cheating solutions, if a folder of test data is available: none may be misjudged.

The folder is named by BENCHWRIGHT_TEST_DATA, or is `shared/data` next to the repository.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from benchwright.judging.check import CheckedProblem, check_problem
from benchwright.languages import find_language, languages
from benchwright.languages.join import can_join
from benchwright.problems import read_problems
from benchwright.sandbox import LocalSandbox
from tests.conftest import in_language
from tests.judging.cases import in_sandbox

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", Path(__file__).parents[3] / "shared" / "data"))
SITES = 1
"""Each site costs a build, and the fewer there are, the harder it is to catch a cheat."""
LANGUAGES = [name for name in sorted(languages()) if can_join(find_language(name))]


async def check_all(sandbox: LocalSandbox, file: Path) -> list[CheckedProblem]:
    problems = read_problems(file)
    return await asyncio.gather(*(check_problem(sandbox, problem, repeat=0, sites=SITES) for problem in problems))


@pytest.mark.slow
@pytest.mark.parametrize("language", [in_language(name) for name in LANGUAGES])
def test_rows(language: str) -> None:
    file = DATA / "rows" / f"{language}.jsonl"
    if not file.exists():
        pytest.skip("no test data: name a folder in BENCHWRIGHT_TEST_DATA")
    results = in_sandbox(lambda sandbox: check_all(sandbox, file))
    assert [result for result in results if not result.sound] == []
