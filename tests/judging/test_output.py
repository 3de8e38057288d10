"""Judging by program output: decisions on a backend with canned results, and some programs for real."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from benchwright.errors import CheckerFailed, SandboxError, UsageError
from benchwright.judging import Judgement, Verdict, judge_output
from benchwright.problems import Case, Checker
from benchwright.sandbox import Execution, Limits, LocalSandbox, Program, Run, Stage, Stream
from benchwright.sandbox.fake import FakeSandbox
from tests.judging.made import execution, stage

LINES = Checker()
CASES = [Case(stdin=f"{number}\n", stdout=f"{2 * number}\n") for number in range(1, 4)]


def printed(data: bytes, **changes: Any) -> Stage:
    return stage(stdout=Stream(head=data, length=len(data)), **changes)


def doubling(run: Run) -> Stage:
    return printed(b"%d\n" % (2 * int(run.stdin)))


def answering(answer: Callable[[Run], Stage], build: Stage | None = None) -> FakeSandbox:
    return FakeSandbox(lambda program: execution(*map(answer, program.runs), build=build))


def judged(sandbox: FakeSandbox, cases: Sequence[Case] = CASES, checker: Checker = LINES, **options: Any) -> Judgement:
    return asyncio.run(judge_output(sandbox, "cpp", "int main;", cases, checker, **options))


def statuses(judgement: Judgement) -> list[str]:
    return [test.status for test in judgement.tests]


def test_all_cases_pass() -> None:
    sandbox = answering(doubling)
    judgement = judged(sandbox)
    assert (judgement.verdict, judgement.reason, judgement.judged) == (Verdict.PASSED, "", True)
    assert [(test.name, test.status) for test in judgement.tests] == [(f"case {n}", "passed") for n in (1, 2, 3)]
    (program,) = sandbox.programs
    assert [run.stdin for run in program.runs] == [b"1\n", b"2\n", b"3\n"]
    assert program.files == {"main.cpp": b"int main;"}


def test_input_arguments_limits_and_packages_reach_the_program() -> None:
    sandbox = answering(lambda run: printed(b"x"))
    case = Case(stdin="ü", stdout="x", args=("-a",))
    judged(sandbox, [case], limits=Limits(cpu_s=1.0), environment="scientific")
    (program,) = sandbox.programs
    assert program.runs == (Run(stdin="ü".encode(), args=("-a",)),)
    assert (program.limits, program.environment) == (Limits(cpu_s=1.0), "scientific")


@pytest.mark.parametrize(
    ("ended", "verdict", "reason", "message"),
    [
        (printed(b"5\n"), "wrong_answer", "case 2", "line 1: expected '4', got '5'"),
        (printed(b"4\n", exit_code=3), "runtime_error", "exit code 3", ""),
        (
            stage(exit_code=None, signal=11, stderr=Stream(head=b"a\nboom: x\n\n")),
            "runtime_error",
            "SIGSEGV",
            "boom: x",
        ),
        (printed(b"4\n", limits_hit=("cpu",)), "time_limit", "cpu", ""),
        (printed(b"4\n", limits_hit=("wall",), exit_code=None), "time_limit", "wall", ""),
        (printed(b"4\n", limits_hit=("memory",), exit_code=1), "memory_limit", "memory", ""),
        (printed(b"4\n", limits_hit=("output", "cpu")), "output_limit", "output", ""),
        (stage(stdout=Stream(head=b"4\n", tail=b"4\n", length=9)), "wrong_answer", "case 2", "printed 9 bytes"),
    ],
)
def test_the_decision_order_of_a_case(ended: Stage, verdict: str, reason: str, message: str) -> None:
    judgement = judged(answering(lambda run: ended if run.stdin == b"2\n" else doubling(run)))
    assert (judgement.verdict, judgement.reason) == (verdict, reason)
    assert judgement.message.startswith(message)
    assert statuses(judgement) == ["passed", "failed", "passed"]


def test_the_first_failing_case_decides() -> None:
    ends = {b"2\n": printed(b"wrong"), b"3\n": stage(limits_hit=("cpu",))}
    judgement = judged(answering(lambda run: ends.get(run.stdin) or doubling(run)))
    assert (judgement.verdict, judgement.reason) == (Verdict.WRONG_ANSWER, "case 2")
    assert statuses(judgement) == ["passed", "failed", "failed"]


def test_a_build_that_fails() -> None:
    failed = stage(name="build", exit_code=1, stderr=Stream(head=b"main.cpp:1: error: what\nmore\n"))
    judgement = judged(FakeSandbox(lambda program: execution(build=failed)))
    assert (judgement.verdict, judgement.reason) == (Verdict.COMPILE_ERROR, "diagnostics")
    assert judgement.message == "main.cpp:1: error: what"
    assert statuses(judgement) == ["skipped"] * 3


def test_many_cases_make_several_programs() -> None:
    cases = [Case(stdin=f"{number}", stdout=f"{2 * number}") for number in range(120)]
    sandbox = answering(lambda run: stage(stdout=Stream(head=b"-1")) if run.stdin == b"70" else doubling(run))
    judgement = judged(sandbox, cases)
    assert [len(program.runs) for program in sandbox.programs] == [50, 50, 20]
    assert (judgement.reason, len(judgement.tests), len(judgement.execution.runs)) == ("case 71", 120, 120)


def test_large_cases_make_more_programs() -> None:
    large = "x" * (20 << 20)
    sandbox = answering(lambda run: printed(large.encode()))
    assert judged(sandbox, [Case(stdin="", stdout=large)] * 2).passed
    assert [len(program.runs) for program in sandbox.programs] == [1, 1]
    assert all(program.keep_bytes > 4 * len(large) for program in sandbox.programs)


def test_little_of_the_outputs_stays_in_the_judgement() -> None:
    large = b"x" * (1 << 20)
    judgement = judged(answering(lambda run: printed(large)), [Case(stdin="", stdout=large.decode())])
    (run,) = judgement.execution.runs
    assert judgement.passed
    assert (len(run.stdout.data), run.stdout.length, run.stdout.cut) == (64 << 10, 1 << 20, True)


def test_early_stop_skips_cases_and_changes_no_verdict() -> None:
    cases = [Case(stdin=f"{number}", stdout=f"{2 * number}") for number in range(30)]

    def answer(run: Run) -> Stage:
        return printed(b"-1") if run.stdin in (b"3", b"4") else doubling(run)

    sandbox = answering(answer)
    judgement = judged(sandbox, cases, early_stop=True)
    assert [len(program.runs) for program in sandbox.programs] == [1, 4]
    assert statuses(judgement) == ["passed"] * 3 + ["failed"] * 2 + ["skipped"] * 25
    every = judged(answering(answer), cases)
    assert (judgement.verdict, judgement.reason, judgement.message) == (every.verdict, every.reason, every.message)


def test_our_own_failure_is_retried_and_never_a_verdict() -> None:
    failures = [SandboxError("once"), SandboxError("twice")]

    def answer(program: Program) -> Execution:
        if failures:
            raise failures.pop()
        return execution(*map(doubling, program.runs))

    assert judged(FakeSandbox(answer)).passed
    failures[:] = [SandboxError("again")] * 3
    with pytest.raises(SandboxError, match="again"):
        judged(FakeSandbox(answer))


def test_no_cases() -> None:
    with pytest.raises(UsageError, match="no cases"):
        judged(answering(doubling), [])


PROGRAM = Checker(kind="program", language="python", source="the checker")


def checking(**ended: Any) -> FakeSandbox:
    """Return a program that prints `actual`, and a checker that ends this way."""

    def answer(program: Program) -> Execution:
        if program.language == "cpp":
            return execution(*(printed(b"actual") for _ in program.runs))
        assert program.files == {"main.py": b"the checker", "input": b"in", "expected": b"out", "actual": b"actual"}
        return execution(stage(**ended))

    return FakeSandbox(answer)


def test_a_checking_program_says_yes_or_no() -> None:
    cases = [Case(stdin="in", stdout="out")]
    assert judged(checking(exit_code=0), cases, PROGRAM).passed
    judgement = judged(checking(exit_code=1), cases, PROGRAM)
    assert (judgement.verdict, judgement.message) == (Verdict.WRONG_ANSWER, "rejected by the checking program")


@pytest.mark.parametrize(
    "ended",
    [
        {"exit_code": 2},
        {"exit_code": None, "signal": 11},
        {"exit_code": 0, "limits_hit": ("cpu",)},
        {"exit_code": 1, "limits_hit": ("memory",)},
        {"exit_code": 1, "name": "build"},
    ],
)
def test_a_checking_program_that_fails_is_nobodys_verdict(ended: dict[str, Any]) -> None:
    with pytest.raises(CheckerFailed):
        judged(checking(**ended), [Case(stdin="in", stdout="out")], PROGRAM)


# For real, in one sandbox.

PYTHON = "n = int(input())\nprint(2 * n)\nexit()\n"
CPP = '#include <cstdio>\nint main() { long n; std::scanf("%ld", &n); std::printf("%ld\\n", 2 * n); }\n'
BASH = 'read -r n\n[ "$n" = 3 ] && exit 7\necho $((2 * n))\n'
LARGE = "import sys\nsys.stdout.write('x' * 3_000_000 + '\\n' * {})\n"
SUM_CHECKER = """
import sys
a, b = map(int, open("actual").read().split())
sys.exit(0 if a + b == int(open("input").read()) else 1 if a >= 0 else 3)
"""


@pytest.mark.language(name="cpp")
@pytest.mark.language(name="shell")
def test_programs_for_real() -> None:
    async def run() -> dict[str, Judgement]:
        async with LocalSandbox() as sandbox:
            large = [Case(stdin="", stdout="x" * 3_000_000)]
            numbers = [Case(stdin="5", stdout="")]
            checker = Checker(kind="program", language="python", source=SUM_CHECKER)
            limits = Limits(cpu_s=0.5, wall_s=5.0)
            return {
                "python": await judge_output(sandbox, "python", PYTHON, CASES, LINES),
                "cpp": await judge_output(sandbox, "cpp", CPP, CASES, LINES),
                "cpp error": await judge_output(sandbox, "cpp", "int main( {", CASES, LINES),
                "bash": await judge_output(sandbox, "shell", BASH, CASES, LINES),
                "raises": await judge_output(sandbox, "python", "print(nothing)", CASES[:1], LINES),
                "endless": await judge_output(
                    sandbox, "python", "while 1: pass", CASES, LINES, limits=limits, early_stop=True
                ),
                "large": await judge_output(sandbox, "python", LARGE.format(2), large, LINES),
                "too large": await judge_output(sandbox, "python", LARGE.format(30_000_000), large, LINES),
                "checked": await judge_output(sandbox, "python", "print(2, 3)", numbers, checker),
                "refused": await judge_output(sandbox, "python", "print(2, 4)", numbers, checker),
            }

    judgements = asyncio.run(run())
    found = {name: (judgement.verdict.value, judgement.reason) for name, judgement in judgements.items()}
    assert found == {
        "python": ("passed", ""),
        "cpp": ("passed", ""),
        "cpp error": ("compile_error", "diagnostics"),
        "bash": ("runtime_error", "exit code 7"),
        "raises": ("runtime_error", "exit code 1"),
        "endless": ("time_limit", "cpu"),
        "large": ("passed", ""),
        "too large": ("wrong_answer", "case 1"),
        "checked": ("passed", ""),
        "refused": ("wrong_answer", "case 1"),
    }
    assert judgements["raises"].message == "NameError: name 'nothing' is not defined"
    assert statuses(judgements["bash"]) == ["passed", "passed", "failed"]
    assert statuses(judgements["endless"]) == ["failed", "skipped", "skipped"]


def test_a_checking_program_that_breaks_for_real() -> None:
    async def run() -> None:
        async with LocalSandbox() as sandbox:
            checker = Checker(kind="program", language="python", source=SUM_CHECKER)
            await judge_output(sandbox, "python", "print(-1, 0)", [Case(stdin="5", stdout="")], checker)

    with pytest.raises(CheckerFailed, match="exit code 3"):
        asyncio.run(run())
