"""Preferences: what is chosen, what is rejected, and which answers are paired."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.evaluation.training import Decontamination, Options
from benchwright.problems import Problem
from tests.evaluation.small_benchmark import fenced, problem, problems, right, write_bench, wrong
from tests.evaluation.training_jobs import Row, export, make_job, said

BROKEN = "def add_1(x)\n    return x + 1\n"
CRASHES = "def add_1(x):\n    return x + one\n"
LOOP = "def add_1(x):\n    total = x\n    for step in range(1):\n        total += 1\n    return total\n"
WRONG_LOOP = LOOP.replace("range(1)", "range(2)")
CHEAT = "class Always:\n    def __eq__(self, other):\n        return True\n\ndef add_2(x):\n    return Always()\n"


@pytest.fixture(scope="module")
def job(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Problem 1: all kinds of failure and two correct answers. 2: a cheat and a correct answer. 3: all correct. 4:
    unanswered."""
    samples = [
        {"problem": "made/1", "raw": fenced(BROKEN)},
        {"problem": "made/1", "raw": fenced(CRASHES)},
        {"problem": "made/1", "raw": "I do not know."},
        {"problem": "made/1", "raw": fenced(right(1))},
        {"problem": "made/1", "raw": fenced(WRONG_LOOP)},
        {"problem": "made/1", "raw": fenced(LOOP)},
        {"problem": "made/1", "raw": fenced(wrong(1))},
        {"problem": "made/2", "raw": fenced(CHEAT)},
        {"problem": "made/2", "raw": fenced(right(2))},
        {"problem": "made/3", "raw": fenced(right(3))},
    ]
    return make_job(tmp_path_factory.mktemp("training") / "job", problems(4), samples)


def sides(rows: list[Row]) -> list[tuple[int, int]]:
    """Return the numbers of the chosen and the rejected samples of problem 1."""
    ones = [row["lineage"] for row in rows if row["problem"] == "made/1"]
    return [(each["chosen"]["sample"], each["rejected"]["sample"]) for each in ones]


def test_a_pair_is_a_pass_and_a_failure_of_one_question(job: Path) -> None:
    rows, summary = export("pairs", job)
    assert [row["problem"] for row in rows] == ["made/1", "made/2"]
    assert [role for role, _ in said(rows[0], "prompt")] == ["system", "user"]
    assert problem(1).question in said(rows[0], "prompt")[1][1]
    # The two loops differ in one number.
    assert said(rows[0], "chosen") == [("assistant", fenced(LOOP))]
    assert said(rows[0], "rejected") == [("assistant", fenced(WRONG_LOOP))]
    assert summary.left_out == {"problems where all passed": 1, "problems without a judged sample": 1}


def test_a_cheat_is_a_rejected_answer_and_never_chosen(job: Path) -> None:
    lineage = export("pairs", job)[0][1]["lineage"]
    assert (lineage["chosen"]["verdict"], lineage["chosen"]["sample"]) == ("passed", 1)
    assert (lineage["rejected"]["verdict"], lineage["rejected"]["sample"]) == ("tampered", 0)


def test_pairs_prefer_wrong_answers_and_unused_failures(job: Path) -> None:
    rows, _ = export("pairs", job, options=Options(per_problem=6))
    assert sides(rows)[0] == (5, 4)
    assert [rejected for _, rejected in sides(rows)][:5] == [4, 6, 1, 0, 2]
    assert sides(rows)[5][1] in (4, 6)
    assert len(set(sides(rows))) == 6


def test_pairs_are_limited_by_the_available_answers(job: Path) -> None:
    rows, _ = export("pairs", job, options=Options(per_problem=100))
    assert len(sides(rows)) == len(set(sides(rows))) == 2 * 5
    assert export("pairs", job, options=Options(per_problem=100))[0] == rows


def test_codes_alone(job: Path) -> None:
    row = export("pairs", job, options=Options(answers="code"))[0][0]
    assert said(row, "chosen")[0][1] == f"```python\n{LOOP.strip()}\n```"


def test_contaminated_code_is_on_neither_side(job: Path) -> None:
    bench = [
        Problem(id=code, language="python", question="Something else.", canonical_solution=code)
        for code in (LOOP, WRONG_LOOP)
    ]
    rows, summary = export("pairs", job, decontamination=Decontamination([("bench", bench)]))
    assert sides(rows) == [(3, 6)]
    assert summary.contaminated == {"bench": {"same code": 2}}


def test_problems_alone_have_no_pairs(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no samples"):
        export("pairs", write_bench(tmp_path, 1))


def test_problems_that_all_samples_solve_give_no_pair(tmp_path: Path) -> None:
    samples = [{"problem": f"made/{number}", "raw": fenced(right(number))} for number in (1, 2)]
    job = make_job(tmp_path / "job", problems(2), samples)
    with pytest.raises(UsageError, match="nothing to export: 2 problems where all passed"):
        export("pairs", job)
