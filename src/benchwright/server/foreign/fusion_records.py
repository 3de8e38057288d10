"""The bodies of SandboxFusion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec


class RunCode(msgspec.Struct, frozen=True, kw_only=True):
    """A program."""

    code: str
    """Its main file."""
    language: str
    """SandboxFusion's name of the language, or any of ours."""
    stdin: str | None = None
    """All of standard input."""
    compile_timeout: float | None = None
    """Seconds on the clock. None: as long as the language's compiler may need."""
    run_timeout: float = 10.0
    """Seconds on the clock."""
    memory_limit_MB: int = -1  # noqa: N815
    """MiB of the whole tree. -1: the language's own limit."""
    files: Mapping[str, str | None] = {}
    """Relative path → content in base64."""
    fetch_files: tuple[str, ...] = ()
    """Relative paths to hand back."""


class CommandResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a build or a run did."""

    status: Literal["Finished", "Error", "TimeLimitExceeded"]
    """How it ended."""
    execution_time: float | None
    """Seconds on the clock."""
    return_code: int | None
    """Exit status, negative where a signal ended it; None when time was up."""
    stdout: str
    """Standard output."""
    stderr: str
    """Standard error."""


class RunResult(msgspec.Struct, frozen=True, kw_only=True):
    """The answer."""

    status: Literal["Success", "Failed", "SandboxError"]
    """SandboxError is our failure; it says nothing about the program."""
    message: str = ""
    """Why it failed, where exit status and output do not say it."""
    compile_result: CommandResult | None = None
    """None where nothing is built."""
    run_result: CommandResult | None = None
    """None when the build failed."""
    executor_pod_name: str | None = None
    """Not used."""
    files: Mapping[str, str] = {}
    """Path → content in base64 of the fetched files that are there."""


class DatasetRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Asks about a benchmark."""

    dataset: str
    """Its name."""
    id: str | int | None = None
    """Of a problem."""
    offset: int = 0
    """So many problems are left out at the beginning."""
    limit: int | None = None
    """No more than so many."""
    config: Mapping[str, Any] = {}
    """`language` narrows to problems of one; the rest is not used."""


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """What a model is asked."""

    id: str
    """Of the problem."""
    prompt: str
    """The question as it is put."""
    labels: Mapping[str, Any]
    """language, difficulty, tags."""


class Completion(msgspec.Struct, frozen=True, kw_only=True):
    """A model's answer to a problem."""

    dataset: str
    """Name of the benchmark."""
    id: str | int
    """Of the problem."""
    completion: str
    """The answer as it came."""
    config: Mapping[str, Any] = {}
    """Taken and not used: the benchmark says how its problems are judged."""


class TestOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """One test set."""

    __test__ = False

    passed: bool
    """Whether all of it passed."""
    exec_info: RunResult
    """What happened."""


class Graded(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a completion."""

    id: str | int
    """Of the problem, as in the request."""
    accepted: bool
    """Whether every test set passed."""
    extracted_code: str
    """The code that was found in the completion."""
    full_code: str
    """The code that was judged."""
    test_code: str
    """The tests of the first set that did not pass; of the last one where all did."""
    tests: tuple[TestOutcome, ...]
    """One for each test set that was run."""
    extracted_type: Literal["fenced", "incomplete_fenced", "heuristic", "empty"]
    """How the code was found: clients know these words alone."""
    extra: Mapping[str, Any]
    """verdict, reason, how the code was found in our words, verdicts of the test sets, toolchain."""
