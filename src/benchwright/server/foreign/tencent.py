"""Judges as Tencent's MultiLanguageSandbox does, with our verdicts behind it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any, Literal, TypeVar

import msgspec

from benchwright.errors import UsageError
from benchwright.judging import Judgement, Question, Verdict, judge_plain, judge_tests
from benchwright.languages import WORK_FOLDER, Language, fill_command, find_language, find_toolchain
from benchwright.languages.join import can_join, clean, encode, join
from benchwright.sandbox.concurrent import run_with_retries
from benchwright.sandbox.protocol import Execution, Program, Stage
from benchwright.server.call import Call
from benchwright.server.failures import InvalidRequest
from benchwright.server.foreign.running import (
    environment_of,
    exit_code_of,
    message_of,
    patient,
    run_limits,
    seconds,
    text_of,
)
from benchwright.server.queue import WaitingSandbox
from benchwright.server.trial import try_reading

Outcome = Literal[
    "PASSED",
    "WRONG_ANSWER",
    "TIME_LIMIT_EXCEEDED",
    "COMPILATION_ERROR",
    "SYNTAX_ERROR",
    "RUNTIME_ERROR",
    "INTERNAL_ERROR",
    "ARGUMENT_ERROR",
    "UNKNOWN_ERROR",
]


class RequestExtensions(msgspec.Struct, frozen=True, kw_only=True):
    """How to run."""

    timeout: float = 5.0
    """Seconds on the clock for the run; a number or a text."""
    debug: bool = False
    """Taken and not used."""
    go_test_method: Literal["test", "main"] | None = None
    """How Go programs start: by their Test functions or by main. None: by Test functions where there are any."""


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """A program, or a solution and its tests."""

    src_uid: str | int
    """The client's own name for it; comes back."""
    lang: str
    """Any name of a language."""
    source_code: str = ""
    """A whole program."""
    func_code: str = ""
    """A solution, where there is no whole program."""
    main_code: str = ""
    """Its tests."""
    show_log: bool = False
    """Taken and not used."""
    request_extensions: RequestExtensions = RequestExtensions()
    """How to run."""


class Splice(msgspec.Struct, frozen=True, kw_only=True):
    """A solution and tests that are to become one text."""

    src_uid: str | int
    """The client's own name for it; comes back."""
    lang: str
    """Any name of a language."""
    func_code: str
    """The solution."""
    main_code: str
    """Its tests."""


class ResponseExtensions(msgspec.Struct, frozen=True, kw_only=True):
    """What happened, in numbers."""

    server_ip: str = ""
    """Address that the server listens on."""
    language: str = ""
    """Language id."""
    path: str = ""
    """The main file, as the program saw it."""
    cmd: str = ""
    """The command that ran."""
    timeout: float = 0.0
    """Seconds that the run had."""
    exit_code: int = 0
    """Exit status; negative where a signal ended it."""
    stdout: str = ""
    """Standard output of the decisive stage."""
    stderr: str = ""
    """Standard error of the decisive stage."""
    process_cpu_util: float = 0.0
    """Processor time in percent of the time on the clock."""
    process_cpu_time: float = 0.0
    """Seconds of processor time."""
    process_exec_time: float = 0.0
    """Seconds on the clock."""
    process_peak_memory: int = 0
    """kB of the whole tree."""
    outcome: Outcome = "UNKNOWN_ERROR"
    """As `exec_outcome`."""
    src_uid: str | int = ""
    """As in the request."""
    exec_runtime: float = 0.0
    """Seconds on the clock of build and run together."""


class Outcomes(msgspec.Struct, frozen=True, kw_only=True):
    """The answer."""

    src_uid: str | int = ""
    """As in the request."""
    all_code: str = ""
    """The joined program; empty where it came whole."""
    exec_cout: str = ""
    """Standard output of the run."""
    exec_outcome: Outcome
    """What it earned."""
    exec_compile_message: str = ""
    """What the compiler said, where that decided."""
    exec_runtime_message: str = ""
    """Why it did not pass, then standard error."""
    response_extensions: ResponseExtensions = ResponseExtensions()
    """Numbers."""


class Spliced(msgspec.Struct, frozen=True, kw_only=True):
    """The joined program."""

    src_uid: str | int
    """As in the request."""
    all_code: str
    """Its text."""


class NotSpliced(msgspec.Struct, frozen=True, kw_only=True):
    """Why there is none."""

    splice_outcome: Outcome
    """ARGUMENT_ERROR, or INTERNAL_ERROR."""
    splice_message: str
    """What is wrong."""


PATIENCE_S = 55.0
"""For waiting and running. The official client gives up after 60 s, and takes that for a failed solution."""
_LEAST_PATIENCE_S = 5.0
"""For waiting, however long the run may take."""

_Body = TypeVar("_Body", Submission, Splice)

_OUTCOMES: Mapping[Verdict, Outcome] = {
    Verdict.PASSED: "PASSED",
    Verdict.WRONG_ANSWER: "WRONG_ANSWER",
    Verdict.INCOMPLETE: "WRONG_ANSWER",
    Verdict.TAMPERED: "WRONG_ANSWER",
    Verdict.COMPILE_ERROR: "COMPILATION_ERROR",
    Verdict.RUNTIME_ERROR: "RUNTIME_ERROR",
    Verdict.MEMORY_LIMIT: "RUNTIME_ERROR",
    Verdict.OUTPUT_LIMIT: "RUNTIME_ERROR",
    Verdict.TIME_LIMIT: "TIME_LIMIT_EXCEEDED",
}


def read(body: Mapping[str, Any], kind: type[_Body]) -> _Body:
    """The body's fields. Texts stand for numbers and truth values, null for what is absent."""
    extensions = body.get("request_extensions")
    given = {**body, "request_extensions": _present(extensions)} if isinstance(extensions, Mapping) else body
    try:
        return msgspec.convert(_present(given), kind, strict=False)
    except msgspec.ValidationError as error:
        raise InvalidRequest(str(error)) from None


def _present(body: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if value is not None}


async def submit(call: Call, submission: Submission) -> Outcomes:
    """Run it, and answer."""
    language = _language(submission.lang)
    seconds("timeout", submission.request_extensions.timeout, call.service.settings)
    if can_join(language):
        parts = ("", submission.source_code) if submission.source_code else (submission.func_code, submission.main_code)
        await try_reading(lambda: join(language, *parts), *parts)
    if submission.source_code:
        tests = _starts_by_tests(language, submission)
        judgement = await (_judged(call, language, submission) if tests else _plain(call, language, submission))
        mode = join(language, "", submission.source_code).mode if tests else ""
        return _outcomes(call, submission, language, mode, judgement, "")
    for field in ("func_code", "main_code"):
        if not getattr(submission, field):
            message = f"{field} is missing"
            raise InvalidRequest(message, "send source_code, or func_code and main_code")
    judgement = await _judged(call, language, submission)
    mode = join(language, submission.func_code, submission.main_code).mode
    spliced = splice(language, submission.func_code, submission.main_code)
    return _outcomes(call, submission, language, mode, judgement, spliced)


def splice(language: Language, solution: str, tests: str) -> str:
    """What is judged, as one text: of several files those that hold the two parts, one after the other."""
    joined = join(language, solution, tests)
    parts = [joined.files[name] for name in joined.origins if name in joined.files]
    texts = [data.decode(errors="replace") for data in parts] if len(joined.files) > 1 else []
    return "\n".join(texts or [data.decode(errors="replace") for data in joined.files.values()])


async def spliced(body: Splice) -> str:
    """The joined program of a request."""
    language = _language(body.lang)
    if not can_join(language):
        raise UsageError(f"lang: {language.id} programs cannot be joined with tests yet")
    await try_reading(lambda: join(language, body.func_code, body.main_code), body.func_code, body.main_code)
    return splice(language, body.func_code, body.main_code)


def _language(name: str) -> Language:
    try:
        return find_language(name)
    except UsageError as error:
        raise InvalidRequest(f"lang: {error}", error.hint) from None


def _starts_by_tests(language: Language, submission: Submission) -> bool:
    """A Go program may be one for `go test`, which has no main function that could be run."""
    if language.id != "go" or submission.request_extensions.go_test_method == "main":
        return False
    return join(language, "", submission.source_code).entry == "framework"


async def _judged(call: Call, language: Language, submission: Submission) -> Judgement:
    if submission.source_code:
        solution, tests = "", submission.source_code
    else:
        solution, tests = submission.func_code, submission.main_code
    mode = language.mode(join(language, solution, tests).mode) if can_join(language) else language.mode("")
    question = Question(
        language=language.id,
        tests=tests,
        environment=environment_of(language, solution, tests),
        limits=run_limits(language, mode, wall_s=submission.request_extensions.timeout),
    )
    return await judge_tests(_patient(call, submission), question, solution)


async def _plain(call: Call, language: Language, submission: Submission) -> Judgement:
    program = Program(
        language=language.id,
        files={language.source: encode(clean(submission.source_code))},
        environment=environment_of(language, submission.source_code),
        limits=run_limits(language, language.mode(""), wall_s=submission.request_extensions.timeout),
    )
    return judge_plain(await run_with_retries(_patient(call, submission), program))


def _patient(call: Call, submission: Submission) -> WaitingSandbox:
    left_s = PATIENCE_S - submission.request_extensions.timeout
    patience_s = max(left_s, _LEAST_PATIENCE_S)
    return WaitingSandbox(patient(call.sandbox, patience_s), patience_s, together=True)


def _outcomes(
    call: Call, submission: Submission, language: Language, mode: str, judgement: Judgement, all_code: str
) -> Outcomes:
    call.service.measures.verdict(judgement.verdict, judged=judgement.judged)
    execution = judgement.execution
    outcome = _OUTCOMES[judgement.verdict]
    if outcome == "COMPILATION_ERROR" and execution.build is None:
        outcome = "SYNTAX_ERROR"
    told = _told(judgement, _decisive(execution))
    by_compiler = judgement.verdict is Verdict.COMPILE_ERROR
    return Outcomes(
        src_uid=submission.src_uid,
        all_code=all_code,
        exec_cout=text_of(execution.runs[-1].stdout) if execution.runs else "",
        exec_outcome=outcome,
        exec_compile_message=told if by_compiler else "",
        exec_runtime_message="" if by_compiler else told,
        response_extensions=_extensions(call, submission, language, mode, execution, outcome),
    )


def _decisive(execution: Execution) -> Stage:
    return execution.stages[-1]


def _told(judgement: Judgement, stage: Stage) -> str:
    if judgement.passed:
        return ""
    said = [text_of(stage.stderr)] if stage.name == "run" else [text_of(stage.stderr), text_of(stage.stdout)]
    return "\n".join(filter(None, (message_of(judgement), *said)))


def _extensions(
    call: Call, submission: Submission, language: Language, mode: str, execution: Execution, outcome: Outcome
) -> ResponseExtensions:
    stage = _decisive(execution)
    way = language.mode(mode)
    command = way.build if stage.name == "build" else way.run
    return ResponseExtensions(
        server_ip=call.service.settings.host,
        language=language.id,
        path=f"{WORK_FOLDER}/{way.source}",
        cmd=shlex.join(fill_command(language, find_toolchain(language), command, way.source)),
        timeout=submission.request_extensions.timeout,
        exit_code=exit_code_of(stage, passed=outcome == "PASSED"),
        stdout=text_of(stage.stdout),
        stderr=text_of(stage.stderr),
        process_cpu_util=round(100 * stage.cpu_s / stage.wall_s, 1) if stage.wall_s else 0.0,
        process_cpu_time=stage.cpu_s,
        process_exec_time=stage.wall_s,
        process_peak_memory=stage.memory_bytes // 1024,
        outcome=outcome,
        src_uid=submission.src_uid,
        exec_runtime=sum(each.wall_s for each in execution.stages),
    )
