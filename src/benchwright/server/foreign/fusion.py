"""Running as SandboxFusion does."""

from __future__ import annotations

import base64
import binascii
import posixpath
from collections.abc import Mapping

from benchwright.errors import UsageError
from benchwright.judge import Judgement, Verdict, judge_plain
from benchwright.languages import Language, find_language
from benchwright.languages.join import clean, encode
from benchwright.sandbox.protocol import Execution, Program, Run, Stage
from benchwright.server.call import Call
from benchwright.server.failures import InvalidRequest
from benchwright.server.foreign.bounds import OUTPUT_BYTES, build_limits, memory, run_limits, seconds
from benchwright.server.foreign.describe import describe
from benchwright.server.foreign.exit_code import exit_code_of
from benchwright.server.foreign.fusion_records import CommandResult, RunCode, RunResult
from benchwright.server.foreign.fusion_tests import TESTED, with_tests
from benchwright.server.foreign.packages import environment_of
from benchwright.server.foreign.running import patient, run_again
from benchwright.server.foreign.text import text_of
from benchwright.server.trial import try_reading

ABSENT = ("cuda", "gtest", "jest", "lean", "python2", "python_gpu", "react", "sql", "verilog")
"""Languages of SandboxFusion that we do not have."""

PATIENCE_S = 7.0
"""verl gives up 10 s after all the time that it granted, and asks again only if it was told 504 before."""
_COMPILE_S = 10.0
"""What SandboxFusion grants to a build of which nothing is said."""

_MIB = 1 << 20
_EXPLAINED = frozenset({Verdict.COMPILE_ERROR, Verdict.RUNTIME_ERROR})
"""Of a plain run: return code and output tell all there is."""


async def run_code(call: Call, body: RunCode) -> RunResult:
    """Run the program, or its tests, and answer."""
    language = language_of(body.language)
    wanted = {posixpath.normpath(path): path for path in body.fetch_files}
    program = _program(call, body, language, tuple(wanted))
    sandbox = patient(call.sandbox, _patience_s(body, language))
    if body.language in TESTED:
        await try_reading(lambda: with_tests(TESTED[body.language], program, body.code), body.code)
        tested = with_tests(TESTED[body.language], program, body.code)
        judgement = tested.decide(await run_again(sandbox, tested.program))
    else:
        judgement = judge_plain(await run_again(sandbox, program))
    kind = TESTED.get(body.language)
    call.service.measures.verdict(judgement.verdict, judged=kind is not None and kind.by != "script")
    return result_of(judgement, wanted)


def language_of(name: str) -> Language:
    """The language, by SandboxFusion's name or by ours."""
    if name in ABSENT:
        raise InvalidRequest(f"language {name!r} is not served here", f"neither are {', '.join(ABSENT)}")
    return find_language(TESTED[name].language if name in TESTED else name)


def result_of(judgement: Judgement, wanted: Mapping[str, str]) -> RunResult:
    """The answer; `wanted`: path in the work folder → path as it was asked for."""
    execution = judgement.execution
    run = execution.runs[-1] if execution.runs else None
    files = run.files if run else {}
    found = {asked: base64.b64encode(files[path]).decode() for path, asked in wanted.items() if path in files}
    plain = not judgement.judged and judgement.verdict in _EXPLAINED
    notes = ["" if plain else describe(judgement), *_omitted(execution)]
    return RunResult(
        status="Success" if judgement.passed else "Failed",
        message="; ".join(filter(None, notes)),
        compile_result=_command(execution.build) if execution.build else None,
        run_result=_command(run, passed=judgement.passed) if run else None,
        files=found,
    )


def _patience_s(body: RunCode, language: Language) -> float:
    """Where nothing is built, the time for it is left to wait in."""
    spare_s = 0.0 if language.mode("").build else body.compile_timeout or _COMPILE_S
    return PATIENCE_S + spare_s


def _program(call: Call, body: RunCode, language: Language, collect: tuple[str, ...]) -> Program:
    settings, mode = call.service.settings, language.mode("")
    build_s = seconds("compile_timeout", body.compile_timeout, settings)
    run_s = seconds("run_timeout", body.run_timeout, settings)
    bytes_wanted = None if body.memory_limit_MB < 0 else body.memory_limit_MB * _MIB
    memory_bytes = memory("memory_limit_MB", bytes_wanted, settings)
    files = _files(body.files)
    if language.source in files:
        raise UsageError(f"files: {language.source} is the name of the main file", "give the file another name")
    return Program(
        language=language.id,
        files={**files, language.source: encode(clean(body.code))},
        environment=environment_of(language, body.code),
        runs=(Run(stdin=(body.stdin or "").encode()),),
        limits=run_limits(language, mode, wall_s=run_s, memory_bytes=memory_bytes),
        build_limits=build_limits(language, mode, wall_s=build_s),
        keep_bytes=OUTPUT_BYTES,
        collect=collect,
    )


def _files(given: Mapping[str, str | None]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for path, content in given.items():
        try:
            files[posixpath.normpath(path)] = base64.b64decode(content or "", validate=True)
        except binascii.Error:
            raise InvalidRequest(f"files: the content of {path!r} is no base64") from None
    return files


def _command(stage: Stage, *, passed: bool = False) -> CommandResult:
    late = bool({"wall", "cpu"} & set(stage.limits_hit)) and "memory" not in stage.limits_hit
    code = exit_code_of(stage, passed=passed or (stage.name == "build" and stage.succeeded))
    return CommandResult(
        status="TimeLimitExceeded" if late else "Finished",
        execution_time=stage.wall_s,
        return_code=None if late else code,
        stdout=text_of(stage.stdout),
        stderr=text_of(stage.stderr),
    )


def _omitted(execution: Execution) -> list[str]:
    omitted = [path for stage in execution.runs for path in stage.files_omitted]
    return [f"too large to fetch: {', '.join(omitted)}"] if omitted else []
