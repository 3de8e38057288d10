"""Tasks: a row alone is enough to judge an answer, in the real sandbox."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from benchwright.errors import UsageError
from benchwright.evaluation.training import Decontamination, verify
from benchwright.problems import Case, Checker, Problem, write_problems
from tests.evaluation.small_benchmark import fenced, problem, problems, right, write_bench, wrong
from tests.evaluation.training_jobs import Row, export, make_job, said

CHEAT = "class Always:\n    def __eq__(self, other):\n        return True\n\ndef add_1(x):\n    return Always()\n"


@pytest.fixture(scope="module")
def job(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two sound problems and one with a defect."""
    made = problems(2)
    made["made/3"] = msgspec.structs.replace(problem(3), canonical_solution=wrong(3))
    samples = [{"problem": "made/1", "raw": fenced(right(1))}]
    samples += [{"problem": f"made/{number}", "raw": fenced(wrong(number))} for number in (2, 3)]
    return make_job(tmp_path_factory.mktemp("training") / "job", made, samples)


def again(row: Row) -> Row:
    """Return the row as read back from a file."""
    read: Row = json.loads(json.dumps(row))
    return read


def test_one_task_per_problem_without_a_defect(job: Path, tmp_path: Path) -> None:
    rows, summary = export("rl", job, write_bench(tmp_path, 2))
    assert [row["problem"] for row in rows] == ["made/1", "made/2"]
    assert [row["difficulty"] for row in rows] == ["easy", "hard"]
    assert [role for role, _ in said(rows[0], "prompt")] == ["system", "user"]
    assert rows[0]["verifier"]["plan"]["plans"].keys() == {"demo", "full"}
    assert rows[0]["lineage"]["digest"] == rows[0]["verifier"]["digest"] == problem(1).digest
    assert summary.left_out == {"defect": 1}


def test_the_row_alone_judges_right_wrong_and_cheating_answers(job: Path) -> None:
    row = again(export("rl", job)[0][0])
    assert verify(row, fenced(right(1))).verdict == "passed"
    judged = verify(row, fenced(wrong(1)))
    assert (judged.verdict, judged.failed) == ("wrong_answer", "full")
    assert verify(row, fenced(CHEAT)).verdict == "tampered"
    assert not verify(row, "I do not know.").passed


def test_a_problem_file_is_planned_on_first_use(tmp_path: Path) -> None:
    row = again(export("rl", write_bench(tmp_path, 1))[0][0])
    assert row["verifier"]["plan"] is None
    assert verify(row, fenced(right(1))).verdict == "passed"
    assert verify(row, fenced(CHEAT)).verdict == "tampered"


def test_programs_are_judged_by_what_they_print(tmp_path: Path) -> None:
    echo = Problem(
        id="double",
        language="python",
        question="Read a number and print its double.",
        canonical_solution="print(2.0 * float(input()))\n",
        cases={"full": (Case(stdin="1.5\n", stdout="3.0\n"), Case(stdin="2\n", stdout="4\n"))},
        checker=Checker(kind="floats"),
    )
    bench = tmp_path / "bench.jsonl"
    bench.write_text("".join(write_problems([echo], "benchwright").lines))
    row = again(export("rl", bench)[0][0])
    assert verify(row, "```python\nx = float(input())\nprint(x + x)\n```").verdict == "passed"
    assert verify(row, "```python\nprint(3)\n```").verdict == "wrong_answer"


def test_a_defective_problem_gives_no_verdict(tmp_path: Path) -> None:
    bench = tmp_path / "bench.jsonl"
    broken = msgspec.structs.replace(problem(1), canonical_solution=wrong(1))
    bench.write_text("".join(write_problems([broken], "benchwright").lines))
    row = again(export("rl", bench)[0][0])
    with pytest.raises(UsageError, match="cannot judge solutions"):
        verify(row, fenced(right(1)))


def test_modified_and_invalid_rows_are_rejected(job: Path) -> None:
    row = again(export("rl", job)[0][0])
    with pytest.raises(UsageError, match="do not match the digest"):
        verify({**row, "verifier": {**row["verifier"], "tests": {"full": "pass"}}}, fenced(right(1)))
    with pytest.raises(UsageError, match="version 2"):
        verify({**row, "verifier": {**row["verifier"], "schema": 2}}, fenced(right(1)))
    with pytest.raises(UsageError, match="not a row of"):
        verify({"problem": "made/1"}, fenced(right(1)))


def test_contaminated_tasks_are_excluded(job: Path) -> None:
    rows, summary = export("rl", job, decontamination=Decontamination([("bench", [problem(2)])]))
    assert [row["problem"] for row in rows] == ["made/1"]
    assert summary.contaminated == {"bench": {"question shares words": 1}}
    assert summary.left_out == {"defect": 1}
