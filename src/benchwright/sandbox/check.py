"""Refuses Programs that no sandbox could run: the caller's mistake must not look like the program's, or like ours."""

from __future__ import annotations

import math
from pathlib import PurePosixPath

import msgspec

from benchwright.errors import UsageError
from benchwright.languages import Language
from benchwright.sandbox.protocol import Limits, Program, Run

MAX_MESSAGE_BYTES = 4096
"""What any pipe takes at once."""
MAX_ARGUMENT_BYTES = (1 << 17) - 1
"""What the kernel takes as one argument or variable."""
MAX_ARGUMENTS_BYTES = 1 << 20
"""Of all arguments and variables together: half of what the kernel takes."""
MAX_SECONDS = 1_000_000
MAX_CLOCK_SHIFT_S = 1_000_000_000
"""About thirty years: what every time library can tell."""
MAX_AMOUNT = 1 << 50
MAX_KEEP_BYTES = 1 << 30


def check_program(program: Program, language: Language) -> None:
    """Raise UsageError for what makes no sense."""
    source = language.mode(program.mode).source
    if source not in program.files:
        given = ", ".join(sorted(program.files)) or "none"
        raise UsageError(f"the program has no {source}", f"{language.name} starts from it; files given: {given}")
    if not program.runs:
        raise UsageError("the program has no runs", "give at least one Run")
    for amount in (program.keep_bytes, program.collect_limit_bytes):
        if not 0 <= amount <= MAX_KEEP_BYTES:
            raise UsageError(f"{amount} bytes cannot be kept", "from 0 to 1 GiB")
    _check_paths(program)
    for run in program.runs:
        _check_run(run, program)
    for limits in filter(None, (program.limits, program.build_limits)):
        check_limits(limits)


def check_limits(limits: Limits) -> None:
    """Refuse limits under which nothing could run."""
    for name, value in msgspec.structs.asdict(limits).items():
        most = MAX_SECONDS if name.endswith("_s") else MAX_AMOUNT
        if not math.isfinite(value) or not 0 < value <= most:
            raise UsageError(f"the limit {name} is {value}", f"limits are greater than 0, and at most {most}")


def _check_paths(program: Program) -> None:
    for path in program.files:
        parts = path.split("/")
        _check_text("path", path)
        if not {"", ".", ".."}.isdisjoint(parts) or len(path) > 1024 or max(map(_bytes, parts)) > 255:
            raise UsageError(f"{path[:80]!r} is no path inside the work folder", "use a relative path without . and ..")
        if not program.files.keys().isdisjoint(str(parent) for parent in PurePosixPath(path).parents):
            raise UsageError(f"{path!r} lies below a path that is a file", "a path is either a file or a folder")
    for pattern in program.collect:
        _check_text("pattern to collect", pattern)
        if pattern.startswith("/") or ".." in pattern.split("/"):
            raise UsageError(f"{pattern!r} cannot be collected", "paths and patterns are relative to the work folder")


def _check_run(run: Run, program: Program) -> None:
    for argument in run.args:
        _check_text("argument", argument)
    variables = {**program.env, **run.env}
    for name, value in variables.items():
        _check_text("environment variable", f"{name}={value}")
        if not name or "=" in name:
            raise UsageError(f"{name!r} is no name of an environment variable", "it has characters, and no '='")
    total = sum(map(_bytes, (*run.args, *variables, *variables.values())))
    if total > MAX_ARGUMENTS_BYTES:
        raise UsageError(f"arguments and variables have {total} bytes", "at most 1 MiB; pass more as a file")
    if abs(run.clock_shift_s) > MAX_CLOCK_SHIFT_S:
        raise UsageError(f"the clock cannot be shifted by {run.clock_shift_s} seconds", "at most thirty years")
    if run.message is not None and len(run.message) > MAX_MESSAGE_BYTES:
        raise UsageError("a message is larger than 4 KiB", "pass larger data as a file")


def _check_text(what: str, text: str) -> None:
    try:
        size = _bytes(text)
    except UnicodeEncodeError:
        raise UsageError(f"the {what} {text[:80]!r} is no text", "it has a lone surrogate") from None
    if "\0" in text:
        raise UsageError(f"the {what} {text[:80]!r} contains a NUL character", "no program can receive one")
    if size > MAX_ARGUMENT_BYTES:
        raise UsageError(f"the {what} {text[:40]!r}… has {size} bytes", "at most 128 KiB; pass more as a file")


def _bytes(text: str) -> int:
    return len(text.encode(errors="surrogateescape"))
