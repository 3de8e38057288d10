"""Solutions of real problems are extracted from typical answers, if a folder of test data is available.

The folder is named by BENCHWRIGHT_TEST_DATA, or is `shared/data` next to the repository.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchwright.judging.extract import extract, names_of_tests
from benchwright.languages import find_language, languages
from benchwright.languages.join import clean
from benchwright.problems import Problem, read_problems

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", Path(__file__).parents[3] / "shared" / "data"))
TALK = "This function works by checking all of the elements. It's as simple as that."


def answers(mark: str, code: str, tests: str) -> Iterator[tuple[str, str]]:
    """Yield ways to present the code, by name. The tests, or something like them, serve as usage example."""
    block = f"```{mark}\n{code}```\n"
    yield "block", f"Here is the solution:\n\n{block}\n{TALK}\n"
    yield "example", f"Sure!\n\n{block}\nTests:\n\n```{mark}\n{tests}```\n\nThey print:\n\n```\n3 passed\n```\n"
    yield (
        "example first",
        f"I check it with:\n\n```{mark}\n{tests}```\n\nRun `./test.sh`:\n\n```sh\n./test.sh\n```\n{block}",
    )
    yield "not closed", f"<think>\nHm.\n```{mark}\nx\n```\n</think>\n{TALK}\n\n```{mark}\n{code}"
    yield "nothing set apart", f"Here is the solution:\n\n{code}\n{TALK}\n"
    yield "the code alone", code


def problems(folder: str, language: str) -> list[Problem]:
    file = DATA / folder / f"{language}.jsonl"
    if not file.exists():
        pytest.skip("no test data: name a folder in BENCHWRIGHT_TEST_DATA")
    return [problem for problem in read_problems(file) if problem.canonical_solution.strip()]


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["rows", "mceval"])
@pytest.mark.parametrize("language", languages())
def test_solutions_come_back(language: str, folder: str) -> None:
    known = find_language(language)
    lost: list[tuple[str, str]] = []
    for problem in problems(folder, language):
        # Some tasks are a command, which the question describes in words.
        solution = clean(problem.canonical_solution.removeprefix(problem.question)).strip("\n")
        tests = clean(problem.tests.get("demo") or problem.tests["full"]).strip("\n") or "x = 1"
        names = names_of_tests(known, "\n".join(problem.tests.values()))
        for kind, raw in answers(known.name, f"{solution}\n", f"{tests}\n"):
            code = extract(raw, known, names=names).code
            # Empty lines between prose and code belong to neither.
            if code.strip("\n") != solution and (kind != "nothing set apart" or code.strip() != solution.strip()):
                lost.append((problem.id, kind))
    assert lost == []
