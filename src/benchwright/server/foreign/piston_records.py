"""The bodies of Piston, version 2 of its API."""

from __future__ import annotations

from typing import Literal

import msgspec


class File(msgspec.Struct, frozen=True, kw_only=True):
    """A file of the program."""

    content: str
    """In the encoding."""
    name: str | None = None
    """Relative path. The first file may have any: it is the main one."""
    encoding: Literal["utf8", "base64", "hex"] = "utf8"
    """How the content is written."""


class Execute(msgspec.Struct, frozen=True, kw_only=True):
    """A program."""

    language: str
    """Piston's name or alias of the language, or any of ours."""
    version: str
    """A range of versions; `*` for any."""
    files: tuple[File, ...]
    """The main file first."""
    stdin: str | None = None
    """All of standard input."""
    args: tuple[str, ...] = ()
    """Arguments."""
    run_timeout: float | None = None
    """Milliseconds on the clock; null or 0: the server's own limit, as for all that follow."""
    compile_timeout: float | None = None
    """Of the build."""
    run_cpu_time: float | None = None
    """Milliseconds of processor time."""
    compile_cpu_time: float | None = None
    """Of the build."""
    run_memory_limit: int | None = None
    """Bytes of the whole tree; -1: the server's own limit."""
    compile_memory_limit: int | None = None
    """Of the build."""


class StageResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a build or a run did."""

    stdout: str
    """Standard output."""
    stderr: str
    """Standard error."""
    output: str
    """Standard output, then standard error: the order in which they came is not kept."""
    code: int | None
    """Exit status; null where a signal ended it."""
    signal: str | None
    """Name of that signal."""
    memory: int
    """Peak of the whole tree, in bytes."""
    message: str | None
    """Which limit was hit, where one was."""
    status: Literal["RE", "SG", "TO", "XX", "OL", "EL"] | None
    """Exit status other than 0, signal, time, our failure, too much on standard output or on standard error."""
    cpu_time: int
    """Milliseconds of processor time."""
    wall_time: int
    """Milliseconds on the clock."""


class Executed(msgspec.Struct, frozen=True, kw_only=True):
    """The answer."""

    language: str
    """Piston's name of the language."""
    version: str
    """Of the toolchain."""
    run: StageResult
    """The run; what the build did where that failed."""
    compile: StageResult | msgspec.UnsetType = msgspec.UNSET
    """The build, where the language has one."""


class Runtime(msgspec.Struct, frozen=True, kw_only=True):
    """A language that can be used."""

    language: str
    """Piston's name, or ours where it has none."""
    version: str
    """Of the toolchain: three numbers."""
    aliases: tuple[str, ...]
    """Other names."""
    runtime: str
    """Name of the toolchain."""
