"""What our own API answers."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from benchwright.judge import CanaryRun, Defect, Judgement, Place, TestResult, Verdict
from benchwright.judge.extract import Extraction
from benchwright.judge.plain import judge_plain
from benchwright.judge.plan import Evidence
from benchwright.judge.solution import SetJudgement, SolutionJudgement
from benchwright.sandbox.json_records import ExecutionRecord, execution_fields
from benchwright.sandbox.protocol import Execution


class RunVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """How one run ended."""

    verdict: Verdict
    """`passed`: exit status 0 and no limit hit."""
    reason: str
    """Why, in a few words."""


class ExecuteAnswer(ExecutionRecord, frozen=True, kw_only=True, tag_field="kind", tag="execution"):
    """What happened to a program. Nothing was judged: `passed` only means that it ended well."""

    verdict: Verdict
    """Of the first stage that did not end well."""
    reason: str
    """Why, in a few words; empty for a pass."""
    judged: bool = False
    """Always false."""
    verdicts: tuple[RunVerdict, ...] = ()
    """Of each run, in order."""

    @classmethod
    def of(cls, execution: Execution) -> ExecuteAnswer:
        """With the plain verdict."""
        whole = judge_plain(execution)
        single = (judge_plain(msgspec.structs.replace(execution, runs=(run,))) for run in execution.runs)
        return cls(
            **execution_fields(execution),
            verdict=whole.verdict,
            reason=whole.reason,
            verdicts=tuple(RunVerdict(verdict=each.verdict, reason=each.reason) for each in single),
        )


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """The code that was found in an answer."""

    code: str
    """What was judged."""
    how: str
    """The rule that chose it."""
    flaw: str
    """What is wrong with the answer itself: no code, refusal, truncated; mostly empty."""

    @classmethod
    def of(cls, extraction: Extraction) -> Found:
        """What there is to tell."""
        return cls(code=extraction.code, how=extraction.how, flaw=extraction.flaw)


class JudgeAnswer(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="judgement"):
    """The verdict of a solution by tests or cases."""

    verdict: Verdict
    """What it earned."""
    reason: str
    """Why, in a few words; empty for a plain pass."""
    judged: bool
    """Always true."""
    place: Place | None
    """Where it failed, when that can be known."""
    message: str
    """What the failed check or the error said."""
    tests: tuple[TestResult, ...]
    """The single tests or cases, where they can be told apart."""
    canary: tuple[CanaryRun, ...]
    """The runs with altered tests; empty where none were made."""
    evidence: Evidence | None
    """What stands behind a pass by tests: full, sampled or completion."""
    execution: ExecutionRecord
    """What happened."""
    found: Found | UnsetType = UNSET
    """Only there if the solution was looked for in an answer."""

    @classmethod
    def of(cls, judgement: Judgement, found: Extraction | None = None) -> JudgeAnswer:
        """The judgement, and the code if it was looked for."""
        return cls(
            verdict=judgement.verdict,
            reason=judgement.reason,
            judged=judgement.judged,
            place=judgement.place,
            message=judgement.message,
            tests=judgement.tests,
            canary=judgement.canary,
            evidence=judgement.evidence,
            execution=ExecutionRecord.of(judgement.execution),
            found=Found.of(found) if found else UNSET,
        )


class ProblemAnswer(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="problem"):
    """The verdict of a solution by all test sets of a problem."""

    verdict: Verdict
    """That of the first test set that it did not pass."""
    reason: str
    """The reason of that set."""
    failed: str
    """Name of that set."""
    sets: Mapping[str, SetJudgement]
    """Name of a test set → what it said."""
    toolchain: str
    """What it was judged with."""
    judged: bool = True
    """Always true."""
    found: Found | UnsetType = UNSET
    """Only there if the solution was looked for in an answer."""

    @classmethod
    def of(cls, judgement: SolutionJudgement, found: Extraction | None = None) -> ProblemAnswer:
        """The judgement, and the code if it was looked for."""
        return cls(
            verdict=judgement.verdict,
            reason=judgement.reason,
            failed=judgement.failed,
            sets=judgement.sets,
            toolchain=judgement.toolchain,
            found=Found.of(found) if found else UNSET,
        )


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """Why there is no answer. Never a verdict."""

    error: str
    """One line."""
    hint: str
    """What to do about it."""
    status: int
    """The status of HTTP; a line of a batch has no other."""
    defect: Defect | UnsetType = UNSET
    """What is wrong with the tests, if they can judge nobody."""
    retry_after_s: float | UnsetType = UNSET
    """When to try again, if there is no room now."""


class BatchLine(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one item of a batch."""

    id: str
    """The item's."""
    ok: ExecuteAnswer | JudgeAnswer | ProblemAnswer | UnsetType = UNSET
    """As /v1/execute or /v1/judge would answer."""
    error: Failure | UnsetType = UNSET
    """Why there is none."""


class LanguageAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A language whose toolchain is here."""

    id: str
    """The name used everywhere."""
    name: str
    """The name for people."""
    toolchain: str
    """Name and version."""
    aliases: tuple[str, ...]
    """Further names by which it can be asked for."""
    source: str
    """File name of the main source."""
    builds: bool
    """Whether programs are built before they run."""
    tests: bool
    """Whether solutions can be judged by tests; by cases they always can."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the server lives, and whether it takes work."""

    status: str
    """ok, or why not."""


class Version(msgspec.Struct, frozen=True, kw_only=True):
    """What this is."""

    name: str
    """Of the program."""
    version: str
    """Its version."""
    schema: int
    """Version of the records of executions."""
