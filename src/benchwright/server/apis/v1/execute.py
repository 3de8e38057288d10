"""/v1/execute: one program, built once and run one or more times."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from benchwright.errors import UsageError
from benchwright.languages import Language, find_language
from benchwright.sandbox.plan import build_limits, default_limits
from benchwright.sandbox.protocol import Limits, Program, Run
from benchwright.server.apis.v1.records import ExecuteAnswer, ExecuteRequest, LimitChanges, RunRequest
from benchwright.server.call import Call
from benchwright.server.memory import check_answer
from benchwright.server.service import Settings


async def execute(call: Call, request: ExecuteRequest) -> ExecuteAnswer:
    """Run the program."""
    answer = ExecuteAnswer.of(await call.sandbox.run(program_of(request, call.service.settings)))
    call.service.measures.verdict(answer.verdict, judged=False)
    return answer


def program_of(request: ExecuteRequest, settings: Settings) -> Program:
    """Build the program that the request describes, if the server allows it."""
    language = find_language(request.language)
    mode = language.mode(request.mode)
    runs = _runs(request)
    if len(runs) > settings.max_batch:
        raise UsageError(f"the request has {len(runs)} runs", f"this server allows at most {settings.max_batch}")
    program = Program(
        language=language.id,
        files=_files(request, mode.source),
        mode=request.mode,
        environment=request.environment,
        env=request.env,
        runs=runs,
        limits=changed_limits(default_limits(language, mode), request.limits, settings, "limits"),
        build_limits=changed_limits(build_limits(language, mode), request.build_limits, settings, "build_limits"),
        keep_bytes=request.keep_bytes,
        collect=request.collect,
        collect_limit_bytes=request.collect_limit_bytes,
        observe=frozenset(request.observe),
        fresh=request.fresh,
    )
    check_answer(program)
    return program


def run_limits(language: Language, mode: str, changes: LimitChanges | None, settings: Settings) -> Limits:
    """Return the limits for each run of a program."""
    return changed_limits(default_limits(language, language.mode(mode)), changes, settings, "limits")


def changed_limits(defaults: Limits, changes: LimitChanges | None, settings: Settings, field: str) -> Limits:
    """Apply the changes to the defaults. A default above the server's maximum is lowered to it; a change above it is
    refused."""
    maxima = {"wall_s": settings.max_wall_s, "memory_bytes": settings.max_memory_bytes}
    wanted = {
        name: value for name, value in msgspec.structs.asdict(changes or LimitChanges()).items() if value is not None
    }
    for name, most in maxima.items():
        if wanted.get(name, 0) > most:
            raise UsageError(f"{field}.{name} is {wanted[name]}", f"this server allows at most {most}")
    lowered = {name: min(getattr(defaults, name), most) for name, most in maxima.items()}
    return msgspec.structs.replace(defaults, **{**lowered, **wanted})


def all_files(texts: Mapping[str, str], others: Mapping[str, bytes]) -> dict[str, bytes]:
    """Merge the files of the work folder."""
    for path in sorted(texts.keys() & others.keys()):
        raise UsageError(f"{path!r} is in both files and files_base64", "send each file once")
    return {**{path: text.encode() for path, text in texts.items()}, **others}


def _files(request: ExecuteRequest, main: str) -> dict[str, bytes]:
    files = all_files(request.files, request.files_base64)
    if request.source is None:
        return files
    if main in files:
        raise UsageError(f"source and files both contain {main}", "send only one of them")
    return {**files, main: request.source.encode()}


def _runs(request: ExecuteRequest) -> tuple[Run, ...]:
    if request.runs is None:
        return (_run(RunRequest(stdin=request.stdin, stdin_base64=request.stdin_base64, args=request.args)),)
    if request.stdin or request.stdin_base64 or request.args:
        raise UsageError("stdin and args cannot be combined with runs", "set them in each run")
    return tuple(map(_run, request.runs))


def _run(request: RunRequest) -> Run:
    if request.stdin and request.stdin_base64 is not None:
        raise UsageError("a run has both stdin and stdin_base64", "send only one of them")
    return Run(
        stdin=request.stdin.encode() if request.stdin_base64 is None else request.stdin_base64,
        args=request.args,
        env=request.env,
        message=request.message_base64,
        clock_shift_s=request.clock_shift_s,
    )
