"""Records of human reviews of problems, which are kept with the job, and their summary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from benchwright.report.site.problem_page import JudgedSet, ProblemCase

REVIEW_SCHEMA = 1

Decision = Literal["accepted", "rejected", "corrected", "open"]


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One run of a reviewer's own solution against the tests."""

    code: str
    """Code that was run."""
    verdict: str
    """Verdict on the attempt."""
    at: str
    """Time of the run in UTC."""


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """One person's review of one problem; only the latest version is kept."""

    problem: str
    """Id of the problem."""
    reviewer: str
    """Name of the reviewer."""
    decision: Decision = "open"
    """Decision about the problem; `open` while undecided."""
    difficulty: int | None = None
    """Rating from 1 (trivial) to 5 (hard for a professional); None: not rated."""
    clarity: int | None = None
    """Rating from 1 (cannot be understood) to 5 (no questions); None: not rated."""
    test_quality: int | None = None
    """Rating from 1 (meaningless) to 5 (correct, and nothing wrong passes); None: not rated."""
    external_help: bool = False
    """Whether other sources were needed to solve it."""
    note: str = ""
    """Free text by the reviewer."""
    corrections: Mapping[str, str] = {}
    """Field of the problem (question, reference, tests.NAME) → corrected text."""
    attempts: tuple[Attempt, ...] = ()
    """Attempts of the reviewer, in order."""
    shown_after: int | None = None
    """Number of attempts made before the reference was shown; None if it was not. Later attempts prove nothing."""
    draft: str = ""
    """Solution that the reviewer is writing."""
    at: str = ""
    """Time of the last change, in UTC."""
    schema: int = REVIEW_SCHEMA
    """Schema version of this record."""


class ReviewItem(msgspec.Struct, frozen=True, kw_only=True):
    """A problem in the list of a review."""

    number: int
    """Position in the list."""
    id: str
    """Id of the problem."""
    language: str
    """Id of the language."""
    title: str
    """One-line summary of the question."""
    decision: Decision
    """Decision of this reviewer."""
    solved: bool
    """Whether one of this reviewer's attempts passed."""


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """Distribution of a five-point rating."""

    counts: tuple[int, int, int, int, int]
    """How often 1, 2, 3, 4 and 5 were given."""
    mean: float | None
    """Mean rating; None without ratings."""


class ReviewSummary(msgspec.Struct, frozen=True, kw_only=True):
    """Summary of all reviews, in the terms of the published human study."""

    problems: int
    """Number of problems in the job."""
    reviewed: int
    """Problems with a decision or rating by any reviewer."""
    reviewers: tuple[str, ...]
    """Names of the reviewers."""
    decisions: Mapping[str, int]
    """Decision → number of reviews."""
    tried: int
    """Problems that any reviewer tried to solve."""
    solved: int
    """Problems that any reviewer solved."""
    solved_after: tuple[int, ...]
    """Problems solved within one attempt, two, three …"""
    with_external_help: int
    """Attempted problems for which any reviewer needed other sources."""
    difficulty: Spread
    """Ratings from 1 (trivial) to 5."""
    clarity: Spread
    """Ratings from 1 to 5."""
    test_quality: Spread
    """Ratings from 1 to 5."""
    corrected: tuple[str, ...]
    """Ids of problems that any reviewer corrected."""
    rejected: tuple[str, ...]
    """Ids of problems that any reviewer rejected."""


class StudyRow(msgspec.Struct, frozen=True, kw_only=True):
    """One number of a review next to that of the published human study."""

    name: str
    """Description of what is counted."""
    part: int
    """Number that it applies to."""
    whole: int
    """Number that it is a part of."""
    published: float | None
    """Published percentage; None if the study has no such number."""


class ReviewOverview(msgspec.Struct, frozen=True, kw_only=True):
    """Summary of all reviews, next to published numbers."""

    job: str
    """Name of the job or benchmark."""
    summary: ReviewSummary
    """Numbers of this review."""
    study: tuple[StudyRow, ...]
    """Numbers that the study published too."""
    source: str
    """Citation of the published numbers."""


class ReviewList(msgspec.Struct, frozen=True, kw_only=True):
    """Data that the page loads first."""

    job: str
    """Name of the job or benchmark."""
    kind: str
    """Either generation, evaluation or benchmark."""
    reviewer: str
    """Name of the reviewer."""
    items: tuple[ReviewItem, ...]
    """Every problem, in order."""


class ReviewProblem(msgspec.Struct, frozen=True, kw_only=True):
    """One problem as a reviewer sees it. The reference is requested separately."""

    number: int
    """Position in the list."""
    id: str
    """Id of the problem."""
    language: str
    """Id of the language, also for syntax highlighting."""
    question: str
    """Question to the solver, in Markdown."""
    starter: str
    """Initial code: the given code with a gap, or empty."""
    start_line: int
    """Line at which the solver's code belongs, starting at 1."""
    tests: Mapping[str, str]
    """Name of a test set → its text."""
    cases: Mapping[str, tuple[ProblemCase, ...]]
    """Name of a test set → its inputs and outputs."""
    difficulty: str
    """Label from the job: easy, medium, hard or empty."""
    tags: tuple[str, ...]
    """Topics of the problem."""
    libraries: tuple[str, ...]
    """Packages that it needs."""
    entry_point: str
    """Name that the tests call."""
    has_reference: bool
    """Whether there is a reference to show."""
    review: Review
    """This reviewer's review so far."""


class ReviewChange(msgspec.Struct, frozen=True, kw_only=True):
    """A save request from the page, with every editable field."""

    problem: str
    """Id of the problem."""
    decision: Decision
    """Decision, with the meaning it has in Review."""
    difficulty: int | None
    """Rating from 1 to 5; None: not rated."""
    clarity: int | None
    """Rating from 1 to 5; None: not rated."""
    test_quality: int | None
    """Rating from 1 to 5; None: not rated."""
    external_help: bool
    """Whether other sources were needed."""
    note: str
    """Free text by the reviewer."""
    corrections: Mapping[str, str]
    """Field of the problem → corrected text."""
    draft: str
    """Solution that the reviewer is writing."""


class ReviewRun(msgspec.Struct, frozen=True, kw_only=True):
    """A request to judge a solution."""

    problem: str
    """Id of the problem."""
    code: str
    """Complete source code of the solution."""


class RunResult(msgspec.Struct, frozen=True, kw_only=True):
    """Judgement of a reviewer's solution."""

    verdict: str
    """Verdict of the first test set that did not pass, else `passed`."""
    reason: str
    """Short reason; empty for a plain pass."""
    failed: str
    """Name of that test set; empty for a pass."""
    sets: Mapping[str, JudgedSet]
    """Name of a test set → its judgement."""
    toolchain: str
    """Toolchain that was used, with its version."""
    review: Review
    """Review including this attempt."""


class ReviewCheck(msgspec.Struct, frozen=True, kw_only=True):
    """Corrections to check before saving."""

    problem: str
    """Id of the problem."""
    corrections: Mapping[str, str]
    """Field of the problem → corrected text."""


class CheckResult(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a corrected problem is sound: the reference passes, and wrong solutions do not."""

    sound: bool
    """Whether the corrected problem is sound."""
    findings: tuple[str, ...]
    """Readable descriptions of what is wrong."""


class ShownReference(msgspec.Struct, frozen=True, kw_only=True):
    """The reference, for a reviewer who asked for it."""

    reference: str
    """Source code of the reference."""
    review: Review
    """Review that records that it was shown."""
