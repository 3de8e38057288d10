"""The TestPlan: what is known about a problem's tests from running the reference against them."""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec

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
    schema: int = PLAN_SCHEMA
    """Version of this record."""


class Defect(msgspec.Struct, frozen=True, kw_only=True):
    """Why a problem's tests cannot judge anybody."""

    reason: Literal["no tests", "no reference", "reference fails", "nothing can fail", "checker fails"]
    """What is wrong."""
    detail: str
    """More about it."""


def tests_digest(tests: str) -> str:
    """Fingerprint of a tests' text."""
    return hashlib.sha256(tests.encode(errors="surrogateescape")).hexdigest()
