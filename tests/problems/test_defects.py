"""The bundled lists of defects."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchwright.problems import Problem, read_problems
from benchwright.problems.defects import bundled_defects, listed, listed_defects

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA") or Path(__file__).parents[3] / "shared" / "data")


def test_each_defect_is_listed_once_and_described() -> None:
    defects = bundled_defects()
    assert len({(defect.id, defect.digest) for defect in defects}) == len(defects) > 0
    assert all(defect.what and len(defect.digest) == 16 for defect in defects)


def test_another_problem_with_the_same_id_is_not_listed() -> None:
    defect = bundled_defects()[0]
    other = Problem(
        id=defect.id, language="python", question="", canonical_solution="x = 1", tests={"full": "assert x"}
    )
    assert listed(other, listed_defects()) == ""


def test_the_problems_are_those_that_were_published() -> None:
    files = [*(DATA / "mceval").glob("*.jsonl"), *(DATA / "published").glob("*.jsonl*")]
    if not files:
        pytest.skip("no test data: name a folder in BENCHWRIGHT_TEST_DATA")
    published = {(problem.id, problem.digest) for file in files for problem in read_problems(file)}
    assert published >= {(defect.id, defect.digest) for defect in bundled_defects()}
