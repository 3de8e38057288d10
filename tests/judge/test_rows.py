"""Problems with right, wrong and cheating solutions, where a folder of test data is given: none may be misjudged.

The folder is named by BENCHWRIGHT_TEST_DATA, or is `shared/data` beside the repository.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from benchwright.errors import ToolchainMissing
from benchwright.judge.check import CheckedProblem, check_problem
from benchwright.languages import find_language, find_toolchain, languages
from benchwright.languages.join import can_join
from benchwright.problems import read_problems
from benchwright.sandbox import LocalSandbox

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", Path(__file__).parents[3] / "shared" / "data"))
LANGUAGES = [name for name in sorted(languages()) if can_join(find_language(name))]


async def check_all(file: Path) -> list[CheckedProblem]:
    async with LocalSandbox() as sandbox:
        return await asyncio.gather(*(check_problem(sandbox, problem) for problem in read_problems(file)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_rows(language: str, wanted_languages: frozenset[str]) -> None:
    file = DATA / "rows" / f"{language}.jsonl"
    if wanted_languages and language not in wanted_languages:
        pytest.skip("narrowed by --langs")
    if not file.exists():
        pytest.skip("no test data: name a folder in BENCHWRIGHT_TEST_DATA")
    try:
        find_toolchain(find_language(language))
    except ToolchainMissing as error:
        pytest.skip(f"toolchain missing: {error}")
    results = asyncio.run(check_all(file))
    assert [result for result in results if not result.sound] == []
