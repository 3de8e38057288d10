"""What every format of samples is read into."""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec

from benchwright.problems import Problem


class SampleRow(msgspec.Struct, frozen=True, kw_only=True):
    """The samples of one row: one or several answers to one problem."""

    problem: str = ""
    """The problem's id; empty where the row has none."""
    content: str = ""
    """Else what the problem is known by: `content_key` of its question and tests."""
    texts: tuple[str, ...]
    """The answers; none where the row says that there is none."""
    kind: Literal["answer", "completion", "solution"]
    """What they are: answers to the question, completions of the prefix, solutions as they stand."""
    sample: int | None = None
    """Which sample the first is; None: the next."""
    turn: int = 1
    """Which attempt, counted from 1."""
    finish_reason: str = ""
    """Why the model stopped, if told."""
    may_be_empty: bool = False
    """Whether an answer without any text is known to be one."""


def texts_of(given: str | tuple[str, ...]) -> tuple[str, ...]:
    """Where a field holds one text or a list of them."""
    return (given,) if isinstance(given, str) else given


def content_key(language: str, question: str, full_tests: str) -> str:
    """Knows a problem by what it says."""
    return hashlib.sha256("\0".join((language, question, full_tests)).encode(errors="surrogateescape")).hexdigest()


def content_key_of(problem: Problem) -> str:
    """That of a problem."""
    return content_key(problem.language, problem.question, problem.tests.get("full", ""))
