"""Running as Piston does."""

from __future__ import annotations

import base64
import binascii
import signal
from collections.abc import Sequence
from typing import Literal

from benchwright.errors import ToolchainMissing, UnknownLanguage
from benchwright.judge import judge_plain
from benchwright.languages import Language, find_language, find_toolchain, languages
from benchwright.sandbox.protocol import Program, Run, Stage
from benchwright.server.call import Call
from benchwright.server.failures import InvalidRequest
from benchwright.server.foreign.bounds import OUTPUT_BYTES, build_limits, memory, run_limits, seconds
from benchwright.server.foreign.exit_code import exit_code_of
from benchwright.server.foreign.packages import environment_of
from benchwright.server.foreign.piston_records import Execute, Executed, File, Runtime, StageResult
from benchwright.server.foreign.running import patient, run_again
from benchwright.server.foreign.semver import satisfies, version_in
from benchwright.server.foreign.text import decoded, text_of
from benchwright.server.service import Settings

PATIENCE_S = 27.0
"""For waiting and running. open-r1 gives up after 30 s without a byte."""
_LEAST_PATIENCE_S = 5.0
"""For waiting, however long the run may take."""

Status = Literal["RE", "SG", "TO", "XX", "OL", "EL"]


async def execute(call: Call, body: Execute) -> Executed:
    """Run the program and answer."""
    language, version = _language(body)
    program = _program(body, language, call.service.settings)
    run_s = program.limits.wall_s if program.limits else 0.0
    sandbox = patient(call.sandbox, max(PATIENCE_S - run_s, _LEAST_PATIENCE_S))
    execution = await run_again(sandbox, program)
    call.service.measures.verdict(judge_plain(execution).verdict, judged=False)
    result = [stage_result(stage) for stage in execution.stages]
    name = piston_name(language)
    if execution.build is None:
        return Executed(language=name, version=version, run=result[-1])
    return Executed(language=name, version=version, run=result[-1], compile=result[0])


def runtimes() -> list[Runtime]:
    """The languages whose toolchains are here. Slow the first time."""
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
    """Piston's name of the language, or ours where it has none."""
    return language.names.piston[0] if language.names.piston else language.id


def stage_result(stage: Stage) -> StageResult:
    """What a stage did."""
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
        return "TO", f"time limit exceeded ({'wall clock' if 'wall' in hit else 'processor time'})"
    if stage.signal is not None:
        return "SG", f"ended by {_signal_name(stage.signal)}"
    if stage.exit_code != 0:
        return "RE", f"exited with status {stage.exit_code}"
    return (None, None) if stage.succeeded else ("RE", "the result of the build is too large")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # real-time signals have no names
        return f"SIGRTMIN+{number - signal.SIGRTMIN}"


def _language(body: Execute) -> tuple[Language, str]:
    """The language, if its toolchain here has a version that is wanted."""
    unknown = InvalidRequest(f"{body.language}-{body.version} runtime is unknown", "GET runtimes lists all")
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
        environment=environment_of(language, *map(decoded, files.values())),
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
    """The first is the main file, whatever its name; the language says what it is called here."""
    if not given:
        raise InvalidRequest("files: at least one file is required")
    main, *others = given
    files = {language.source: _content(0, main)}
    for number, file in enumerate(others, start=1):
        name = (file.name or f"file{number}.code").removeprefix("./")
        if name in files:
            raise InvalidRequest(f"files[{number}]: {name} is there already", "the first file takes that name")
        files[name] = _content(number, file)
    return files


def _content(number: int, file: File) -> bytes:
    try:
        if file.encoding == "base64":
            return base64.b64decode(file.content, validate=True)
        return bytes.fromhex(file.content) if file.encoding == "hex" else file.content.encode()
    except (binascii.Error, ValueError):
        raise InvalidRequest(f"files[{number}].content is not {file.encoding}") from None
