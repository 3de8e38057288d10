"""What people say of generated problems: the records that are kept with the job, and their summary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

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
