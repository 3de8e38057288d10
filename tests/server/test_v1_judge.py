"""/v1/judge over HTTP: tests, cases, served problems, model answers, references, confirmed passes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from benchwright.judging import TestPlan
from benchwright.judging.plan import tests_digest as digest_of
from benchwright.problems import read_problems
from benchwright.server.apis.v1 import records
from benchwright.server.apis.v1.records import JudgeAnswer
from tests.conftest import in_language
from tests.server import v1
from tests.server.v1 import DATASET, Asking

asking = v1.asking

TESTS = "assert double(4) == 8\nassert double(-1) == -2\n"
RIGHT = "def double(x):\n    return 2 * x\n"
WRONG = "def double(x):\n    return x * x // 2\n"
CHEAT = "class Anything:\n    def __eq__(self, other): return True\ndef double(x):\n    return Anything()\n"
BY_TESTS = {"language": "python", "tests": TESTS}


@pytest.mark.slow
@pytest.mark.parametrize("name", v1.names_of(records.JUDGE_EXAMPLES))
def test_the_examples_work(asking: Asking, name: str) -> None:
    answer = asking.post("judge", records.JUDGE_EXAMPLES[name])
    assert (answer["kind"], answer["verdict"], answer["judged"]) == ("judgement", "passed", True)
    assert msgspec.convert(answer, JudgeAnswer).execution.execution().runs


def test_a_wrong_solution_and_where_it_fails(asking: Asking) -> None:
    answer = asking.post("judge", {**BY_TESTS, "solution": WRONG})
    assert (answer["verdict"], answer["place"]) == ("wrong_answer", {"part": "tests", "line": 2})


def test_a_solution_that_exits_early_does_not_pass(asking: Asking) -> None:
    answer = asking.post("judge", {**BY_TESTS, "solution": "def double(x):\n    raise SystemExit(0)\n"})
    assert answer["verdict"] == "incomplete"


def test_code_is_found_in_an_answer(asking: Asking) -> None:
    answer = asking.post("judge", {**BY_TESTS, "answer": f"Sure!\n```python\n{RIGHT}```\nDone."})
    assert answer["verdict"] == "passed"
    assert answer["found"]["code"].strip() == RIGHT.strip()
    refused = asking.post("judge", {**BY_TESTS, "answer": "I cannot help with that."})
    assert refused["verdict"] != "passed"
    assert refused["found"]["flaw"] == "refusal"


def test_the_canary_detects_a_cheat(asking: Asking) -> None:
    body = {**BY_TESTS, "reference": RIGHT, "canary": True}
    assert asking.post("judge", {**body, "solution": CHEAT})["verdict"] == "tampered"
    right = asking.post("judge", {**body, "solution": RIGHT})
    assert right["verdict"] == "passed"
    assert {run["line"] for run in right["canary"]} == {1, 2}


SITE = {"start": 20, "end": 21, "replacement": "9", "line": 1, "idiom": "assert"}


def plan(**changes: Any) -> dict[str, Any]:
    made = TestPlan(
        language="python",
        entry="text",
        framework="",
        completions=1,
        skipped=0,
        tests=(),
        sites=(),
        silent=(),
        toolchain="Python",
        digest=digest_of(TESTS),
    )
    return {**msgspec.to_builtins(made), **changes}


def test_a_request_can_include_a_plan(asking: Asking) -> None:
    body = {**BY_TESTS, "canary": True, "plan": plan(sites=[SITE])}
    assert asking.post("judge", {**body, "solution": RIGHT})["canary"] == [{"line": 1, "verdict": "wrong_answer"}]
    assert asking.post("judge", {**body, "solution": CHEAT})["verdict"] == "tampered"


@pytest.mark.parametrize(
    "changes",
    [
        {"digest": "other"},
        {"schema": 9},
        {"sites": [{**SITE, "start": -1}]},
        {"sites": [{**SITE, "end": 10**9}]},
        {"sites": [SITE] * 1001},
    ],
)
def test_a_plan_for_other_tests_is_rejected(asking: Asking, changes: dict[str, Any]) -> None:
    answer = asking.post("judge", {**BY_TESTS, "solution": RIGHT, "canary": True, "plan": plan(**changes)}, 400)
    assert "plan" in answer["error"]


@pytest.mark.parametrize(
    "body",
    [
        {**BY_TESTS, "reference": WRONG},
        in_language("shell", {"language": "shell", "cases": [{"stdin": "", "stdout": "1"}], "reference": "echo 2"}),
    ],
)
def test_a_failing_reference_is_a_defect_without_a_verdict(asking: Asking, body: Any) -> None:
    answer = asking.post("judge", {**body, "solution": RIGHT}, 422)
    assert answer["defect"]["reason"] == "reference fails"
    assert "verdict" not in answer


def test_tests_in_which_nothing_can_fail_are_a_defect(asking: Asking) -> None:
    answer = asking.post(
        "judge", {"language": "python", "tests": "double(1)\n", "reference": RIGHT, "solution": ""}, 422
    )
    assert answer["defect"]["reason"] == "nothing can fail"


@pytest.mark.language(name="shell")
def test_cases_and_their_checker(asking: Asking) -> None:
    body = {"language": "shell", "solution": "read x; echo 0.3000001; [ $x != 9 ]"}
    cases = [{"stdin": "1", "stdout": "0.3"}, {"stdin": "9", "stdout": "0.3"}]
    exact = asking.post("judge", {**body, "cases": cases})
    assert [test["status"] for test in exact["tests"]] == ["failed", "failed"]
    floats = asking.post("judge", {**body, "cases": cases, "checker": {"kind": "floats", "tolerance": 1e-3}})
    assert [test["status"] for test in floats["tests"]] == ["passed", "failed"]
    assert floats["verdict"] == "runtime_error"


@pytest.mark.language(name="shell")
def test_a_failing_checker_gives_no_verdict(asking: Asking) -> None:
    checker = {"kind": "program", "language": "shell", "source": "exit 7"}
    body = {"language": "shell", "solution": "echo 1", "cases": [{"stdin": "", "stdout": "1"}], "checker": checker}
    assert "checking program" in asking.post("judge", body, 422)["error"]


def test_a_served_problem(asking: Asking) -> None:
    problem = next(each for each in read_problems("builtin:primer") if each.language == "python")
    body = {"problem": {"dataset": DATASET, "id": problem.id}}
    right = asking.post("judge", {**body, "answer": f"```python\n{problem.canonical_solution}\n```"})
    assert (right["kind"], right["verdict"], right["failed"]) == ("problem", "passed", "")
    assert set(right["sets"]) == {*problem.tests, *problem.cases}
    wrong = asking.post("judge", {**body, "solution": "pass\n"})
    assert wrong["verdict"] != "passed"
    assert wrong["failed"] in right["sets"]


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({**BY_TESTS}, 400, ["solution"]),
        ({**BY_TESTS, "solution": "", "answer": ""}, 400, ["solution"]),
        ({"language": "python", "solution": ""}, 400, ["tests or cases"]),
        ({**BY_TESTS, "solution": "", "cases": [{"stdin": "", "stdout": ""}]}, 400, ["tests or cases"]),
        ({"language": "elvish", "solution": "", "tests": "x"}, 400, ["elvish"]),
        ({**BY_TESTS, "solution": "", "limits": {"memory_bytes": 1 << 50}}, 400, ["limits.memory_bytes"]),
        ({"language": "shell", "solution": "", "cases": [{"stdin": "", "stdout": ""}] * 1001}, 400, ["cases", "1001"]),
        ({"problem": {"dataset": "none", "id": "x"}, "solution": ""}, 400, ["none", DATASET]),
        ({"problem": {"dataset": DATASET, "id": "x"}, "solution": ""}, 400, ["'x'"]),
        ({"problem": {"dataset": DATASET, "id": "x"}, "solution": "", "tests": "x"}, 400, ["tests"]),
        (
            {"language": "python", "solution": "", "cases": [{"stdin": "", "stdout": ""}], "canary": True},
            400,
            ["canary"],
        ),
        ({**BY_TESTS, "solution": "", "canary": "yes"}, 422, ["$.canary"]),
    ],
)
def test_incorrect_usage(asking: Asking, body: Any, status: int, words: list[str]) -> None:
    answer = asking.post("judge", body, status)
    complaint = f"{answer['error']} {answer['hint']}"
    assert "verdict" not in answer
    assert [word for word in words if word not in complaint] == [], complaint
