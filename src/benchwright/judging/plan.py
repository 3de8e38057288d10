"""The TestPlan: what running the reference revealed about a problem's tests."""

from __future__ import annotations

import hashlib
from typing import Literal, get_args

import msgspec

from benchwright.errors import UsageError

PLAN_SCHEMA = 1


class CanarySite(msgspec.Struct, frozen=True, kw_only=True):
    """A place in the tests where changing one value makes a correct solution fail."""

    start: int
    """First byte of the replaced range, in the tests encoded as UTF-8."""
    end: int
    """First byte after the range."""
    replacement: str
    """Text that replaces the range."""
    line: int
    """Line of the site in the tests, counted from 1."""
    idiom: str
    """The kind of check it belongs to, such as `assert`."""


class PlannedCheck(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the reference did with one check of the tests."""

    line: int
    """Line the check starts on, counted from 1."""
    runs: int = 0
    """How often the reference ran it outside the call of another check."""
    inside: bool = False
    """Whether the reference ran it inside the call of another check, in which case it counts for both."""
    steady: bool = False
    """Whether every correct solution runs it equally often."""
    option: int = -1
    """Index of the option whose alteration the reference notices every time; -1 if there is none."""
    hard: bool = False
    """Whether it stays as written because the reference cannot run it soft."""


class PlannedRow(msgspec.Struct, frozen=True, kw_only=True):
    """Effect on the reference of an altered table row, or of an altered check that other checks notice."""

    row: int
    """Index of the row, counted across all tables."""
    fails: tuple[tuple[int, int], ...]
    """What fails: pairs of a check and the number of its runs. It is not recorded which runs those are, because not
    every table has an order."""
    joint: bool = False
    """Whether the same runs fail if other rows of the table are altered too, as in `sum(f(x) == y for x, y in cases) ==
    len(cases)`. Such rows are altered one at a time: one would hide another."""


class SoftPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What the reference did with soft checks."""

    names: tuple[str, ...]
    """Names the reference defines: values that come from them are never altered."""
    layout: str
    """Fingerprint of the checks that were found."""
    checks: tuple[PlannedCheck, ...]
    """All checks of the tests, in text order."""
    rows: tuple[PlannedRow, ...] = ()
    """Table rows whose alteration is noticed."""
    distant: tuple[PlannedRow, ...] = ()
    """Checks (their index is in `row`) whose first option is noticed by other checks, such as a final check of a
    counter."""

    @property
    def ran(self) -> int:
        """Number of checks that the reference ran."""
        return sum(1 for check in self.checks if check.runs or check.inside)

    @property
    def idle(self) -> bool:
        """Whether there are checks but none of them ran."""
        return bool(self.checks) and not self.ran and not any(check.hard for check in self.checks)

    @property
    def alterable(self) -> int:
        """Number of alterations that the reference notices."""
        return sum(1 for check in self.checks if check.option >= 0 and check.runs) + len(self.rows) + len(self.distant)

    @property
    def idle_lines(self) -> tuple[int, ...]:
        """Lines of the checks that never ran."""
        return tuple(check.line for check in self.checks if not (check.runs or check.inside or check.hard))


Evidence = Literal["full", "sampled", "completion"]
"""How thoroughly a pass was confirmed.

`full`: all checks ran soft, and failed exactly where they were altered. `sampled`: some altered values, one at a time,
made the tests fail. `completion`: the tests ran to completion.
"""

EVIDENCE: tuple[Evidence, ...] = get_args(Evidence)
"""All kinds of evidence, the strongest first."""


class TestPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What is known about one test set of a problem; stored with the problem."""

    __test__ = False

    language: str
    """Language id of the tests."""
    entry: Literal["text", "call", "framework"]
    """How the tests start: as text, by a call, or by a framework."""
    framework: str
    """Name of the test framework; empty if there is none."""
    completions: int
    """Number of tests that the reference completed."""
    skipped: int
    """Number of tests skipped when the reference ran."""
    tests: tuple[str, ...]
    """Names of the tests that the reference passed; empty if they are not reported individually."""
    sites: tuple[CanarySite, ...]
    """Where a changed value made the reference fail. If empty, passes cannot be confirmed this way."""
    silent: tuple[str, ...]
    """Styles of assertion that would pass silently and were made to fail."""
    toolchain: str
    """Version of the toolchain used for calibration."""
    digest: str
    """Fingerprint of the tests: a plan is valid for these tests only."""
    soft: SoftPlan | None = None
    """What the reference did with soft checks; None if the checks cannot be made soft."""
    schema: int = PLAN_SCHEMA
    """Schema version of this record."""

    @property
    def alterations(self) -> int:
        """Number of alterations of the tests that the reference notices."""
        return self.soft.alterable if self.soft is not None and self.soft.alterable else len(self.sites)

    @property
    def evidence(self) -> Evidence:
        """The strongest evidence that a pass under this plan can have."""
        if self.soft is not None and self.soft.alterable:
            return "full"
        return "sampled" if self.sites else "completion"


class Defect(msgspec.Struct, frozen=True, kw_only=True):
    """Why a problem's tests cannot judge solutions."""

    reason: Literal[
        "no tests", "no reference", "reference fails", "tests did not run", "nothing can fail", "checker fails"
    ]
    """The kind of defect, one of a fixed set."""
    detail: str
    """Details about the defect, for people."""


def tests_digest(tests: str) -> str:
    """Compute the fingerprint of a test set's text."""
    return hashlib.sha256(tests.encode(errors="surrogateescape")).hexdigest()


class ProblemDefect(UsageError):
    """Raised if the tests cannot judge solutions. It is the fault of the problem's author, never of a solution."""

    def __init__(self, defect: Defect) -> None:
        super().__init__(
            f"the tests cannot judge solutions: {defect.reason}: {defect.detail}", "fix the tests or the reference"
        )
        self.defect = defect
