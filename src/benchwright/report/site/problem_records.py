"""The data file of one problem, with every answer to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class Where(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the solution or of the tests."""

    part: str
    """solution or tests."""
    line: int
    """Counted from 1."""


class SingleTest(msgspec.Struct, frozen=True, kw_only=True):
    """One test, where tests can be told apart."""

    name: str
    """As the tests name it."""
    status: str
    """passed, failed or skipped."""
    place: Where | None
    """Where it failed."""
    message: str
    """What the failure said."""


class JudgedSet(msgspec.Struct, frozen=True, kw_only=True):
    """What one test set said of an answer."""

    verdict: str
    """What it earned."""
    reason: str
    """Why, in a few words."""
    place: Where | None
    """Where it failed."""
    message: str
    """What the failed check or the error said."""
    stdout: str
    """As it was kept."""
    stderr: str
    """As it was kept."""
    tests: tuple[SingleTest, ...]
    """Single tests."""
    canaries: int
    """Canary runs that were made."""
    wall_s: float
    """Time of build and runs."""
    memory_bytes: int
    """Most memory at once."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One turn of one sample of one model."""

    model: str
    """Key of the model."""
    sample: int
    """Counted from 0."""
    turn: int
    """Counted from 1."""
    state: str
    """scored, unscored, defect or unanswered."""
    why: str
    """Why it has no verdict."""
    raw: str
    """The answer as it came; cut where it is very long."""
    reasoning: str
    """What was set apart as reasoning."""
    code: str
    """What was judged; cut where it is very long."""
    cut: bool
    """Whether a text was cut."""
    how: str
    """How the code was found in the answer."""
    repairs: tuple[str, ...]
    """What was mended in it."""
    flaw: str
    """What is wrong with the answer itself."""
    finish_reason: str
    """Why the model stopped."""
    verdict: str
    """Empty unless scored."""
    reason: str
    """Why, in a few words."""
    failed: str
    """The first test set that it did not pass."""
    failure: str
    """Its failure class."""
    sets: Mapping[str, JudgedSet]
    """Test set → what it said."""
    toolchain: str
    """What it was judged with."""
    prompt_tokens: int | None
    """Read."""
    completion_tokens: int | None
    """Written."""
    cost_usd: float | None
    """What it cost."""
    answer_s: float | None
    """How long the model took."""
    rerun: str
    """The command that judges it again."""


class ProblemCase(msgspec.Struct, frozen=True, kw_only=True):
    """One input and what must be printed."""

    stdin: str
    """Standard input."""
    stdout: str
    """What is expected."""
    args: tuple[str, ...]
    """Arguments."""


class ProblemDetails(msgspec.Struct, frozen=True, kw_only=True):
    """`problems/NUMBER`, where the number is the place in `Problems.ids`: the page of one problem."""

    id: str
    """Its name."""
    language: str
    """Language id, also for the highlighter."""
    question: str
    """What the solver is asked, in Markdown."""
    reference: str
    """The solution that is known to be right."""
    tests: Mapping[str, str]
    """Test set → its text."""
    cases: Mapping[str, tuple[ProblemCase, ...]]
    """Test set → inputs and outputs."""
    prefix: str
    """Code before what is asked for."""
    suffix: str
    """Code after it."""
    entry_point: str
    """What the tests call."""
    difficulty: str
    """easy, medium, hard or empty."""
    tags: tuple[str, ...]
    """What it is about."""
    libraries: tuple[str, ...]
    """Packages that it needs."""
    environment: str
    """Package set to run with."""
    lineage: Mapping[str, Any]
    """Where it comes from; free in form."""
    evidence: Mapping[str, Any]
    """What was proven of it; free in form."""
    solved: float | None
    """Mean pass rate of the models."""
    correlation: float | None
    """With the rest score: how well it tells models apart."""
    answers: tuple[Answer, ...]
    """By model, sample, turn."""
