"""One solution, judged by all test sets of a problem."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
import pytest

from benchwright.judging import solution as solution_module
from benchwright.judging.plan import Defect
from benchwright.judging.solution import ProblemPlan, judge_solution, plan_problem
from benchwright.judging.verdict import Verdict
from benchwright.problems import Case, Problem
from benchwright.sandbox import LocalSandbox, Sandbox
from tests.evaluation.small_benchmark import problem, right, wrong

PROBLEM = problem(3)
CHEAT = "class Any:\n    def __eq__(self, other): return True\n\ndef add_3(x):\n    return Any()\n"

Result = TypeVar("Result")


def run(work: Callable[[Sandbox], Awaitable[Result]]) -> Result:
    async def opened() -> Result:
        async with LocalSandbox() as sandbox:
            return await work(sandbox)

    return asyncio.run(opened())


@pytest.mark.parametrize(("canary", "verdict"), [(True, Verdict.TAMPERED), (False, Verdict.PASSED)])
def test_a_canary_finds_out_who_equals_everything(canary: bool, verdict: Verdict) -> None:
    async def work(sandbox: Sandbox) -> Verdict:
        plan = await plan_problem(sandbox, PROBLEM)
        return (await judge_solution(sandbox, PROBLEM, plan, CHEAT, canary=canary)).verdict

    assert run(work) is verdict


def test_the_first_set_that_fails_decides() -> None:
    async def work(sandbox: Sandbox) -> None:
        plan = await plan_problem(sandbox, PROBLEM)
        passed = await judge_solution(sandbox, PROBLEM, plan, right(3))
        assert (passed.verdict, passed.failed, list(passed.sets)) == (Verdict.PASSED, "", ["demo", "full"])
        failed = await judge_solution(sandbox, PROBLEM, plan, wrong(3))
        assert (failed.verdict, failed.failed) == (Verdict.WRONG_ANSWER, "full")
        assert failed.sets["demo"].verdict is Verdict.PASSED

    run(work)


def test_no_more_is_run_than_it_takes() -> None:
    async def work(sandbox: Sandbox) -> None:
        plan = await plan_problem(sandbox, PROBLEM)
        broken = "def add_3(x): return None\n"
        assert list((await judge_solution(sandbox, PROBLEM, plan, broken, early_stop=True)).sets) == ["demo"]
        assert list((await judge_solution(sandbox, PROBLEM, plan, broken)).sets) == ["demo", "full"]

    run(work)


def test_tests_of_several_authors_are_all_run() -> None:
    """A solution that fails the first author's tests must still be judged by the second's, or the two cannot be
    compared."""
    tests = {"full": PROBLEM.tests["full"], "augmented": PROBLEM.tests["demo"], "more": PROBLEM.tests["demo"]}
    lineage = {"tests": {"full": "one", "augmented": "two"}}
    asked = msgspec.structs.replace(PROBLEM, tests=tests, lineage=lineage)

    async def work(sandbox: Sandbox) -> None:
        plan = await plan_problem(sandbox, asked)
        found = await judge_solution(sandbox, asked, plan, wrong(3), early_stop=True)
        assert {name: each.verdict for name, each in found.sets.items()} == {
            "full": Verdict.WRONG_ANSWER,
            "augmented": Verdict.PASSED,
        }
        assert (found.verdict, found.failed) == (Verdict.WRONG_ANSWER, "full")

    run(work)


def test_a_reference_that_fails_has_a_second_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single failure may be bad luck, and a defect excludes the problem for everyone."""
    real, seen = solution_module._plan_set, []

    async def unlucky(sandbox: Sandbox, asked: Problem, name: str) -> object:
        seen.append(name)
        if seen.count(name) == 1:
            return Defect(reason="reference fails", detail="bad luck")
        return await real(sandbox, asked, name)

    monkeypatch.setattr(solution_module, "_plan_set", unlucky)
    plan = run(lambda sandbox: plan_problem(sandbox, PROBLEM))
    assert plan.defects == {}
    assert set(plan.plans) == {"demo", "full"}
    assert seen == ["demo", "demo", "full", "full"]


def test_what_is_wrong_with_a_problem_is_said() -> None:
    async def work(sandbox: Sandbox) -> None:
        bad = Problem(id="bad", language="python", question="", canonical_solution=wrong(3), tests=PROBLEM.tests)
        assert (await plan_problem(sandbox, bad)).defect.startswith("full tests: reference fails: wrong_answer")
        none = Problem(id="none", language="python", question="", canonical_solution=right(3))
        assert "no tests" in (await plan_problem(sandbox, none)).defect

    run(work)


def test_cases_are_judged_by_what_is_printed() -> None:
    echo = Problem(
        id="echo",
        language="python",
        question="",
        canonical_solution="print(input())",
        cases={"full": (Case(stdin="a\n", stdout="a\n"), Case(stdin="b\n", stdout="b\n"))},
    )

    async def work(sandbox: Sandbox) -> None:
        plan = await plan_problem(sandbox, echo)
        assert plan == ProblemPlan()
        assert (await judge_solution(sandbox, echo, plan, "print(input())")).passed
        failed = await judge_solution(sandbox, echo, plan, "print('a')")
        assert (failed.verdict, failed.failed) == (Verdict.WRONG_ANSWER, "full")

    run(work)


@pytest.mark.parametrize(
    ("tests", "verdict", "reason"),
    [
        ("assert double(2) == 4\n", Verdict.PASSED, ""),
        ("if double(2) != 4:\n    raise SystemExit(1)\n", Verdict.PASSED, ""),
        ("def check(f):\n    assert f(2) == 4\n", Verdict.INCOMPLETE, "no_checks"),
        (
            "class Checks:\n    def test(self):\n        assert double(2) == 4\n\ndouble(2)\n",
            Verdict.INCOMPLETE,
            "no_checks",
        ),
        ("print(double(2) == 4)\n", Verdict.INCOMPLETE, "no_checks"),
    ],
)
def test_without_a_reference_a_check_must_run(tests: str, verdict: Verdict, reason: str) -> None:
    unplanned = Problem(id="a", language="python", question="?", canonical_solution="", tests={"full": tests})

    async def work(sandbox: Sandbox) -> None:
        plan = await plan_problem(sandbox, unplanned)
        judged = await judge_solution(sandbox, unplanned, plan, "def double(n):\n    return 2 * n\n", canary=True)
        assert (judged.verdict, judged.reason) == (verdict, reason)
        assert judged.sets["full"].evidence == ("completion" if verdict is Verdict.PASSED else None)

    run(work)
