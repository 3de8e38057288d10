"""Tests measured by mutants, in the real sandbox."""

from __future__ import annotations

import asyncio
import time

import pytest

from benchwright.errors import SandboxError, UsageError
from benchwright.judging import Question, TestPlan, calibrate
from benchwright.judging.mutation import Mutant, MutationScore, find_mutants, measure_mutation, proposed_mutants
from benchwright.languages import find_language
from benchwright.sandbox import Execution, Limits, LocalSandbox, Program
from benchwright.sandbox.fake import FakeSandbox
from tests.conftest import in_language

SOLUTIONS = {
    "python": "def grown(age):\n    return age >= 18\n",
    "javascript": "function grown(age) { return age >= 18; }\n",
    "c": "int grown(int age) { return age >= 18; }\n",
    "cpp": "bool grown(int age) { return age >= 18; }\n",
    "shell": 'grown() {\n  [ "$1" -ge 18 ]\n}\n',
}
CHECKS = {
    "python": ("assert grown({})\n", "assert not grown({})\n"),
    "javascript": (
        "require('assert').strictEqual(grown({}), true);\n",
        "require('assert').strictEqual(grown({}), false);\n",
    ),
    "c": ("assert(grown({}));\n", "assert(!grown({}));\n"),
    "cpp": ("assert(grown({}));\n", "assert(!grown({}));\n"),
    "shell": ("grown {} || exit 1\n", "grown {} && exit 1\n"),
}


def checks_of(language: str, grown: list[int], young: list[int]) -> str:
    yes, no = CHECKS[language]
    checks = "".join([yes.format(age) for age in grown] + [no.format(age) for age in young])
    if language in ("c", "cpp"):
        return f"#include <assert.h>\nint main() {{ {checks} return 0; }}\n"
    return checks + ("true\n" if language == "shell" else "")


def measure(question: Question, solution: str, mutants: list[Mutant] | None = None) -> MutationScore:
    async def run() -> MutationScore:
        async with LocalSandbox() as sandbox:
            plan = await calibrate(sandbox, question, solution)
            assert isinstance(plan, TestPlan), plan
            planned = Question(language=question.language, tests=question.tests, plan=plan)
            found = find_mutants(find_language(question.language), solution) if mutants is None else mutants
            return await measure_mutation(sandbox, planned, solution, found)

    return asyncio.run(run())


@pytest.mark.parametrize("language", [in_language(name) for name in SOLUTIONS])
def test_strong_tests_kill_all(language: str) -> None:
    score = measure(Question(language=language, tests=checks_of(language, [18, 30], [17, 3])), SOLUTIONS[language])
    assert score.survivors == ()
    assert score.tried == score.killed >= 3
    assert score.share == 1.0


@pytest.mark.parametrize("language", [in_language(name) for name in SOLUTIONS])
def test_weak_tests_leave_the_boundary(language: str) -> None:
    score = measure(Question(language=language, tests=checks_of(language, [30], [3])), SOLUTIONS[language])
    changes = {(mutant.before, mutant.after) for mutant in score.survivors}
    comparison = ("-ge", "-gt") if language == "shell" else (">=", ">")
    assert changes == {comparison, ("18", "17"), ("18", "19")}
    assert score.killed == score.tried - 3


@pytest.mark.slow
@pytest.mark.language(name="python")
def test_no_end_is_found_soon() -> None:
    solution = "def f(n):\n    while n > 0:\n        n -= 1\n    return n\n"
    endless = proposed_mutants([solution.replace("n -= 1", "pass")])
    began = time.monotonic()
    limits = Limits(cpu_s=100, wall_s=200)
    score = measure(Question(language="python", tests="assert f(3) == 0\n", limits=limits), solution, endless)
    assert (score.tried, score.killed) == (1, 1)
    assert time.monotonic() - began < 90


@pytest.mark.language(name="python")
def test_what_is_no_program_does_not_count() -> None:
    proposed = proposed_mutants(["def f(:\n", "def f(a):\n    return 2\n", "def f(a):\n    return a\n"])
    score = measure(Question(language="python", tests="assert f(1) == 1\n"), "def f(a):\n    return a * 1\n", proposed)
    assert (score.tried, score.killed, score.invalid) == (2, 1, 1)
    assert score.survivors == (proposed[2],)
    assert score.share == 0.5


@pytest.mark.language(name="python")
def test_survivors_keep_their_order() -> None:
    proposed = proposed_mutants([f"def f(a):\n    return a  # {n}\n" for n in range(9)])
    score = measure(Question(language="python", tests="assert f(1) == 1\n"), "def f(a):\n    return a\n", proposed)
    assert score.survivors == tuple(proposed)


@pytest.mark.language(name="python")
def test_a_solution_that_fails_measures_nothing() -> None:
    async def run() -> MutationScore:
        async with LocalSandbox() as sandbox:
            question = Question(language="python", tests="assert f(1) == 2\n")
            return await measure_mutation(sandbox, question, "def f(a): return a\n", proposed_mutants(["x"]))

    with pytest.raises(UsageError, match="wrong_answer"):
        asyncio.run(run())


def no_room(program: Program) -> Execution:
    raise SandboxError("no room")


def test_without_mutants_there_is_no_share() -> None:
    question = Question(language="python", tests="assert f(1) == 1\n")
    score = asyncio.run(measure_mutation(FakeSandbox(no_room), question, "def f(a): return a\n", []))
    assert score == MutationScore(tried=0, killed=0, invalid=0)
    assert score.share is None


def test_failures_of_the_sandbox_are_raised() -> None:
    question = Question(language="python", tests="assert f(1) == 1\n")
    with pytest.raises(SandboxError):
        asyncio.run(measure_mutation(FakeSandbox(no_room), question, "def f(a): return a\n", proposed_mutants(["x"])))
