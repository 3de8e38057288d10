"""The decision order: from what happened and what the driver said to a verdict. The first rule that applies decides."""

from __future__ import annotations

import re
from collections.abc import Mapping

from benchwright.judge.ending import build_fault, ending, limit_fault
from benchwright.judge.plan import TestPlan
from benchwright.judge.reply import Counts, Reply, read_place, read_reply
from benchwright.judge.verdict import Judgement, Place, TestResult, Verdict
from benchwright.languages.join import Joined, Origin
from benchwright.sandbox.protocol import Execution, Stage


def decide(execution: Execution, joined: Joined, nonce: str, plan: TestPlan | None = None) -> Judgement:
    """The verdict of a joined program that ran once with this nonce."""
    build = execution.build
    if build is not None and not build.succeeded:
        place = first_place(build.stderr.data + build.stdout.data, joined.origins)
        return _judgement(execution, Verdict.COMPILE_ERROR, build_fault(build), place=place)
    stage = execution.runs[0]
    reply = read_reply(stage.reply or b"", nonce, joined.origins)
    verdict, reason = _verdict(stage, reply, plan)
    told = reply.fault or next((test for test in reply.tests if test.status == "failed"), None)
    place = told.place if told else None
    if place is None and verdict is Verdict.RUNTIME_ERROR:
        place = first_place(stage.stderr.data, joined.origins)
    message = told.message if told else ""
    return _judgement(execution, verdict, reason, place=place, message=message, tests=reply.tests)


def _verdict(stage: Stage, reply: Reply, plan: TestPlan | None) -> tuple[Verdict, str]:
    if limit := limit_fault(stage):
        return limit
    if not reply.clean:
        return Verdict.TAMPERED, "forged proof"
    ended = reply.counts is not None and reply.fault is None and reply.counts.failed == 0
    if ended and reply.counts is not None and stage.exit_code == 0:
        return _completed(reply.counts, reply.tests, plan)
    return _failed(stage, reply)


def _completed(counts: Counts, tests: tuple[TestResult, ...], plan: TestPlan | None) -> tuple[Verdict, str]:
    """The tests ran to their end and none failed; they must also be the tests that were planned."""
    if plan is None:
        return (Verdict.PASSED, "") if counts.executed else (Verdict.INCOMPLETE, "no_tests")
    missing = set(plan.tests) - {test.name for test in tests if test.status == "passed"}
    if missing or counts.executed < plan.completions or counts.skipped > plan.skipped:
        done = counts.executed - counts.skipped
        return Verdict.TAMPERED, f"{done} of {plan.completions} tests ran"
    return Verdict.PASSED, ""


def _failed(stage: Stage, reply: Reply) -> tuple[Verdict, str]:
    if fault := reply.fault:
        if fault.kind == "syntax":
            return Verdict.COMPILE_ERROR, fault.name
        if fault.kind in ("assertion", "exit"):
            return Verdict.WRONG_ANSWER, fault.name
        if fault.kind == "pending":
            return Verdict.INCOMPLETE, "unfinished_async"
        return Verdict.RUNTIME_ERROR, fault.name
    if reply.counts is not None and reply.counts.failed:
        failed = next((test.name for test in reply.tests if test.status == "failed"), "")
        return Verdict.WRONG_ANSWER, failed or f"{reply.counts.failed} tests failed"
    if stage.exit_code == 0:
        return Verdict.INCOMPLETE, "early_exit"
    return Verdict.RUNTIME_ERROR, ending(stage)


def first_place(output: bytes, origins: Mapping[str, Origin]) -> Place | None:
    """The first line of either text that a compiler or runtime names. Only a help for people, never a verdict."""
    names = b"|".join(re.escape(name.encode()) for name in origins)
    found = re.search(rb"(?<![\w.])(%s)(?:\", line |: line |:|\()(\d+)" % names, output) if names else None
    return read_place(f"{found[1].decode()}:{found[2].decode()}", origins) if found else None


def _judgement(
    execution: Execution,
    verdict: Verdict,
    reason: str,
    *,
    place: Place | None = None,
    message: str = "",
    tests: tuple[TestResult, ...] = (),
) -> Judgement:
    return Judgement(
        verdict=verdict,
        reason=reason,
        judged=True,
        execution=execution,
        place=None if verdict is Verdict.PASSED else place,
        message="" if verdict is Verdict.PASSED else message,
        tests=tests,
    )
