"""Executions and failures as JSON: text where output is text, base64 where it is not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from benchwright import errors
from benchwright.errors import BenchwrightError, SandboxError, UsageError
from benchwright.sandbox.protocol import SCHEMA_VERSION, Execution, Guarantees, Limit, Observations, Stage, Stream


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """An exception as data."""

    error: str
    """What happened."""
    hint: str = ""
    """What the reader can do about it."""
    kind: str = ""
    """Name of its class; one that nobody knows is taken for what its status says."""


def failure_of(error: BaseException) -> Failure:
    """The exception as data, by the nearest class that a client knows."""
    known = next((base.__name__ for base in type(error).__mro__ if _known(base.__name__)), SandboxError.__name__)
    return Failure(error=str(error), hint=getattr(error, "hint", ""), kind=known)


def error_of(failure: Failure, status: int) -> BenchwrightError:
    """The exception that the data tells of; a wrong use where the status says so, else a failure of the service."""
    found = _known(failure.kind)
    if found is None:
        found = UsageError if 400 <= status < 500 and status != 429 else SandboxError
    return found(failure.error, failure.hint)


def _known(name: str) -> type[BenchwrightError] | None:
    found = getattr(errors, name, None)
    usable = isinstance(found, type) and issubclass(found, UsageError | SandboxError)
    return found if usable else None


class StageRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What happened in the build or in one run."""

    name: Literal["build", "run"]
    """Which of the two."""
    exit_code: int | None
    """Null when a signal or a limit ended the process."""
    signal: int | None
    """The signal that ended it."""
    stdout: str
    """Standard output as UTF-8; what is none is replaced."""
    stdout_bytes: int
    """How many bytes were really written."""
    stdout_base64: bytes | UnsetType = UNSET
    """All bytes that were kept; only there if `stdout` could not show them all."""
    stdout_cut_at: int | UnsetType = UNSET
    """Only there if something was left out: after so many of the kept bytes."""
    stderr: str
    """Standard error as UTF-8; what is none is replaced."""
    stderr_bytes: int
    """How many bytes were really written."""
    stderr_base64: bytes | UnsetType = UNSET
    """All bytes that were kept; only there if `stderr` could not show them all."""
    stderr_cut_at: int | UnsetType = UNSET
    """Only there if something was left out: after so many of the kept bytes."""
    wall_s: float
    """From the start of the main process to its end."""
    cpu_s: float
    """Processor time of the whole tree."""
    memory_bytes: int
    """Peak of the whole tree."""
    limits_hit: tuple[Limit, ...] = ()
    """Limits that were reached."""
    reply_base64: bytes | UnsetType = UNSET
    """What the program wrote to descriptor 4; only there if the run had a message."""
    files_base64: Mapping[str, bytes] = {}
    """The collected files: path → content."""
    files_omitted: tuple[str, ...] = ()
    """Collected files that were too large to hand back."""
    observations: Observations = Observations()
    """What was watched for."""
    warm: bool = False
    """Whether the run started from a warm interpreter."""

    @classmethod
    def of(cls, stage: Stage) -> StageRecord:
        """The record of a stage."""
        return cls(
            name=stage.name,
            exit_code=stage.exit_code,
            signal=stage.signal,
            **_shown("stdout", stage.stdout),
            **_shown("stderr", stage.stderr),
            wall_s=stage.wall_s,
            cpu_s=stage.cpu_s,
            memory_bytes=stage.memory_bytes,
            limits_hit=stage.limits_hit,
            reply_base64=UNSET if stage.reply is None else stage.reply,
            files_base64=stage.files,
            files_omitted=stage.files_omitted,
            observations=stage.observations,
            warm=stage.warm,
        )

    def stage(self) -> Stage:
        """The stage that this is the record of."""
        return Stage(
            name=self.name,
            exit_code=self.exit_code,
            signal=self.signal,
            stdout=_stream(self.stdout, self.stdout_bytes, self.stdout_base64, self.stdout_cut_at),
            stderr=_stream(self.stderr, self.stderr_bytes, self.stderr_base64, self.stderr_cut_at),
            wall_s=self.wall_s,
            cpu_s=self.cpu_s,
            memory_bytes=self.memory_bytes,
            limits_hit=self.limits_hit,
            reply=None if isinstance(self.reply_base64, UnsetType) else self.reply_base64,
            files=self.files_base64,
            files_omitted=self.files_omitted,
            observations=self.observations,
            warm=self.warm,
        )


class ExecutionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What happened to a program."""

    language: str
    """Language id."""
    toolchain: str
    """The toolchain's name and version."""
    environment: str | None
    """The package set it ran with."""
    build: StageRecord | None
    """Null where the language has no build."""
    runs: tuple[StageRecord, ...]
    """One for each run, in order; empty when the build failed."""
    guarantees: Guarantees
    """What held."""
    backend: str
    """Which backend ran it."""
    schema: int = SCHEMA_VERSION
    """Version of this record."""

    @classmethod
    def of(cls, execution: Execution) -> ExecutionRecord:
        """The record of an execution."""
        return ExecutionRecord(**execution_fields(execution))

    def execution(self) -> Execution:
        """The execution that this is the record of."""
        return Execution(
            language=self.language,
            toolchain=self.toolchain,
            environment=self.environment,
            build=self.build.stage() if self.build else None,
            runs=tuple(run.stage() for run in self.runs),
            guarantees=self.guarantees,
            backend=self.backend,
            schema=self.schema,
        )


def execution_fields(execution: Execution) -> dict[str, Any]:
    """The fields of an execution's record, for records that have more."""
    return {
        "language": execution.language,
        "toolchain": execution.toolchain,
        "environment": execution.environment,
        "build": StageRecord.of(execution.build) if execution.build else None,
        "runs": tuple(map(StageRecord.of, execution.runs)),
        "guarantees": execution.guarantees,
        "backend": execution.backend,
        "schema": execution.schema,
    }


def _shown(name: str, stream: Stream) -> dict[str, Any]:
    data = stream.data
    text = data.decode("utf-8", errors="replace")
    return {
        name: text,
        f"{name}_bytes": stream.length,
        f"{name}_base64": UNSET if text.encode() == data else data,
        f"{name}_cut_at": len(stream.head) if stream.cut else UNSET,
    }


def _stream(text: str, length: int, data: bytes | UnsetType, cut_at: int | UnsetType) -> Stream:
    kept = text.encode() if isinstance(data, UnsetType) else data
    if isinstance(cut_at, UnsetType):
        return Stream(head=kept, length=length)
    return Stream(head=kept[:cut_at], tail=kept[cut_at:], length=length)
