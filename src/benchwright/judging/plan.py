"""The TestPlan: what is known about a problem's tests from running the reference against them."""

from __future__ import annotations

import hashlib
from typing import Literal, get_args

import msgspec

from benchwright.errors import UsageError

PLAN_SCHEMA = 1


class CanarySite(msgspec.Struct, frozen=True, kw_only=True):
    """A place in the tests where one changed value makes a right solution fail."""

    start: int
    """First byte of what is replaced, in the tests' text as UTF-8."""
    end: int
    """Its end."""
    replacement: str
    """What to put there."""
    line: int
    """The line, counted from 1."""
    idiom: str
    """The kind of check that it is in."""


class PlannedCheck(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the reference did with one check of the tests."""

    line: int
    """The line it starts in, counted from 1."""
    runs: int = 0
    """How often the reference ran it on its own."""
    inside: bool = False
    """Whether the reference ran it inside the call of another check, which counts for both."""
    steady: bool = False
    """Whether every right solution runs it equally often."""
    option: int = -1
    """Which of its options the reference notices every time; -1: none."""
    hard: bool = False
    """Whether it is left as it was written, as the reference cannot run it soft."""


class PlannedRow(msgspec.Struct, frozen=True, kw_only=True):
    """What an altered row of a table of cases, or a check that is noticed elsewhere, does to the reference."""

    row: int
    """Which row, counted over all tables."""
    fails: tuple[tuple[int, int], ...]
    """What fails: check, and how many of its runs. Which of them is left open: not every table has an order."""


class SoftPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What the reference did with soft checks."""

    names: tuple[str, ...]
    """What the reference defines: values that come from these are never altered."""
    layout: str
    """Fingerprint of the checks that were found."""
    checks: tuple[PlannedCheck, ...]
    """All checks of the tests, in the order of the text."""
    rows: tuple[PlannedRow, ...] = ()
    """The rows of tables whose alteration is noticed."""
    distant: tuple[PlannedRow, ...] = ()
    """Checks (by number, as `row`) whose first option is noticed by other checks, such as a last look at a counter."""

    @property
    def ran(self) -> int:
        """How many of the checks the reference ran."""
        return sum(1 for check in self.checks if check.runs or check.inside)

    @property
    def idle(self) -> bool:
        """Whether there are checks and none of them ran."""
        return bool(self.checks) and not self.ran and not any(check.hard for check in self.checks)

    @property
    def alterable(self) -> int:
        """How many alterations the reference notices."""
        return sum(1 for check in self.checks if check.option >= 0) + len(self.rows) + len(self.distant)

    @property
    def idle_lines(self) -> tuple[int, ...]:
        """Lines of the checks that never ran."""
        return tuple(check.line for check in self.checks if not (check.runs or check.inside or check.hard))


Evidence = Literal["full", "sampled", "completion"]
"""What stands behind a pass. full: all checks ran soft, and failed exactly where they were altered. sampled: some
altered values, one at a time, made the tests fail. completion: the tests came to their end."""

EVIDENCE: tuple[Evidence, ...] = get_args(Evidence)
"""The strongest first."""


class TestPlan(msgspec.Struct, frozen=True, kw_only=True):
    """One per problem and test set, stored with the problem."""

    __test__ = False

    language: str
    """Language id."""
    entry: Literal["text", "call", "framework"]
    """How the tests start."""
    framework: str
    """Its name, where one runs them."""
    completions: int
    """How many tests the reference completed."""
    skipped: int
    """How many were skipped with it."""
    tests: tuple[str, ...]
    """Names of the tests that passed with it, where they can be told apart."""
    sites: tuple[CanarySite, ...]
    """Where a changed value was seen to make the reference fail; empty: no canary is possible."""
    silent: tuple[str, ...]
    """Styles of assertion that would pass silently and were made to fail."""
    toolchain: str
    """What it was calibrated with."""
    digest: str
    """Fingerprint of the tests' text: a plan serves these tests alone."""
    soft: SoftPlan | None = None
    """What the reference did with soft checks; None where checks cannot be made soft."""
    schema: int = PLAN_SCHEMA
    """Version of this record."""

    @property
    def alterations(self) -> int:
        """How many alterations of the tests the reference notices."""
        return self.soft.alterable if self.soft is not None and self.soft.alterable else len(self.sites)

    @property
    def evidence(self) -> Evidence:
        """What a pass by this plan can be backed with."""
        if self.soft is not None and self.soft.alterable:
            return "full"
        return "sampled" if self.sites else "completion"


class Defect(msgspec.Struct, frozen=True, kw_only=True):
    """Why a problem's tests cannot judge anybody."""

    reason: Literal[
        "no tests", "no reference", "reference fails", "tests did not run", "nothing can fail", "checker fails"
    ]
    """What is wrong."""
    detail: str
    """More about it."""


def tests_digest(tests: str) -> str:
    """Fingerprint of a tests' text."""
    return hashlib.sha256(tests.encode(errors="surrogateescape")).hexdigest()


class ProblemDefect(UsageError):
    """The tests can judge nobody: the fault of whoever made them, and never of a solution."""

    def __init__(self, defect: Defect) -> None:
        super().__init__(
            f"the tests cannot judge anybody: {defect.reason}: {defect.detail}", "fix the tests or the reference"
        )
        self.defect = defect
