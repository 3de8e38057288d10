"""The bodies of Tencent's MultiLanguageSandbox."""

from __future__ import annotations

from typing import Literal

import msgspec

Outcome = Literal[
    "PASSED",
    "WRONG_ANSWER",
    "TIME_LIMIT_EXCEEDED",
    "COMPILATION_ERROR",
    "SYNTAX_ERROR",
    "RUNTIME_ERROR",
    "INTERNAL_ERROR",
    "ARGUMENT_ERROR",
    "UNKNOWN_ERROR",
]


class RequestExtensions(msgspec.Struct, frozen=True, kw_only=True):
    """How to run."""

    timeout: float = 5.0
    """Seconds on the clock for the run; a number or a text."""
    debug: bool = False
    """Taken and not used."""
    go_test_method: Literal["test", "main"] | None = None
    """How Go programs start: by their Test functions or by main. None: by Test functions where there are any."""


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """A program, or a solution and its tests."""

    src_uid: str | int
    """The client's own name for it; comes back."""
    lang: str
    """Any name of a language."""
    source_code: str = ""
    """A whole program."""
    func_code: str = ""
    """A solution, where there is no whole program."""
    main_code: str = ""
    """Its tests."""
    show_log: bool = False
    """Taken and not used."""
    request_extensions: RequestExtensions = RequestExtensions()
    """How to run."""


class Splice(msgspec.Struct, frozen=True, kw_only=True):
    """A solution and tests that are to become one text."""

    src_uid: str | int
    """The client's own name for it; comes back."""
    lang: str
    """Any name of a language."""
    func_code: str
    """The solution."""
    main_code: str
    """Its tests."""


class ResponseExtensions(msgspec.Struct, frozen=True, kw_only=True):
    """What happened, in numbers."""

    server_ip: str = ""
    """Address that the server listens on."""
    language: str = ""
    """Language id."""
    path: str = ""
    """The main file, as the program saw it."""
    cmd: str = ""
    """The command that ran."""
    timeout: float = 0.0
    """Seconds that the run had."""
    exit_code: int = 0
    """Exit status; negative where a signal ended it."""
    stdout: str = ""
    """Standard output of the decisive stage."""
    stderr: str = ""
    """Standard error of the decisive stage."""
    process_cpu_util: float = 0.0
    """Processor time in percent of the time on the clock."""
    process_cpu_time: float = 0.0
    """Seconds of processor time."""
    process_exec_time: float = 0.0
    """Seconds on the clock."""
    process_peak_memory: int = 0
    """kB of the whole tree."""
    outcome: Outcome = "UNKNOWN_ERROR"
    """As `exec_outcome`."""
    src_uid: str | int = ""
    """As in the request."""
    exec_runtime: float = 0.0
    """Seconds on the clock of build and run together."""


class Outcomes(msgspec.Struct, frozen=True, kw_only=True):
    """The answer."""

    src_uid: str | int = ""
    """As in the request."""
    all_code: str = ""
    """The joined program; empty where it came whole."""
    exec_cout: str = ""
    """Standard output of the run."""
    exec_outcome: Outcome
    """What it earned."""
    exec_compile_message: str = ""
    """What the compiler said, where that decided."""
    exec_runtime_message: str = ""
    """Why it did not pass, then standard error."""
    response_extensions: ResponseExtensions = ResponseExtensions()
    """Numbers."""


class Spliced(msgspec.Struct, frozen=True, kw_only=True):
    """The joined program."""

    src_uid: str | int
    """As in the request."""
    all_code: str
    """Its text."""


class NotSpliced(msgspec.Struct, frozen=True, kw_only=True):
    """Why there is none."""

    splice_outcome: Outcome
    """ARGUMENT_ERROR, or INTERNAL_ERROR."""
    splice_message: str
    """What is wrong."""
