"""What people say of generated problems: the records that are kept with the job, and their summary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from benchwright.report.site.problem_records import JudgedSet, ProblemCase

REVIEW_SCHEMA = 1

Decision = Literal["accepted", "rejected", "corrected", "open"]


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One run of a reviewer's own answer against the tests."""

    code: str
    """What was run."""
    verdict: str
    """What it earned."""
    at: str
    """When, in UTC."""


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """What one person says of one problem; the last word of that person counts."""

    problem: str
    """Id of the problem."""
    reviewer: str
    """Who."""
    decision: Decision = "open"
    """What is to become of the problem."""
    difficulty: int | None = None
    """1 (trivial) to 5 (hard for a professional)."""
    clarity: int | None = None
    """1 (cannot be understood) to 5 (nothing to ask)."""
    test_quality: int | None = None
    """1 (say nothing) to 5 (right, and nothing wrong passes)."""
    external_help: bool = False
    """Whether other sources were needed to solve it."""
    note: str = ""
    """Anything else."""
    corrections: Mapping[str, str] = {}
    """Field of the problem → its text as the reviewer would have it: question, reference, tests.NAME."""
    attempts: tuple[Attempt, ...] = ()
    """The reviewer's answers, in order."""
    shown_after: int | None = None
    """So many attempts were made before the reference was shown; None while it was not. Later ones prove nothing."""
    draft: str = ""
    """The answer that the reviewer is writing."""
    at: str = ""
    """When it was last changed, in UTC."""
    schema: int = REVIEW_SCHEMA
    """Version of this record."""


class ReviewItem(msgspec.Struct, frozen=True, kw_only=True):
    """A problem in the list of a review."""

    number: int
    """Place in the list."""
    id: str
    """Of the problem."""
    language: str
    """Language id."""
    title: str
    """What it asks, in a line."""
    decision: Decision
    """Of this reviewer."""
    solved: bool
    """Whether an attempt of this reviewer passed."""


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """How a five-point rating came out."""

    counts: tuple[int, int, int, int, int]
    """How often 1, 2, 3, 4, 5 was given."""
    mean: float | None
    """None where nobody rated."""


class ReviewSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A review as a whole, in the terms of the published human study."""

    problems: int
    """In the job."""
    reviewed: int
    """With a decision or a rating by anybody."""
    reviewers: tuple[str, ...]
    """Who took part."""
    decisions: Mapping[str, int]
    """Decision → reviews."""
    tried: int
    """Problems that somebody tried to solve."""
    solved: int
    """Of those, solved by anybody."""
    solved_after: tuple[int, ...]
    """Problems solved within one try, two, three …"""
    with_external_help: int
    """Problems for which somebody needed other sources, of those tried."""
    difficulty: Spread
    """1 (trivial) to 5."""
    clarity: Spread
    """1 to 5."""
    test_quality: Spread
    """1 to 5."""
    corrected: tuple[str, ...]
    """Problems that somebody corrected."""
    rejected: tuple[str, ...]
    """Problems that somebody rejected."""


class StudyRow(msgspec.Struct, frozen=True, kw_only=True):
    """One number of a review beside that of the published human study."""

    name: str
    """What is counted."""
    part: int
    """How many."""
    whole: int
    """Of how many."""
    published: float | None
    """Percent; None where the study has no such number."""


class ReviewOverview(msgspec.Struct, frozen=True, kw_only=True):
    """A review as a whole, beside what was published."""

    job: str
    """What is reviewed."""
    summary: ReviewSummary
    """Its numbers."""
    study: tuple[StudyRow, ...]
    """Those that can be compared."""
    source: str
    """Where the published ones stand."""


class ReviewList(msgspec.Struct, frozen=True, kw_only=True):
    """What the page begins with."""

    job: str
    """What is reviewed."""
    kind: str
    """generation, evaluation or benchmark."""
    reviewer: str
    """Who reviews."""
    items: tuple[ReviewItem, ...]
    """All problems."""


class ReviewProblem(msgspec.Struct, frozen=True, kw_only=True):
    """One problem, as a reviewer sees it. The reference is asked for apart."""

    number: int
    """Place in the list."""
    id: str
    """Its name."""
    language: str
    """Language id, also for the highlighter."""
    question: str
    """What the solver is asked, in Markdown."""
    starter: str
    """What an answer begins with: the given code with a hole, or nothing."""
    start_line: int
    """Line at which the solver's own code belongs, counted from 1."""
    tests: Mapping[str, str]
    """Test set → its text."""
    cases: Mapping[str, tuple[ProblemCase, ...]]
    """Test set → inputs and outputs."""
    difficulty: str
    """easy, medium, hard or empty, as the job says."""
    tags: tuple[str, ...]
    """What it is about."""
    libraries: tuple[str, ...]
    """Packages that it needs."""
    entry_point: str
    """What the tests call."""
    has_reference: bool
    """Whether there is a reference to show."""
    review: Review
    """What this reviewer has said so far."""


class ReviewChange(msgspec.Struct, frozen=True, kw_only=True):
    """What the page sends when a reviewer changed something: all that can be changed."""

    problem: str
    """Id of the problem."""
    decision: Decision
    """As in the review, like all that follows."""
    difficulty: int | None
    """1 to 5."""
    clarity: int | None
    """1 to 5."""
    test_quality: int | None
    """1 to 5."""
    external_help: bool
    """Whether other sources were needed."""
    note: str
    """Anything else."""
    corrections: Mapping[str, str]
    """Field → text."""
    draft: str
    """The answer so far."""


class ReviewRun(msgspec.Struct, frozen=True, kw_only=True):
    """An answer to run."""

    problem: str
    """Id of the problem."""
    code: str
    """The whole solution."""


class RunResult(msgspec.Struct, frozen=True, kw_only=True):
    """What came of an answer."""

    verdict: str
    """Of the first test set that it did not pass."""
    reason: str
    """Why, in a few words."""
    failed: str
    """Name of that set."""
    sets: Mapping[str, JudgedSet]
    """Test set → what it said."""
    toolchain: str
    """What it was judged with."""
    review: Review
    """With this attempt."""


class ReviewCheck(msgspec.Struct, frozen=True, kw_only=True):
    """Corrections to check before they are kept."""

    problem: str
    """Id of the problem."""
    corrections: Mapping[str, str]
    """Field → text."""


class CheckResult(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a corrected problem is sound: the reference passes, nothing else does."""

    sound: bool
    """Whether it is."""
    findings: tuple[str, ...]
    """What is wrong, for people."""


class ShownReference(msgspec.Struct, frozen=True, kw_only=True):
    """The reference, for a reviewer who asked for it."""

    reference: str
    """Its text."""
    review: Review
    """Which remembers that it was shown."""
