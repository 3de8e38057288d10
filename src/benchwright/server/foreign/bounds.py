"""Limits that a foreign request asks for, within what the server allows."""

from __future__ import annotations

import math
import os

import msgspec

from benchwright.errors import UsageError
from benchwright.languages import Language, Mode
from benchwright.sandbox.plan import default_limits
from benchwright.sandbox.protocol import BUILD_LIMITS, MIB, Limits
from benchwright.server.service import Settings

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
