"""Verdicts, the records that carry them, and the words for how a stage ended."""

from __future__ import annotations

import signal
from enum import StrEnum
from typing import Literal

import msgspec

from benchwright.judging.plan import Evidence
from benchwright.languages.join import Part
from benchwright.sandbox.protocol import Execution, Limit, Stage


class Verdict(StrEnum):
    """What a program earned. Our own failures are exceptions, never verdicts."""

    PASSED = "passed"
    WRONG_ANSWER = "wrong_answer"
    COMPILE_ERROR = "compile_error"
    RUNTIME_ERROR = "runtime_error"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    INCOMPLETE = "incomplete"
    TAMPERED = "tampered"


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where in the two texts something happened."""

    part: Part
    """In the solution or in the tests."""
    line: int
    """Counted from 1 in that text."""


class TestResult(msgspec.Struct, frozen=True, kw_only=True):
    """One test, where the tests can be told apart."""

    __test__ = False  # not a test case, whatever pytest may think of the name

    name: str
    """As the tests name it."""
    status: Literal["passed", "failed", "skipped"]
    """How it ended."""
    place: Place | None = None
    """Where it failed."""
    message: str = ""
    """What the failure said."""


class CanaryRun(msgspec.Struct, frozen=True, kw_only=True):
    """A run of a passing candidate against tests that nothing right can pass."""

    line: int
    """Line of the tests at which a value was changed."""
    verdict: Verdict
    """What came of it; `passed` convicts the candidate."""


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """A verdict with its reason and the evidence behind it."""

    verdict: Verdict
    """What it earned."""
    reason: str
    """Why, in a few words; empty for a plain pass."""
    judged: bool
    """False for a plain run: `passed` then only means that it ended well."""
    execution: Execution
    """What happened."""
    place: Place | None = None
    """Where it failed, when that can be known."""
    message: str = ""
    """What the failed check or the error said."""
    tests: tuple[TestResult, ...] = ()
    """The single tests, where they can be told apart."""
    canary: tuple[CanaryRun, ...] = ()
    """The runs with altered tests; empty where none were made."""
    evidence: Evidence | None = None
    """What stands behind a pass; None where it did not pass or was not judged by tests."""

    @property
    def passed(self) -> bool:
        """Whether it earned `passed`."""
        return self.verdict is Verdict.PASSED


# In the order in which they decide: a program that ran out of memory and then out of time is a memory case.
_LIMIT_VERDICTS: tuple[tuple[Limit, Verdict, str], ...] = (
    ("memory", Verdict.MEMORY_LIMIT, "memory"),
    ("output", Verdict.OUTPUT_LIMIT, "output"),
    ("cpu", Verdict.TIME_LIMIT, "cpu"),
    ("wall", Verdict.TIME_LIMIT, "wall"),
)


def limit_fault(stage: Stage) -> tuple[Verdict, str] | None:
    """The limit that ended the stage, if one did."""
    return next(((verdict, why) for limit, verdict, why in _LIMIT_VERDICTS if limit in stage.limits_hit), None)


def build_fault(stage: Stage) -> str:
    """Why a build failed."""
    if limit := limit_fault(stage):
        return f"build {limit[1]} limit"
    return "result too large" if stage.exit_code == 0 else "diagnostics"


def ending(stage: Stage) -> str:
    """The exit status or the signal."""
    if stage.signal is None:
        return f"exit code {stage.exit_code}"
    try:
        return signal.Signals(stage.signal).name
    except ValueError:  # real-time signals have no names
        return f"signal {stage.signal}"


def describe(judgement: Judgement) -> str:
    """The verdict with its reason, place and message, in one line."""
    words = judgement.verdict.replace("_", " ")
    why = f" ({judgement.reason})" if judgement.reason and judgement.reason not in words else ""
    where = f" at line {judgement.place.line} of the {judgement.place.part}" if judgement.place else ""
    said = f": {judgement.message}" if judgement.message else ""
    return f"{judgement.verdict}{why}{where}{said}"
