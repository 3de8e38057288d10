"""`benchwright run --tests`, as a user types it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.command import benchwright, complaint

RIGHT = "def double(n):\n    return 2 * n\n"
WRONG = "def double(n):\n    return n + 2\n"
CHEAT = "class Yes:\n    def __eq__(self, other):\n        return True\n\ndef double(n):\n    return Yes()\n"
TESTS = """\
def test_two():
    assert double(2) == 4

def test_zero():
    assert double(0) == 0, 'zero'

test_two()
test_zero()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {"right": RIGHT, "wrong": WRONG, "cheat": CHEAT, "tests": TESTS}.items():
        (tmp_path / f"{name}.py").write_text(text)
    return tmp_path


def test_a_right_solution(folder: Path) -> None:
    done = benchwright("run", folder / "right.py", "--tests", folder / "tests.py")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.splitlines()[:2] == ["passed test_two", "passed test_zero"]
    assert done.stderr.splitlines()[2].startswith("passed, evidence: completion; run took ")
    assert done.stderr.splitlines()[3:] == [
        "note: the pass was not confirmed; add --canary (best with --reference) to re-check it with altered tests"
    ]


def test_only_an_unconfirmed_pass_gets_a_note(folder: Path) -> None:
    tests = folder / "tests.py"
    assert "not confirmed" not in benchwright("run", folder / "right.py").stderr
    assert "not confirmed" not in benchwright("run", folder / "wrong.py", "--tests", tests).stderr
    assert "not confirmed" not in benchwright("run", folder / "right.py", "--tests", tests, "--json").stderr
    assert "not confirmed" not in benchwright("run", folder / "right.py", "--tests", tests, "--canary").stderr


def test_a_wrong_solution(folder: Path) -> None:
    done = benchwright("run", folder / "wrong.py", "--tests", folder / "tests.py")
    assert done.returncode == 1
    assert "failed test_zero at line 5 of the tests: zero" in done.stderr
    assert "wrong_answer (AssertionError) at line 5 of the tests: zero; run took" in done.stderr


def test_json(folder: Path) -> None:
    done = benchwright("run", folder / "wrong.py", "--tests", folder / "tests.py", "--json")
    result = json.loads(done.stdout)
    assert (done.returncode, result["verdict"], result["judged"]) == (1, "wrong_answer", True)
    assert (result["place"], result["message"]) == ({"part": "tests", "line": 5}, "zero")
    assert [(test["name"], test["status"]) for test in result["tests"]] == [
        ("test_two", "passed"),
        ("test_zero", "failed"),
    ]


def test_a_cheat_needs_the_canary(folder: Path) -> None:
    arguments = ("run", folder / "cheat.py", "--tests", folder / "tests.py", "--reference", folder / "right.py")
    assert benchwright(*arguments).returncode == 0
    done = benchwright(*arguments, "--canary", "--json")
    result = json.loads(done.stdout)
    assert (done.returncode, result["verdict"]) == (1, "tampered")
    assert result["canary"][-1]["verdict"] == "passed"


def test_a_saved_plan_can_be_reused(folder: Path) -> None:
    plan = folder / "plan.json"
    tests = folder / "tests.py"
    benchwright("run", folder / "right.py", "--tests", tests, "--reference", folder / "right.py", "--save-plan", plan)
    done = benchwright("run", folder / "cheat.py", "--tests", tests, "--plan", plan, "--canary")
    assert done.returncode == 1
    assert re.search(r"tampered \(passes with line [25] altered\), [12] runs? with altered tests; ", done.stderr)


def test_without_a_reference_a_pass_is_confirmed_against_its_own_runs(folder: Path) -> None:
    done = benchwright("run", folder / "right.py", "--tests", folder / "tests.py", "--canary")
    assert done.returncode == 0
    assert (
        "note: without --reference or --plan, a pass can only be confirmed against the solution's own runs "
        "(evidence: sampled)"
    ) in done.stderr
    assert "passed, 2 runs with altered tests, evidence: sampled" in done.stderr


def test_without_a_reference_tests_that_cannot_fail_do_not_pass(folder: Path) -> None:
    done = benchwright("run", folder / "cheat.py", "--tests", folder / "tests.py", "--canary")
    assert done.returncode == 1
    assert "tampered (passes with line 2 altered)" in done.stderr


def test_tests_that_the_reference_fails_are_a_defect(folder: Path) -> None:
    tests = folder / "tests.py"
    done = benchwright("run", folder / "right.py", "--tests", tests, "--reference", folder / "wrong.py")
    assert done.returncode == 1
    assert "the tests cannot judge solutions: reference fails: wrong_answer" in done.stderr
    done = benchwright("run", folder / "right.py", "--tests", tests, "--reference", folder / "wrong.py", "--json")
    assert json.loads(done.stdout)["defect"]["reason"] == "reference fails"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--canary"], "--canary needs tests"),
        (["--reference", "x.py"], "--reference needs tests"),
        (["--tests", "tests.py", "--save-plan", "p"], "--save-plan needs a reference"),
        (["--tests", "tests.py", "--", "argument"], "--tests cannot be combined with arguments"),
        (["--tests", "nothing.py"], "cannot read nothing.py: No such file or directory"),
        (["--tests", "tests.py", "--plan", "tests.py"], "tests.py is not a test plan"),
    ],
)
def test_incorrect_usage(folder: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], message: str) -> None:
    monkeypatch.chdir(folder)
    assert complaint(benchwright("run", "right.py", *options))[0].startswith(f"error: {message}")
