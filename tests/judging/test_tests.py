"""Judging by tests, on a backend with canned results."""

from __future__ import annotations

import asyncio

import pytest

from benchwright.errors import SandboxError, UsageError
from benchwright.judging import CanarySite, Question, TestPlan, Verdict, judge_tests
from benchwright.judging.plan import tests_digest as digest_of
from benchwright.sandbox import Execution, Program
from benchwright.sandbox.fake import FakeSandbox
from tests.judging.made import execution, reply, stage

TESTS = "assert f() == 3\n"
SITE = CanarySite(start=14, end=15, replacement="4", line=1, idiom="assert")


def plan(**changes: object) -> TestPlan:
    values: dict[str, object] = {"language": "python", "entry": "text", "framework": "", "completions": 1}
    values |= {"skipped": 0, "tests": (), "sites": (SITE,), "silent": (), "toolchain": ""}
    return TestPlan(**{**values, "digest": digest_of(TESTS), **changes})  # type: ignore[arg-type]


def passing(program: Program) -> Execution:
    message = program.runs[0].message
    assert message is not None
    return execution(stage(reply=reply("end|1|0|0", nonce=message.decode())))


def failing_canary(program: Program) -> Execution:
    return execution(stage(exit_code=1)) if b"== 4" in program.files["tests.py"] else passing(program)


def test_each_run_has_a_nonce_of_its_own() -> None:
    sandbox = FakeSandbox(passing)
    for _ in range(2):
        judgement = asyncio.run(judge_tests(sandbox, Question(language="python", tests=TESTS), ""))
        assert judgement.verdict is Verdict.PASSED
    nonces = [program.runs[0].message for program in sandbox.programs]
    assert len(set(nonces)) == 2
    assert all(nonce is not None and len(nonce) == 32 for nonce in nonces)


def test_a_pass_that_survives_the_canary_is_tampered() -> None:
    question = Question(language="python", tests=TESTS, plan=plan())
    judgement = asyncio.run(judge_tests(FakeSandbox(passing), question, "", canary=True))
    assert judgement.verdict is Verdict.TAMPERED
    assert [(run.line, run.verdict) for run in judgement.canary] == [(1, Verdict.PASSED)]


def test_a_pass_that_fails_the_canary_stays_a_pass() -> None:
    question = Question(language="python", tests=TESTS, plan=plan())
    judgement = asyncio.run(judge_tests(FakeSandbox(failing_canary), question, "", canary=True))
    assert judgement.verdict is Verdict.PASSED
    assert [run.verdict for run in judgement.canary] == [Verdict.RUNTIME_ERROR]


def test_what_fails_anyway_needs_no_canary() -> None:
    sandbox = FakeSandbox(lambda program: execution(stage(exit_code=1)))
    asyncio.run(judge_tests(sandbox, Question(language="python", tests=TESTS, plan=plan()), "", canary=True))
    assert len(sandbox.programs) == 1


def test_our_own_failure_is_retried() -> None:
    failures = iter([SandboxError("once"), SandboxError("twice"), None])

    def answer(program: Program) -> Execution:
        failure = next(failures)
        if failure is not None:
            raise failure
        return passing(program)

    judgement = asyncio.run(judge_tests(FakeSandbox(answer), Question(language="python", tests=TESTS), ""))
    assert judgement.verdict is Verdict.PASSED


def test_our_own_failure_is_never_a_verdict() -> None:
    def answer(program: Program) -> Execution:
        raise SandboxError("the launcher is gone")

    sandbox = FakeSandbox(answer)
    with pytest.raises(SandboxError):
        asyncio.run(judge_tests(sandbox, Question(language="python", tests=TESTS), ""))
    assert len(sandbox.programs) == 3


def test_a_plan_serves_its_own_tests_alone() -> None:
    question = Question(language="python", tests="assert f() == 5\n", plan=plan())
    with pytest.raises(UsageError, match="other tests"):
        asyncio.run(judge_tests(FakeSandbox(passing), question, ""))


def test_ends_of_lines_make_no_other_tests() -> None:
    question = Question(language="python", tests=TESTS.replace("\n", "\r\n"), plan=plan())
    assert asyncio.run(judge_tests(FakeSandbox(passing), question, "")).passed


def test_a_plan_of_another_version_is_refused() -> None:
    question = Question(language="python", tests=TESTS, plan=plan(schema=99))
    with pytest.raises(UsageError, match="version 99"):
        asyncio.run(judge_tests(FakeSandbox(passing), question, ""))
