"""Executions and failures as JSON: output as text where it is valid UTF-8, as base64 otherwise."""

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
    """What went wrong, in one line."""
    hint: str = ""
    """How to fix it, in one line. May be empty."""
    kind: str = ""
    """Class name of the exception. If the client does not know it, the HTTP status decides."""


def failure_of(error: BaseException) -> Failure:
    """Convert an exception to data, using the nearest base class that clients know."""
    known = next((base.__name__ for base in type(error).__mro__ if _known(base.__name__)), SandboxError.__name__)
    return Failure(error=str(error), hint=getattr(error, "hint", ""), kind=known)


def error_of(failure: Failure, status: int) -> BenchwrightError:
    """Recreate the exception. If its class is unknown, 4xx means UsageError (except 429) and anything else
    SandboxError."""
    found = _known(failure.kind)
    if found is None:
        found = UsageError if 400 <= status < 500 and status != 429 else SandboxError
    return found(failure.error, failure.hint)


def _known(name: str) -> type[BenchwrightError] | None:
    found = getattr(errors, name, None)
    usable = isinstance(found, type) and issubclass(found, UsageError | SandboxError)
    return found if usable else None


class StageRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of the build or of one run."""

    name: Literal["build", "run"]
    """Which stage this is: the build or a run."""
    exit_code: int | None
    """Exit status of the main process. Null if a signal or a limit killed it."""
    signal: int | None
    """Number of the signal that killed the main process. Null if it exited."""
    stdout: str
    """Standard output as text. Bytes that are not valid UTF-8 are replaced."""
    stdout_bytes: int
    """Bytes written to standard output, including any that were not kept."""
    stdout_base64: bytes | UnsetType = UNSET
    """All kept bytes of standard output. Present only if `stdout` cannot represent them."""
    stdout_cut_at: int | UnsetType = UNSET
    """Number of kept bytes before the gap. Present only if bytes were left out."""
    stderr: str
    """Standard error as text. Bytes that are not valid UTF-8 are replaced."""
    stderr_bytes: int
    """Bytes written to standard error, including any that were not kept."""
    stderr_base64: bytes | UnsetType = UNSET
    """All kept bytes of standard error. Present only if `stderr` cannot represent them."""
    stderr_cut_at: int | UnsetType = UNSET
    """Number of kept bytes before the gap. Present only if bytes were left out."""
    wall_s: float
    """Seconds from the start of the main process to its exit."""
    cpu_s: float
    """CPU seconds of the whole process tree."""
    memory_bytes: int
    """Peak memory of the whole process tree."""
    limits_hit: tuple[Limit, ...] = ()
    """Resource limits that the stage reached."""
    reply_base64: bytes | UnsetType = UNSET
    """Bytes that the program wrote to descriptor 4. Present only if the run had a message."""
    files_base64: Mapping[str, bytes] = {}
    """The collected files: path → content."""
    files_omitted: tuple[str, ...] = ()
    """Collected files that were too large to return."""
    observations: Observations = Observations()
    """What the requested observers recorded."""
    warm: bool = False
    """Whether the run started from a warm interpreter."""

    @classmethod
    def of(cls, stage: Stage) -> StageRecord:
        """Convert a stage to its JSON record."""
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
        """Convert the record back to a stage."""
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
    """The outcome of running a program."""

    language: str
    """Id of the language."""
    toolchain: str
    """Name and version of the toolchain."""
    environment: str | None
    """Name of the package environment. Null: none was used."""
    build: StageRecord | None
    """The build's outcome. Null if the language has no build."""
    runs: tuple[StageRecord, ...]
    """One record per run, in order. Empty if the build failed."""
    guarantees: Guarantees
    """How strictly each limit and restriction was applied."""
    backend: str
    """Name of the backend that ran the program."""
    schema: int = SCHEMA_VERSION
    """Version of this record's format."""

    @classmethod
    def of(cls, execution: Execution) -> ExecutionRecord:
        """Convert an execution to its JSON record."""
        return ExecutionRecord(**execution_fields(execution))

    def execution(self) -> Execution:
        """Convert the record back to an execution."""
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
    """Return the fields of an ExecutionRecord, for records that extend it."""
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
