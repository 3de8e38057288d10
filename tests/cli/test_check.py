"""`benchwright check`, as a user types it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import benchwright, complaint

TESTS = "def test():\n    assert double({}) == {}\n\ntest()\n"
SOUND = {
    "id": "sound",
    "question": "Double a number.",
    "language": "python",
    "difficulty": "easy",
    "canonical_solution": "def double(n):\n    return 2 * n\n",
    "demo_test_func": TESTS.format(1, 2),
    "full_test_func": TESTS.format(5, 10),
    "wrong_solutions": ["def double(n):\n    return 2\n"],
    "hack_solutions": ["import sys\ndef double(n):\n    sys.exit(0)\n"],
}


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    return tmp_path / "rows.jsonl"


def write(file: Path, *rows: dict[str, Any]) -> None:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))


def checked(file: Path, *options: str | Path) -> tuple[int, list[dict[str, Any]]]:
    done = benchwright("check", file, "--json", *options)
    return done.returncode, json.loads(done.stdout)["problems"]


def test_sound_problems(rows: Path) -> None:
    write(rows, SOUND)
    code, (problem,) = checked(rows)
    assert (code, problem["sound"], problem["findings"], problem["defects"]) == (0, True, [], {})
    assert set(problem["plans"]) == {"full", "demo"}
    assert problem["judged"] == 8


def test_the_table_and_the_progress(rows: Path) -> None:
    write(rows, SOUND)
    done = benchwright("check", rows)
    assert done.returncode == 0
    assert done.stdout.splitlines()[2].split() == ["python", "1", "1", "0", "0", "0", "0", "2", "8"]
    assert "checked 1/1 sound: sound" in done.stderr


def test_an_unknown_environment_is_rejected_immediately(rows: Path) -> None:
    write(rows, SOUND)
    done = benchwright("check", rows, "--environment", "none-such")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: unknown environment 'none-such'\nhint: ")


def test_a_failing_reference_is_a_defect(rows: Path) -> None:
    write(rows, SOUND | {"canonical_solution": "def double(n):\n    return n + 1\n"})
    code, (problem,) = checked(rows)
    assert code == 1
    assert problem["defects"]["full"]["reason"] == "reference fails"
    assert "line 2 of the tests" in problem["defects"]["full"]["detail"]
    assert "demo" not in problem["defects"]


def test_tests_that_cannot_fail_are_a_defect(rows: Path) -> None:
    write(rows, SOUND | {"full_test_func": "print(double(5) == 10)\n"})
    code, (problem,) = checked(rows)
    assert code == 1
    assert problem["defects"]["full"]["reason"] == "nothing can fail"


def test_a_passing_wrong_solution_is_reported(rows: Path) -> None:
    write(rows, SOUND | {"wrong_solutions": ["def double(n):\n    return 10\n"]})
    code, (problem,) = checked(rows)
    assert code == 1
    assert problem["findings"] == [{"what": "wrong solution 1", "tests": "full", "detail": "passed"}]


def test_tests_that_need_no_solution_are_found(rows: Path) -> None:
    write(rows, SOUND | {"full_test_func": "assert 2 + 2 == 4\n"})
    code, (problem,) = checked(rows)
    assert code == 1
    assert {"what": "empty solution", "tests": "full", "detail": "passed"} in problem["findings"]


def test_uncheckable_problems_are_unscored(rows: Path) -> None:
    write(rows, SOUND, SOUND | {"id": "other", "language": "klingon"})
    code, problems = checked(rows)
    assert code == 3
    assert [bool(problem["unscored"]) for problem in problems] == [False, True]


def test_languages_narrow(rows: Path) -> None:
    write(rows, SOUND, SOUND | {"id": "other", "language": "klingon"})
    code, problems = checked(rows, "--languages", "py")
    assert (code, [problem["id"] for problem in problems]) == (0, ["sound"])


def test_plans_are_written(rows: Path, tmp_path: Path) -> None:
    write(rows, SOUND)
    assert benchwright("check", rows, "--plans", tmp_path / "plans.jsonl").returncode == 0
    plans = [json.loads(line) for line in (tmp_path / "plans.jsonl").read_text().splitlines()]
    assert [(plan["problem"], plan["tests"]) for plan in plans] == [("sound", "full"), ("sound", "demo")]
    assert plans[0]["plan"]["tests"] == ["test"]


def test_old_plans_are_kept_until_new_ones_are_complete(rows: Path, tmp_path: Path) -> None:
    plans = tmp_path / "plans.jsonl"
    plans.write_text("old")
    rows.write_text("not a row")
    assert benchwright("check", rows, "--plans", plans).returncode == 2
    assert plans.read_text() == "old"
    write(rows, SOUND)
    assert benchwright("check", rows, "--plans", plans).returncode == 0
    assert plans.read_text() != "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["plans.jsonl", "rows.jsonl"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--format", "xml"], "unknown format 'xml'"),
        (["--languages", "klingon"], "unknown language 'klingon'"),
        (["--languages", "cpp"], "no problems in these languages"),
        (["--plans", "/nonexistent/plans"], "cannot write /nonexistent/plans: No such file or directory"),
    ],
)
def test_incorrect_usage(rows: Path, options: list[str], message: str) -> None:
    write(rows, SOUND)
    assert complaint(benchwright("check", rows, *options))[0] == f"error: {message}"


def test_a_passing_stub_is_reported(rows: Path) -> None:
    tests = "def test():\n    assert double(0) != 5\n    assert ANSWER == 42\n\ntest()\n"
    reference = "ANSWER = 42\n" + str(SOUND["canonical_solution"])
    write(rows, SOUND | {"canonical_solution": reference, "full_test_func": tests, "demo_test_func": tests})
    code, (problem,) = checked(rows)
    assert code == 1
    assert {"what": "stub", "tests": "full", "detail": "passed"} in problem["findings"]


def test_the_solution_of_another_problem_is_judged(rows: Path) -> None:
    same = SOUND | {"id": "same", "canonical_solution": "def double(n):\n    return n + n\n"}
    write(rows, SOUND, same)
    code, problems = checked(rows)
    assert code == 1
    assert {finding["what"] for problem in problems for finding in problem["findings"]} == {
        "solution of another problem"
    }


@pytest.mark.slow
def test_a_listed_defect_is_not_a_failure(rows: Path, tmp_path: Path) -> None:
    write(rows, SOUND | {"canonical_solution": "def double(n):\n    return n + 1\n"})
    _, (problem,) = checked(rows)
    known = tmp_path / "known.toml"
    known.write_text(f"""[[defects]]\nid = "sound"\ndigest = "{problem["digest"]}"\nwhat = "it adds"\n""")
    code, (problem,) = checked(rows, "--defects", known)
    assert (code, problem["listed"], problem["sound"]) == (0, "it adds", False)
    write(rows, SOUND | {"canonical_solution": "def double(n):\n    return n + 2\n"})
    assert checked(rows, "--defects", known)[0] == 1


def test_an_unreadable_defect_list(rows: Path, tmp_path: Path) -> None:
    write(rows, SOUND)
    (tmp_path / "known.toml").write_text("[[defects]]\nid = 1\n")
    assert "known.toml" in complaint(benchwright("check", rows, "--defects", tmp_path / "known.toml"))[0]


def test_a_problem_without_tests_is_a_defect(rows: Path) -> None:
    write(
        rows, {"task_id": "Python/1", "prompt": "", "canonical_solution": "x = 1", "instruction": "", "level": "easy"}
    )
    code, (problem,) = checked(rows)
    assert (code, problem["defects"]["full"]["reason"]) == (1, "no tests")
