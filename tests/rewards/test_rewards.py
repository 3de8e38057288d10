"""Rewards: what a completion earns, what is unscored, and how often anything is judged."""

from __future__ import annotations

import asyncio

import pytest

from benchwright.errors import SandboxError, UsageError
from benchwright.judging.verifier import verifier_of
from benchwright.problems import Case, Problem
from benchwright.rewards import Mode, Reward, Rewarder, Task, task_of_tests, task_of_verifier
from benchwright.sandbox import Execution, LocalSandbox, Program
from benchwright.sandbox.fake import FakeSandbox
from tests.rewards.counting import Counting
from tests.rewards.tasks import CHEAT, DOUBLE, HALF, PROBLEM, RIGHT, TESTS, WRONG, verifier


def rewarded(
    pairs: list[tuple[Task, str]], *, mode: Mode = "binary", canary: bool = True, times: int = 1
) -> tuple[list[Reward], int]:
    """The rewards, and the number of programs run the last time."""

    async def judge() -> tuple[list[Reward], int]:
        async with LocalSandbox() as local:
            sandbox = Counting(local)
            rewarder = Rewarder(sandbox, mode=mode, canary=canary)
            for _ in range(times):
                sandbox.count = 0
                made = await rewarder.rewards(pairs)
            return made, sandbox.count

    return asyncio.run(judge())


def values(rewards: list[Reward]) -> list[float | None]:
    return [reward.value for reward in rewards]


def test_binary() -> None:
    task = task_of_verifier(verifier())
    made, _ = rewarded([(task, RIGHT), (task, WRONG), (task, HALF), (task, "I do not know.")])
    assert values(made) == [1.0, 0.0, 0.0, 0.0]
    assert [made[0].verdict, made[1].verdict] == ["passed", "wrong_answer"]


def test_fraction_of_tests() -> None:
    task = task_of_verifier(verifier())
    made, _ = rewarded([(task, RIGHT), (task, WRONG), (task, HALF)], mode="fraction")
    assert values(made) == [1.0, 0.0, 0.5]


def test_fraction_of_cases() -> None:
    cases = {"full": tuple(Case(stdin=f"{number}\n", stdout=f"{max(number, 2)}\n") for number in range(4))}
    problem = Problem(
        id="p", language="python", question="", canonical_solution="print(max(int(input()), 2))", cases=cases
    )
    task = Task(key="p", problem=problem)
    made, _ = rewarded([(task, "```python\nprint(2)\n```"), (task, "```python\nprint(3)\n```")], mode="fraction")
    assert values(made) == [0.75, 0.25]


def test_only_the_canary_detects_the_cheat() -> None:
    task = task_of_verifier(verifier())
    for mode in ("binary", "fraction"):
        with_canary, _ = rewarded([(task, CHEAT)], mode=mode)
        assert (with_canary[0].value, with_canary[0].verdict) == (0.0, "tampered")
    without, _ = rewarded([(task, CHEAT)], canary=False)
    assert without[0].value == 1.0


def test_equal_completions_are_judged_once() -> None:
    task = task_of_tests("python", TESTS)
    fenced, prose = f"```python\n{DOUBLE}\n```", f"Here it is:\n\n```python\n{DOUBLE}\n```\n\nDone."
    made, programs = rewarded([(task, fenced)] * 50 + [(task, prose)] * 50)
    assert values(made) == [1.0] * 100
    assert programs == 2  # without a reference, one more run shows that checks ran


def test_a_batch_runs_in_a_sliding_window() -> None:
    task = task_of_tests("python", TESTS)
    completions = [f"```python\ndef double(x): return {number} * x\n```" for number in range(9)]

    async def judge() -> tuple[list[Reward], int]:
        async with LocalSandbox(concurrency=8) as local:
            sandbox = Counting(local)
            made = await Rewarder(sandbox, window=3).rewards([(task, each) for each in completions])
            return made, sandbox.most

    made, most = asyncio.run(judge())
    assert values(made) == [float(number == 2) for number in range(9)]
    assert most == 3


def test_repeated_completions_cost_nothing() -> None:
    _, programs = rewarded([(task_of_verifier(verifier()), RIGHT)], times=2)
    assert programs == 0


def test_internal_failures_are_unscored_and_retried() -> None:
    calls = []

    def fail(program: Program) -> Execution:
        calls.append(program)
        raise SandboxError("the launcher died")

    rewarder = Rewarder(FakeSandbox(fail))
    pair = (task_of_tests("python", TESTS), RIGHT)
    (reward,) = asyncio.run(rewarder.rewards([pair]))
    assert (reward.value, reward.verdict) == (None, "")
    assert "the launcher died" in reward.why
    first = len(calls)
    asyncio.run(rewarder.rewards([pair]))
    assert len(calls) == 2 * first, "what is unscored must not be remembered"


def test_an_unexpected_error_affects_only_one_completion(caplog: pytest.LogCaptureFixture) -> None:
    def run(program: Program) -> Execution:
        if any(b"odd" in file for file in program.files.values()):
            raise ZeroDivisionError("odd")
        raise SandboxError("even")

    task = task_of_tests("python", TESTS)
    odd, even = (f"```python\ndef double(x): return {name}\n```" for name in ("odd", "even"))
    made = asyncio.run(Rewarder(FakeSandbox(run)).rewards([(task, odd), (task, even)]))
    assert [reward.value for reward in made] == [None, None]
    assert [reward.why for reward in made] == ["ZeroDivisionError: odd", "even"]
    assert "could not be scored" in caplog.text


def test_incorrect_usage_stops_a_batch() -> None:
    task = task_of_tests("python", TESTS, environment="no-such-environment")
    with pytest.raises(UsageError, match="unknown environment"):
        rewarded([(task, RIGHT), (task, WRONG)])


def test_endless_whitespace_is_not_a_failure() -> None:
    task = task_of_tests("python", TESTS)
    made, _ = rewarded([(task, "P\n" + " " * 5000 + "x"), (task, RIGHT)])
    assert values(made) == [0.0, 1.0]


def test_a_defective_task_is_unscored() -> None:
    broken = Problem(id="b", language="python", question="", canonical_solution="x = 1", tests={"full": TESTS})
    made, _ = rewarded([(Task(key="b", problem=broken), RIGHT)])
    assert made[0].value is None
    assert "is defective" in made[0].why


def test_a_row_as_loaded_from_a_table() -> None:
    """Every field is present; those of other rows are null."""
    row = {**verifier(), "tests": {"full": TESTS, "demo": None}, "plan": None, "cases": {"full": None}}
    assert task_of_verifier(row).problem.tests == {"full": TESTS}
    whole = task_of_verifier({"problem": "p/1", "verifier": row})
    assert whole.problem.id == "p/1"


def test_a_modified_row_is_rejected() -> None:
    with pytest.raises(UsageError, match="digest"):
        task_of_verifier({**verifier(), "tests": {"full": "assert True"}})
    with pytest.raises(UsageError, match="not a row"):
        task_of_verifier({"language": "python"})
    with pytest.raises(UsageError, match="not a JSON"):
        task_of_verifier("tests")


def test_verifiers_of_equal_problems_are_equal_tasks() -> None:
    assert task_of_verifier(verifier()).key == task_of_verifier(dict(reversed(verifier().items()))).key
    assert verifier_of(PROBLEM, None).problem().digest == PROBLEM.digest
