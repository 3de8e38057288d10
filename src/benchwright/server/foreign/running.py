"""What the compatibility APIs share: limits, packages, retries of our own failures, and verdicts in one line."""

from __future__ import annotations

import asyncio
import math
import os
import re

import msgspec

from benchwright.errors import UsageError
from benchwright.judging import Judgement
from benchwright.judging.verdict import describe
from benchwright.languages import Language, Mode
from benchwright.languages.registry import packages_folder
from benchwright.sandbox.plan import default_limits
from benchwright.sandbox.protocol import BUILD_LIMITS, MIB, Limits, Sandbox, Stage, Stream
from benchwright.server.queue import QueuedSandbox
from benchwright.server.service import Settings


def text_of(stream: Stream) -> str:
    """Bad bytes are replaced one by one; where the middle was not kept, a line says how much is missing."""
    if not stream.cut:
        return decoded(stream.data)
    missing = stream.length - len(stream.data)
    return f"{decoded(stream.head)}\n[{missing} bytes left out]\n{decoded(stream.tail)}"


def decoded(data: bytes) -> str:
    """UTF-8, with replacement."""
    return data.decode("utf-8", errors="replace")


_KILLED = -9


def exit_code_of(stage: Stage, *, passed: bool) -> int:
    """The exit status; negative where a signal ended it. Never 0 for what did not pass, though its last process may
    have ended well after another one hit a limit: many clients look at nothing else."""
    code = stage.exit_code if stage.exit_code is not None else -(stage.signal or -_KILLED)
    if code == 0 and not passed:
        return _KILLED if stage.limits_hit else 1
    return code


def message_of(judgement: Judgement) -> str:
    """The verdict in words, with its reason, place and message; empty for a pass."""
    if judgement.passed:
        return ""
    return describe(judgement).replace(judgement.verdict, judgement.verdict.replace("_", " "), 1)


def environment_of(language: Language, *texts: str) -> str | None:
    """The language's package set of which a text imports something, where it is installed."""
    for name, packages in language.environments.items():
        modules = "|".join(re.escape(pin.partition("==")[0]) for pin in packages.pypi)
        # Blanks only at the start: one that takes newlines too needs quadratic time for a text of empty lines.
        mention = re.compile(rf"^[ \t\f]*(?:import|from)[ \t][^#\n]*\b(?:{modules})\b", re.MULTILINE)
        if any(map(mention.search, texts)) and packages_folder(language, name).is_dir():
            return name
    return None


OUTPUT_BYTES = 16 * MIB
"""What a program may print through these APIs. All of it is kept: a client that compares output must never see a part
of it that looks like the whole."""


def seconds(field: str, value: float | None, settings: Settings) -> float | None:
    """A time that is wanted, if it can be granted; None stays None."""
    if value is not None and not (math.isfinite(value) and 0 < value <= settings.max_wall_s):
        raise UsageError(f"{field}: {value:g} s cannot be had", f"more than 0, at most {settings.max_wall_s:g} s")
    return value


def memory(field: str, value: int | None, settings: Settings) -> int | None:
    """An amount of memory that is wanted, if it can be granted; None stays None."""
    if value is not None and not 0 < value <= settings.max_memory_bytes:
        most = f"more than 0, at most {settings.max_memory_bytes}"
        raise UsageError(f"{field}: {value} bytes cannot be had", most)
    return value


def run_limits(
    language: Language,
    mode: Mode,
    *,
    wall_s: float | None = None,
    cpu_s: float | None = None,
    memory_bytes: int | None = None,
) -> Limits:
    """Of a run: the language's, but for what is wanted."""
    return _changed(default_limits(language, mode), wall_s, cpu_s, memory_bytes)


def build_limits(
    language: Language,
    mode: Mode,
    *,
    wall_s: float | None = None,
    cpu_s: float | None = None,
    memory_bytes: int | None = None,
) -> Limits:
    """Of a build: the language's, but for what is wanted."""
    default = msgspec.structs.replace(BUILD_LIMITS, **{**language.build_limits, **mode.build_limits})
    return _changed(default, wall_s, cpu_s, memory_bytes)


def _changed(limits: Limits, wall_s: float | None, cpu_s: float | None, memory_bytes: int | None) -> Limits:
    """Who sets a time on the clock means it: a program with several threads must not end earlier by processor time."""
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
    """The sandbox of a request, whose programs wait so long for their turn and then are `Overloaded`: a client that has
    given up by itself would count a failure of the program."""
    if isinstance(sandbox, QueuedSandbox):
        sandbox.deadline = asyncio.get_running_loop().time() + patience_s
    return sandbox
