"""Records of one problem, with every answer to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class Where(msgspec.Struct, frozen=True, kw_only=True):
    """A line in the solution or the tests."""

    part: str
    """Either solution or tests."""
    line: int
    """Line number, starting at 1."""


class SingleTest(msgspec.Struct, frozen=True, kw_only=True):
    """Result of one test, if tests can be distinguished."""

    name: str
    """Name of the test."""
    status: str
    """Either passed, failed or skipped."""
    place: Where | None
    """Where it failed, if known."""
    message: str
    """Message of the failure."""


class JudgedSet(msgspec.Struct, frozen=True, kw_only=True):
    """Judgement of an answer by one test set."""

    verdict: str
    """Verdict of this test set."""
    reason: str
    """Short reason; empty for a plain pass."""
    place: Where | None
    """Where it failed, if known."""
    message: str
    """Message of the failed check or the error."""
    stdout: str
    """Standard output, as far as it was kept."""
    stderr: str
    """Standard error, as far as it was kept."""
    tests: tuple[SingleTest, ...]
    """Results of individual tests, if they can be distinguished."""
    canaries: int
    """Number of runs with altered tests, made to confirm a pass."""
    wall_s: float
    """Wall-clock seconds of build and runs together."""
    memory_bytes: int
    """Peak memory in bytes."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One turn of one sample of one model."""

    model: str
    """Key of the model."""
    sample: int
    """Sample number, starting at 0."""
    turn: int
    """Turn number, starting at 1."""
    state: str
    """Either scored, unscored, defect or unanswered."""
    why: str
    """Why it has no verdict; empty if it has one."""
    raw: str
    """The model's unprocessed answer; truncated if very long."""
    reasoning: str
    """Reasoning that came separately from the answer; truncated if very long."""
    code: str
    """Code that was judged; truncated if very long."""
    cut: bool
    """Whether a text was truncated."""
    how: str
    """How the code was found in the answer."""
    repairs: tuple[str, ...]
    """Repairs made to the extracted code."""
    flaw: str
    """Flaw of the answer itself; usually empty."""
    finish_reason: str
    """Why the model stopped, as its provider reports it."""
    verdict: str
    """Verdict; empty unless scored."""
    reason: str
    """Short reason; empty for a plain pass."""
    failed: str
    """First test set that it did not pass."""
    failure: str
    """Failure class; empty for a pass."""
    sets: Mapping[str, JudgedSet]
    """Name of a test set → its judgement."""
    toolchain: str
    """Toolchain that was used, with its version."""
    prompt_tokens: int | None
    """Tokens in the prompt; None if unknown."""
    completion_tokens: int | None
    """Tokens in the completion; None if unknown."""
    cost_usd: float | None
    """Cost in US dollars; None if unknown."""
    answer_s: float | None
    """Seconds that the model took; None if unknown."""
    rerun: str
    """Shell command that re-judges it."""


class ProblemCase(msgspec.Struct, frozen=True, kw_only=True):
    """One input and the expected output."""

    stdin: str
    """Text for standard input."""
    stdout: str
    """Text expected on standard output."""
    args: tuple[str, ...]
    """Command-line arguments of the program."""


class ProblemDetails(msgspec.Struct, frozen=True, kw_only=True):
    """`problems/NUMBER`: the page of one problem. The number is its index in `Problems.ids`."""

    id: str
    """Id of the problem."""
    language: str
    """Id of the language, also for syntax highlighting."""
    question: str
    """Question to the solver, in Markdown."""
    reference: str
    """Source code of the reference."""
    tests: Mapping[str, str]
    """Name of a test set → its text."""
    cases: Mapping[str, tuple[ProblemCase, ...]]
    """Name of a test set → its inputs and outputs."""
    prefix: str
    """Code before the part to write."""
    suffix: str
    """Code after the part to write."""
    entry_point: str
    """Name that the tests call."""
    difficulty: str
    """Label: easy, medium, hard or empty."""
    tags: tuple[str, ...]
    """Topics of the problem."""
    libraries: tuple[str, ...]
    """Packages that it needs."""
    environment: str
    """Package environment to run in; empty: none."""
    lineage: Mapping[str, Any]
    """Origin of the problem, in free form."""
    evidence: Mapping[str, Any]
    """Evidence about the problem, in free form."""
    solved: float | None
    """Mean pass rate of the models; None if unknown."""
    correlation: float | None
    """Correlation with the rest score, a measure of how well it separates models; None if unknown."""
    answers: tuple[Answer, ...]
    """Every answer, by model, sample and turn."""
