"""Verdicts, the records that carry them, and descriptions of how a stage ended."""

from __future__ import annotations

import re
import signal
from enum import StrEnum
from typing import Literal

import msgspec

from benchwright.judging.plan import Evidence
from benchwright.languages.join import Part
from benchwright.sandbox.protocol import Execution, Limit, Stage


class Verdict(StrEnum):
    """The outcome of judging a program. benchwright's own failures are exceptions, never verdicts."""

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
    """A line in the solution or in the tests."""

    part: Part
    """Which of the two texts the line belongs to: the solution or the tests."""
    line: int
    """Line number in that text, counted from 1."""


class TestResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a single test, for frameworks that report tests individually."""

    __test__ = False  # keeps pytest from collecting this class as a test case

    name: str
    """Name of the test, as the tests spell it."""
    status: Literal["passed", "failed", "skipped"]
    """Whether the test passed, failed or was skipped."""
    place: Place | None = None
    """Where the test failed. None if it did not fail or the place is unknown."""
    message: str = ""
    """The failure's message; empty if it has none."""


class CanaryRun(msgspec.Struct, frozen=True, kw_only=True):
    """A run of a passing solution against altered tests that no correct solution can pass."""

    line: int
    """Line of the tests whose value was changed."""
    verdict: Verdict
    """Verdict of the run; `passed` proves that the solution cheated."""


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """A verdict, its reason and the evidence behind it."""

    verdict: Verdict
    """The verdict that the program earned."""
    reason: str
    """Short explanation of the verdict; empty for a plain pass."""
    judged: bool
    """False for a plain run, where `passed` only means that the program exited successfully."""
    execution: Execution
    """Everything the sandbox recorded: exit codes, output, resource use."""
    place: Place | None = None
    """Where the program failed; None if that is unknown."""
    message: str = ""
    """Message of the failed check or of the error."""
    tests: tuple[TestResult, ...] = ()
    """Results of the individual tests; empty if the framework does not report them."""
    canary: tuple[CanaryRun, ...] = ()
    """Runs with altered tests; empty if there were none."""
    evidence: Evidence | None = None
    """How thoroughly the pass was confirmed. None if the program did not pass or was not judged by tests."""

    @property
    def passed(self) -> bool:
        """Whether the verdict is `passed`."""
        return self.verdict is Verdict.PASSED


# In order of precedence: a program that ran out of memory and then out of time gets the memory limit verdict.
_LIMIT_VERDICTS: tuple[tuple[Limit, Verdict, str], ...] = (
    ("memory", Verdict.MEMORY_LIMIT, "memory"),
    ("output", Verdict.OUTPUT_LIMIT, "output"),
    ("cpu", Verdict.TIME_LIMIT, "cpu"),
    ("wall", Verdict.TIME_LIMIT, "wall"),
)


def limit_fault(stage: Stage) -> tuple[Verdict, str] | None:
    """Return the verdict and name of the limit that ended the stage, or None."""
    return next(((verdict, why) for limit, verdict, why in _LIMIT_VERDICTS if limit in stage.limits_hit), None)


def build_fault(stage: Stage) -> str:
    """Explain why a build failed."""
    if limit := limit_fault(stage):
        return f"build {limit[1]} limit"
    return "result too large" if stage.exit_code == 0 else "diagnostics"


def ending(stage: Stage) -> str:
    """Describe how a stage ended: its exit code or signal."""
    if stage.signal is None:
        return f"exit code {stage.exit_code}"
    try:
        return signal.Signals(stage.signal).name
    except ValueError:  # real-time signals have no names
        return f"signal {stage.signal}"


def describe(judgement: Judgement) -> str:
    """Format the verdict with its reason, place and message on one line."""
    words = judgement.verdict.replace("_", " ")
    why = f" ({judgement.reason})" if judgement.reason and judgement.reason not in words else ""
    where = place_text(judgement.place, judgement.reason)
    message = f": {judgement.message}" if judgement.message else ""
    return f"{judgement.verdict}{why}{where}{message}"


def place_text(place: Place | None, reason: str = "") -> str:
    """Format a place to follow a verdict; empty if there is none, or if the reason already names the tests' line."""
    if place is None or (place.part == "tests" and re.search(rf"\bline {place.line}\b", reason)):
        return ""
    return f" at line {place.line} of the {place.part}"
