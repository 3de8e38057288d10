"""Shared parts of the compatibility APIs: limits, packages, waiting, and verdicts in one line."""

from __future__ import annotations

import asyncio
import math
import os

import msgspec

from benchwright.errors import UsageError
from benchwright.judging import Judgement
from benchwright.judging.verdict import describe
from benchwright.languages import Language, Mode
from benchwright.sandbox.plan import default_limits
from benchwright.sandbox.protocol import BUILD_LIMITS, MIB, Limits, Sandbox, Stage, Stream
from benchwright.server.queue import QueuedSandbox
from benchwright.server.service import Settings


def text_of(stream: Stream) -> str:
    """Decode a stream, replacing invalid bytes; if the middle was not kept, a line says how much is missing."""
    if not stream.cut:
        return decoded(stream.data)
    missing = stream.length - len(stream.data)
    return f"{decoded(stream.head)}\n[{missing} bytes omitted]\n{decoded(stream.tail)}"


def decoded(data: bytes) -> str:
    """Decode UTF-8, replacing invalid bytes."""
    return data.decode("utf-8", errors="replace")


_KILLED = -9


def exit_code_of(stage: Stage, *, passed: bool) -> int:
    """Exit status, negative if killed by a signal. Never 0 for a failure, even if the last process exited cleanly after
    another hit a limit: many clients check nothing else."""
    code = stage.exit_code if stage.exit_code is not None else -(stage.signal or -_KILLED)
    if code == 0 and not passed:
        return _KILLED if stage.limits_hit else 1
    return code


def message_of(judgement: Judgement) -> str:
    """Describe the verdict with reason, place and message; empty for a pass."""
    if judgement.passed:
        return ""
    return describe(judgement).replace(judgement.verdict, judgement.verdict.replace("_", " "), 1)


OUTPUT_BYTES = 16 * MIB
"""Output limit for programs run through these APIs. All of it is kept, so that a client comparing output never sees a
part that looks complete."""


def seconds(field: str, value: float | None, settings: Settings) -> float | None:
    """Check that a requested time is allowed; None stays None."""
    if value is not None and not (math.isfinite(value) and 0 < value <= settings.max_wall_s):
        raise UsageError(
            f"{field}: {value:g} s is out of range", f"use a value above 0 and at most {settings.max_wall_s:g} s"
        )
    return value


def memory(field: str, value: int | None, settings: Settings) -> int | None:
    """Check that a requested amount of memory is allowed; None stays None."""
    if value is not None and not 0 < value <= settings.max_memory_bytes:
        most = f"use a value above 0 and at most {settings.max_memory_bytes}"
        raise UsageError(f"{field}: {value} bytes is out of range", most)
    return value


def run_limits(
    language: Language,
    mode: Mode,
    *,
    wall_s: float | None = None,
    cpu_s: float | None = None,
    memory_bytes: int | None = None,
) -> Limits:
    """Return the language's limits for a run, with the given values replaced."""
    return _changed(default_limits(language, mode), wall_s, cpu_s, memory_bytes)


def build_limits(
    language: Language,
    mode: Mode,
    *,
    wall_s: float | None = None,
    cpu_s: float | None = None,
    memory_bytes: int | None = None,
) -> Limits:
    """Return the language's limits for a build, with the given values replaced."""
    default = msgspec.structs.replace(BUILD_LIMITS, **{**language.build_limits, **mode.build_limits})
    return _changed(default, wall_s, cpu_s, memory_bytes)


def _changed(limits: Limits, wall_s: float | None, cpu_s: float | None, memory_bytes: int | None) -> Limits:
    """A wall-clock limit takes precedence: CPU time must not stop a multi-threaded program earlier."""
    if cpu_s is None and wall_s is not None:
        cpu_s = wall_s * (os.cpu_count() or 1)
    return msgspec.structs.replace(
        limits,
        wall_s=wall_s or limits.wall_s,
        cpu_s=cpu_s or limits.cpu_s,
        memory_bytes=memory_bytes or limits.memory_bytes,
        output_limit_bytes=OUTPUT_BYTES,
    )


def patient(sandbox: Sandbox, patience_s: float) -> Sandbox:
    """Make the request's programs raise `Overloaded` after waiting this long for their turn: a client that gives up
    first would count it as a failure of the program."""
    if isinstance(sandbox, QueuedSandbox):
        sandbox.deadline = asyncio.get_running_loop().time() + patience_s
    return sandbox
