"""What our own API is asked: the bodies of /v1. Fields that end in `_base64` hold bytes, all others text."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from benchwright.judge import TestPlan
from benchwright.problems import Case, Checker
from benchwright.sandbox.protocol import MIB, Observable


class LimitChanges(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits of a stage; what is left out is the language's default."""

    wall_s: float | None = None
    """Seconds on the clock."""
    cpu_s: float | None = None
    """Seconds of processor time, of all processes together."""
    memory_bytes: int | None = None
    """Memory of all processes together, the files they write included."""
    processes: int | None = None
    """Processes and threads alive at once."""
    open_files: int | None = None
    """Descriptors per process."""
    disk_bytes: int | None = None
    """What is written to work folder, /tmp and /dev/shm together."""
    output_limit_bytes: int | None = None
    """Bytes on standard output and standard error together; one more and the program is killed."""


class RunRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One start of a program."""

    stdin: str = ""
    """All of standard input."""
    stdin_base64: bytes | None = None
    """The same as bytes; not both."""
    args: tuple[str, ...] = ()
    """Arguments after the program's own name."""
    env: Mapping[str, str] = {}
    """Environment variables of this run on top of the program's."""
    message_base64: bytes | None = None
    """At most 4 KiB that the program can read from descriptor 3; it may then answer on descriptor 4."""
    clock_shift_s: int = 0
    """So many seconds the clock is ahead for the program; negative: behind."""


class ExecuteRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A program: one build, where the language has one, and one or more runs over its result."""

    language: str
    """Id or alias, as in /v1/languages."""
    source: str | None = None
    """The main file's text, where the file need not be named."""
    files: Mapping[str, str] = {}
    """The work folder: relative path → text."""
    files_base64: Mapping[str, bytes] = {}
    """Further files of it: relative path → bytes."""
    mode: str = ""
    """Which of the language's ways to build and run. Empty: the plain one."""
    environment: str | None = None
    """A named set of installed packages."""
    env: Mapping[str, str] = {}
    """Environment variables of build and runs."""
    stdin: str = ""
    """Standard input of the only run."""
    stdin_base64: bytes | None = None
    """The same as bytes; not both."""
    args: tuple[str, ...] = ()
    """Arguments of the only run."""
    runs: tuple[RunRequest, ...] | None = None
    """Several runs of one build, in place of `stdin` and `args`. None sees what another wrote."""
    limits: LimitChanges | None = None
    """Of each run."""
    build_limits: LimitChanges | None = None
    """Of the build."""
    keep_bytes: int = MIB
    """How much of each output stream is kept: its first and its last half of this."""
    collect: tuple[str, ...] = ()
    """Files to hand back after each run: relative paths, or patterns with * and ?."""
    collect_limit_bytes: int = 16 * MIB
    """A run hands back at most this much."""
    observe: tuple[Observable, ...] = ()
    """What to watch for; each costs time."""
    fresh: bool = False
    """Never start from a warm interpreter."""


class ProblemName(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A problem of a benchmark that this server serves."""

    dataset: str
    """Name of the benchmark."""
    id: str
    """Of the problem in it."""


class JudgeRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A solution, and what it is judged by: a problem of the server's, or tests, or cases."""

    solution: str | None = None
    """Code, taken as it is."""
    answer: str | None = None
    """What a model wrote, in which the code is looked for; in place of `solution`."""
    problem: ProblemName | None = None
    """Judge by this problem; language, tests and limits are its own."""
    language: str = ""
    """Id or alias, where there is no problem."""
    tests: str | None = None
    """Text of tests in the same language."""
    cases: tuple[Case, ...] = ()
    """Inputs and expected outputs of a program, in place of tests."""
    checker: Checker = Checker()
    """How outputs are compared, where there are cases."""
    reference: str | None = None
    """A right solution. It is run first, and once for many requests: the tests must accept it and nothing less."""
    plan: TestPlan | None = None
    """What was learnt about the tests before, in place of `reference`."""
    canary: bool = False
    """Run a solution that passes again with tests that nothing right can pass."""
    early_stop: bool = False
    """Stop at the first case or test set that fails; the verdict is the same."""
    files: Mapping[str, str] = {}
    """Further files beside the tests: relative path → text."""
    files_base64: Mapping[str, bytes] = {}
    """Further files beside the tests: relative path → bytes."""
    environment: str | None = None
    """A named set of installed packages."""
    env: Mapping[str, str] = {}
    """Environment variables, where there are tests."""
    limits: LimitChanges | None = None
    """Of each run."""


class BatchItem(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One program or one judgement of a batch."""

    id: str
    """Unique in the batch; its line has it again."""
    execute: ExecuteRequest | None = None
    """As in /v1/execute."""
    judge: JudgeRequest | None = None
    """As in /v1/judge."""


class BatchRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Many programs and judgements."""

    items: tuple[BatchItem, ...]
    """Each with either `execute` or `judge`."""
