"""Decide the verdict of a run from what happened and what the driver proved. The first rule that applies wins."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from benchwright.judging.plan import TestPlan
from benchwright.judging.verdict import Judgement, Place, TestResult, Verdict, build_fault, ending, limit_fault
from benchwright.languages.join import Joined, Origin
from benchwright.sandbox.protocol import Execution, Stage

_FAULT_KINDS = frozenset({"assertion", "exit", "error", "syntax", "pending"})
_NUMBER = re.compile("[0-9]{1,9}")
"""No honest driver writes longer numbers. Python refuses to parse very long ones, and a candidate must not be able to
crash the judge."""


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """Why the tests as a whole did not pass, as reported by the driver."""

    kind: str
    """One of the kinds listed in languages/join.py."""
    name: str
    """Name of the exception, or of whatever else ended the tests."""
    place: Place | None
    """Where it happened; None if unknown."""
    message: str
    """Message of the exception or assertion."""


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """The driver's proof: the number of tests that ran, failed and were skipped."""

    executed: int
    failed: int
    skipped: int


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """The driver's report about one run."""

    clean: bool
    """False if anything but the driver wrote to the pipe."""
    counts: Counts | None
    """None if the tests did not run to completion."""
    fault: Fault | None
    """The first fault reported; None if there was none."""
    tests: tuple[TestResult, ...]
    """Results of the individual tests, in the order reported."""


_UNCLEAN = Reply(clean=False, counts=None, fault=None, tests=())


def read_reply(data: bytes, nonce: str, origins: Mapping[str, Origin]) -> Reply:
    """Parse the driver's reply. It counts as unclean unless the driver wrote every line of it."""
    tests: list[TestResult] = []
    faults: list[Fault] = []
    counts: Counts | None = None
    lines = data.split(b"\n")
    if lines.pop():
        return _UNCLEAN
    for line in lines:
        key, *fields = line.decode(errors="replace").split("\t")
        if key != nonce or counts is not None:
            return _UNCLEAN
        match fields:
            case ["unit", name, "passed" | "failed" | "skipped" as status, place, message]:
                tests.append(TestResult(name=name, status=status, place=read_place(place, origins), message=message))
            case ["fail", kind, name, place, message] if kind in _FAULT_KINDS:
                faults.append(Fault(kind=kind, name=name, place=read_place(place, origins), message=message))
            case ["end", *numbers] if len(numbers) == 3 and all(_NUMBER.fullmatch(number) for number in numbers):
                counts = _counts(numbers)
            case _:
                return _UNCLEAN
    return Reply(clean=True, counts=counts, fault=faults[0] if faults else None, tests=tuple(tests))


def read_place(text: str, origins: Mapping[str, Origin]) -> Place | None:
    """Translate `file:line` to a place in the solution or tests; None if it is in neither."""
    file, _, line = text.rpartition(":")
    origin = origins.get(file.rpartition("/")[2]) or origins.get(file)
    if origin is None or not _NUMBER.fullmatch(line):
        return None
    number = int(line) - origin.added_lines
    return Place(part=origin.part, line=number) if number > 0 else None


def _counts(numbers: Sequence[str]) -> Counts:
    executed, failed, skipped = map(int, numbers)
    return Counts(executed=executed, failed=failed, skipped=skipped)


def judge_plain(execution: Execution) -> Judgement:
    """Judge a run without tests: the first stage that did not succeed decides."""
    for stage in execution.stages:
        if not stage.succeeded:
            verdict, reason = _fault(stage)
            return Judgement(verdict=verdict, reason=reason, judged=False, execution=execution)
    return Judgement(verdict=Verdict.PASSED, reason="", judged=False, execution=execution)


def _fault(stage: Stage) -> tuple[Verdict, str]:
    if stage.name == "build":
        return Verdict.COMPILE_ERROR, build_fault(stage)
    return limit_fault(stage) or (Verdict.RUNTIME_ERROR, ending(stage))


def decide(execution: Execution, joined: Joined, nonce: str, plan: TestPlan | None = None) -> Judgement:
    """Decide the verdict of a joined program that ran once with this nonce."""
    build = execution.build
    if build is not None and not build.succeeded:
        place = first_place(build.stderr.data + build.stdout.data, joined.origins)
        return _judgement(execution, Verdict.COMPILE_ERROR, build_fault(build), place=place)
    stage = execution.runs[0]
    reply = read_reply(stage.reply or b"", nonce, joined.origins)
    verdict, reason = _verdict(stage, reply, plan)
    failure = reply.fault or next((test for test in reply.tests if test.status == "failed"), None)
    place = failure.place if failure else None
    if place is None and verdict is Verdict.RUNTIME_ERROR:
        place = first_place(stage.stderr.data, joined.origins)
    message = failure.message if failure else ""
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
    """Check that the tests, which ran to completion without a failure, are the tests that were planned."""
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
    """Find the first line of either text that a compiler or runtime mentions. For readers only: it never affects a
    verdict."""
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
