"""Piston's API, version 2: /api/v2/execute and /api/v2/runtimes, also under /api/v2/piston as on its public
instance."""

from __future__ import annotations

import asyncio
import base64
import binascii
import re
import signal
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from benchwright.errors import BenchwrightError, ToolchainMissing, UnknownLanguage, UsageError
from benchwright.judging import judge_plain
from benchwright.languages import Language, find_language, find_toolchain, languages
from benchwright.sandbox.concurrent import run_with_retries
from benchwright.sandbox.protocol import Program, Run, Stage
from benchwright.server.api import Api, Route
from benchwright.server.call import Call, InvalidRequest, Overloaded, TooLarge, Unauthorized
from benchwright.server.foreign import (
    OUTPUT_BYTES,
    build_limits,
    exit_code_of,
    memory,
    patient,
    run_limits,
    seconds,
    text_of,
)
from benchwright.server.reply import Reply
from benchwright.server.service import Settings

_FIRST_VERSION = re.compile(r"\d{1,9}(?:\.\d{1,9}){0,2}")
_LEADING_V = re.compile(r"(?<![\w.])v(?=\d)")


class File(msgspec.Struct, frozen=True, kw_only=True):
    """A file of the program."""

    content: str
    """File content, in the given encoding."""
    name: str | None = None
    """Relative path. The first file is the main file and may have any name."""
    encoding: Literal["utf8", "base64", "hex"] = "utf8"
    """How the content is encoded."""


class Execute(msgspec.Struct, frozen=True, kw_only=True):
    """A program to run."""

    language: str
    """Piston's name or alias for the language, or any of benchwright's."""
    version: str
    """Version range of the language; `*` for any."""
    files: tuple[File, ...]
    """Files of the program, main file first."""
    stdin: str | None = None
    """Complete standard input; null: empty."""
    args: tuple[str, ...] = ()
    """Command-line arguments of the program."""
    run_timeout: float | None = None
    """Wall-clock milliseconds for the run; null or 0: the server's default, as for all limits below."""
    compile_timeout: float | None = None
    """Wall-clock milliseconds for the build."""
    run_cpu_time: float | None = None
    """Milliseconds of CPU time for the run."""
    compile_cpu_time: float | None = None
    """Milliseconds of CPU time for the build."""
    run_memory_limit: int | None = None
    """Memory of the run's process tree in bytes; -1: the server's default."""
    compile_memory_limit: int | None = None
    """Memory of the build's process tree in bytes; -1: the server's default."""


class StageResult(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a build or a run."""

    stdout: str
    """Text written to standard output."""
    stderr: str
    """Text written to standard error."""
    output: str
    """Standard output followed by standard error; their interleaving is not kept."""
    code: int | None
    """Exit status; null if killed by a signal."""
    signal: str | None
    """Name of that signal; null if there was none."""
    memory: int
    """Peak memory of the process tree in bytes."""
    message: str | None
    """Why it failed, such as the limit that was hit; null if it succeeded."""
    status: Literal["RE", "SG", "TO", "XX", "OL", "EL"] | None
    """RE: exit status other than 0. SG: signal. TO: timeout. XX: the service failed. OL, EL: too much on standard
    output, or on standard error."""
    cpu_time: int
    """CPU time in milliseconds."""
    wall_time: int
    """Wall-clock time in milliseconds."""


class Executed(msgspec.Struct, frozen=True, kw_only=True):
    """Response to a program."""

    language: str
    """Piston's name for the language."""
    version: str
    """Version of the toolchain."""
    run: StageResult
    """Result of the run; of the build if that failed."""
    compile: StageResult | msgspec.UnsetType = msgspec.UNSET
    """Result of the build; absent if the language has none."""


class Runtime(msgspec.Struct, frozen=True, kw_only=True):
    """An available language."""

    language: str
    """Piston's name, or benchwright's if Piston has none."""
    version: str
    """Version of the toolchain, as three numbers."""
    aliases: tuple[str, ...]
    """Other names for the language."""
    runtime: str
    """Name of the toolchain."""


PATIENCE_S = 27.0
"""Seconds for waiting and running together. open-r1 gives up after 30 s without a byte."""
_LEAST_PATIENCE_S = 5.0
"""Minimum seconds for waiting, regardless of the run's timeout."""

Status = Literal["RE", "SG", "TO", "XX", "OL", "EL"]


async def execute(call: Call) -> Reply:
    """Run a program."""
    body: Execute = call.body
    language, version = _language(body)
    program = _program(body, language, call.service.settings)
    run_s = program.limits.wall_s if program.limits else 0.0
    sandbox = patient(call.sandbox, max(PATIENCE_S - run_s, _LEAST_PATIENCE_S))
    execution = await run_with_retries(sandbox, program)
    call.service.measures.verdict(judge_plain(execution).verdict, judged=False)
    result = [stage_result(stage) for stage in execution.stages]
    name = piston_name(language)
    compiled = result[0] if execution.build else msgspec.UNSET
    return Reply(value=Executed(language=name, version=version, run=result[-1], compile=compiled))


async def runtimes(_: Call) -> Reply:
    """List the languages whose toolchains are installed. Slow on the first call."""
    return Reply(value=await asyncio.to_thread(_runtimes))


def _runtimes() -> list[Runtime]:
    found = []
    for language in languages().values():
        try:
            toolchain = find_toolchain(language)
        except ToolchainMissing:
            continue
        name = piston_name(language)
        aliases = dict.fromkeys((*language.names.piston, language.id, *language.aliases))
        first = toolchain.version.split()[0].rpartition("/")[2]
        found.append(
            Runtime(
                language=name,
                version=_dotted(toolchain.version),
                aliases=tuple(alias for alias in aliases if alias != name),
                runtime=language.id if first[:1].isdigit() else first.lower(),
            )
        )
    return sorted(found, key=lambda runtime: runtime.language)


def piston_name(language: Language) -> str:
    """Piston's name for the language, or benchwright's if Piston has none."""
    return language.names.piston[0] if language.names.piston else language.id


def stage_result(stage: Stage) -> StageResult:
    """Convert the result of a stage."""
    stdout, stderr = text_of(stage.stdout), text_of(stage.stderr)
    status, message = _status(stage)
    code = exit_code_of(stage, passed=stage.succeeded)
    return StageResult(
        stdout=stdout,
        stderr=stderr,
        output=stdout + stderr,
        code=None if code < 0 else code,
        signal=_signal_name(-code) if code < 0 else None,
        memory=stage.memory_bytes,
        message=message,
        status=status,
        cpu_time=round(stage.cpu_s * 1000),
        wall_time=round(stage.wall_s * 1000),
    )


def _status(stage: Stage) -> tuple[Status | None, str | None]:
    hit = set(stage.limits_hit)
    if "memory" in hit:
        return "SG", "memory limit exceeded"
    if "output" in hit:
        loud = stage.stderr.length > stage.stdout.length
        return ("EL", "stderr length exceeded") if loud else ("OL", "stdout length exceeded")
    if hit & {"wall", "cpu"}:
        return "TO", f"time limit exceeded ({'wall clock' if 'wall' in hit else 'CPU time'})"
    if stage.signal is not None:
        return "SG", f"killed by {_signal_name(stage.signal)}"
    if stage.exit_code != 0:
        return "RE", f"exited with status {stage.exit_code}"
    return (None, None) if stage.succeeded else ("RE", "the result of the build is too large")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # real-time signals have no names
        return f"SIGRTMIN+{number - signal.SIGRTMIN}"


def _language(body: Execute) -> tuple[Language, str]:
    """Find the language, if the installed toolchain matches the wanted version."""
    unknown = InvalidRequest(f"{body.language}-{body.version} runtime is unknown", "see GET /api/v2/runtimes")
    try:
        language = find_language(body.language)
        version = find_toolchain(language).version
    except (UnknownLanguage, ToolchainMissing):
        raise unknown from None
    if not satisfies(version_in(version), body.version):
        raise unknown
    return language, _dotted(version)


def _dotted(version: str) -> str:
    return ".".join(map(str, version_in(version)))


def _program(body: Execute, language: Language, settings: Settings) -> Program:
    files = _files(body.files, language)
    mode = language.mode("")
    return Program(
        language=language.id,
        files=files,
        runs=(Run(stdin=(body.stdin or "").encode(), args=body.args),),
        limits=run_limits(
            language,
            mode,
            wall_s=_seconds("run_timeout", body.run_timeout, settings),
            cpu_s=_seconds("run_cpu_time", body.run_cpu_time, settings),
            memory_bytes=_memory("run_memory_limit", body.run_memory_limit, settings),
        ),
        build_limits=build_limits(
            language,
            mode,
            wall_s=_seconds("compile_timeout", body.compile_timeout, settings),
            cpu_s=_seconds("compile_cpu_time", body.compile_cpu_time, settings),
            memory_bytes=_memory("compile_memory_limit", body.compile_memory_limit, settings),
        ),
        keep_bytes=OUTPUT_BYTES,
    )


def _seconds(field: str, milliseconds: float | None, settings: Settings) -> float | None:
    return seconds(field, milliseconds / 1000, settings) if milliseconds else None


def _memory(field: str, value: int | None, settings: Settings) -> int | None:
    return None if value in (None, -1, 0) else memory(field, value, settings)


def _files(given: Sequence[File], language: Language) -> dict[str, bytes]:
    """Rename the first file, which is the main file, to the name that the language expects."""
    if not given:
        raise InvalidRequest("files: at least one file is required")
    main, *others = given
    files = {language.source: _content(0, main)}
    for number, file in enumerate(others, start=1):
        name = (file.name or f"file{number}.code").removeprefix("./")
        if name in files:
            raise InvalidRequest(
                f"files[{number}]: duplicate name {name}",
                "rename the file; the first file takes the language's main name",
            )
        files[name] = _content(number, file)
    return files


def _content(number: int, file: File) -> bytes:
    try:
        if file.encoding == "base64":
            return base64.b64decode(file.content, validate=True)
        return bytes.fromhex(file.content) if file.encoding == "hex" else file.content.encode()
    except (binascii.Error, ValueError):
        raise InvalidRequest(f"files[{number}].content is not {file.encoding}") from None


def version_in(text: str) -> tuple[int, int, int]:
    """Parse the first version in a text; 0.0.0 if there is none."""
    found = _FIRST_VERSION.search(text)
    numbers = [int(part) for part in found[0].split(".")] if found else []
    major, minor, patch = (*numbers, 0, 0, 0)[:3]
    return major, minor, patch


def satisfies(version: tuple[int, int, int], wanted: str) -> bool:
    """Whether a version is in an npm-style range; an unreadable range matches nothing."""
    from semantic_version import NpmSpec, Version  # type: ignore[import-untyped]

    try:
        spec = NpmSpec(_LEADING_V.sub("", wanted.strip()) or "*")
    except ValueError:
        return False
    matches: bool = spec.match(Version(".".join(map(str, version))))
    return matches


def failure(error: Exception, _: Call | None) -> Reply:
    """Respond with a message only. Clients retry when it contains the words that an overloaded Piston uses."""
    sentence = error.sentence if isinstance(error, BenchwrightError) else str(error)
    if isinstance(error, Overloaded):
        return Reply(value={"message": f"Resource temporarily unavailable: {sentence}"}, status=500)
    refused = {Unauthorized: 401, TooLarge: 413}
    status = refused.get(type(error), 400) if isinstance(error, UsageError) else 500
    return Reply(value={"message": sentence}, status=status)


def _routes(prefix: str, name: str) -> Iterator[Route]:
    yield Route(
        method="POST",
        path=f"{prefix}/execute",
        name=f"{name}_execute",
        summary="Run a program",
        handle=execute,
        body=Execute,
        answers={200: Executed},
        examples={
            "python": {
                "language": "python",
                "version": "3.x",
                "files": [{"name": "main.py", "content": "print(input())"}],
                "stdin": "hello",
                "run_timeout": 3000,
            }
        },
    )
    yield Route(
        method="GET",
        path=f"{prefix}/runtimes",
        name=f"{name}_runtimes",
        summary="List the available languages",
        handle=runtimes,
        answers={200: list[Runtime]},
    )


API = Api(
    name="piston",
    routes=(*_routes("/api/v2", "piston"), *_routes("/api/v2/piston", "piston_public")),
    failure=failure,
)
