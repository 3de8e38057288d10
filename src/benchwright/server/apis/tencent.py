"""Tencent's MultiLanguageSandbox: /splice_code. /submit shares its path with another API, see submit.py."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any, Literal, TypeVar

import msgspec

from benchwright.errors import GuaranteeMissing, ToolchainMissing, UsageError
from benchwright.judging import Judgement, Question, Verdict, judge_plain, judge_tests
from benchwright.languages import WORK_FOLDER, Language, fill_command, find_language, find_toolchain
from benchwright.languages.join import can_join, clean, encode, join
from benchwright.sandbox.concurrent import run_with_retries
from benchwright.sandbox.protocol import Execution, Program, Stage
from benchwright.server.api import Api, Route
from benchwright.server.call import Call, InvalidRequest, TooLarge, Unauthorized
from benchwright.server.foreign import exit_code_of, message_of, patient, run_limits, seconds, text_of
from benchwright.server.queue import WaitingSandbox
from benchwright.server.reply import Reply
from benchwright.server.trial import check_parse_time

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
    """Options of a run."""

    timeout: float = 5.0
    """Wall-clock seconds for the run, as a number or a string."""
    debug: bool = False
    """Accepted but ignored, kept for compatibility."""
    go_test_method: Literal["test", "main"] | None = None
    """How Go programs start: with their Test functions or with main. None: with Test functions if there are any."""


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """A program, or a solution with tests."""

    src_uid: str | int
    """The client's id for the submission, returned unchanged."""
    lang: str
    """Any name of a language."""
    source_code: str = ""
    """Source code of a whole program."""
    func_code: str = ""
    """Source code of a solution, if there is no whole program."""
    main_code: str = ""
    """Tests of the solution."""
    show_log: bool = False
    """Accepted but ignored, kept for compatibility."""
    request_extensions: RequestExtensions = RequestExtensions()
    """Options of the run."""


class Splice(msgspec.Struct, frozen=True, kw_only=True):
    """A solution and tests to join into one text."""

    src_uid: str | int
    """The client's id for the request, returned unchanged."""
    lang: str
    """Any name of a language."""
    func_code: str
    """Source code of the solution."""
    main_code: str
    """Tests of the solution."""


class ResponseExtensions(msgspec.Struct, frozen=True, kw_only=True):
    """Details and measurements of a run."""

    server_ip: str = ""
    """Address that the server listens on."""
    language: str = ""
    """Id of the language."""
    path: str = ""
    """Path of the main file, as seen by the program."""
    cmd: str = ""
    """Command of the last stage."""
    timeout: float = 0.0
    """Wall-clock limit of the run in seconds."""
    exit_code: int = 0
    """Exit status; negative if killed by a signal."""
    stdout: str = ""
    """Standard output of the last stage."""
    stderr: str = ""
    """Standard error of the last stage."""
    process_cpu_util: float = 0.0
    """CPU time as a percentage of wall-clock time."""
    process_cpu_time: float = 0.0
    """CPU time in seconds."""
    process_exec_time: float = 0.0
    """Wall-clock time in seconds."""
    process_peak_memory: int = 0
    """Peak memory of the process tree in KiB."""
    outcome: Outcome = "UNKNOWN_ERROR"
    """Same value as `exec_outcome`."""
    src_uid: str | int = ""
    """Id from the request."""
    exec_runtime: float = 0.0
    """Wall-clock seconds of build and run together."""


class Outcomes(msgspec.Struct, frozen=True, kw_only=True):
    """Response to a submission."""

    src_uid: str | int = ""
    """Id from the request."""
    all_code: str = ""
    """The joined program; empty if the request had a whole program."""
    exec_cout: str = ""
    """Standard output of the run."""
    exec_outcome: Outcome
    """Verdict in the terms of this API."""
    exec_compile_message: str = ""
    """Compiler messages, if the build failed."""
    exec_runtime_message: str = ""
    """Why it did not pass, followed by standard error."""
    response_extensions: ResponseExtensions = ResponseExtensions()
    """Details and measurements of the run."""


class Spliced(msgspec.Struct, frozen=True, kw_only=True):
    """The joined program."""

    src_uid: str | int
    """Id from the request."""
    all_code: str
    """Text of the joined program."""


class NotSpliced(msgspec.Struct, frozen=True, kw_only=True):
    """Why the program could not be joined."""

    splice_outcome: Outcome
    """Either ARGUMENT_ERROR or INTERNAL_ERROR."""
    splice_message: str
    """Description of the error."""


PATIENCE_S = 55.0
"""Seconds for waiting and running together. The official client gives up after 60 s and counts that as a failed
solution."""
_LEAST_PATIENCE_S = 5.0
"""Minimum seconds for waiting, regardless of the run's timeout."""

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


def _read(body: Mapping[str, Any], kind: type[_Body]) -> _Body:
    """Decode the body. Strings may stand for numbers and booleans; null means absent."""
    extensions = body.get("request_extensions")
    given = {**body, "request_extensions": _present(extensions)} if isinstance(extensions, Mapping) else body
    try:
        return msgspec.convert(_present(given), kind, strict=False)
    except msgspec.ValidationError as error:
        raise InvalidRequest(str(error)) from None


def _present(body: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if value is not None}


async def submit(call: Call) -> Reply:
    """Judge a solution against its tests, or run a program."""
    return Reply(value=await _submitted(call, _read(call.body, Submission)))


async def _submitted(call: Call, submission: Submission) -> Outcomes:
    language = _language(submission.lang)
    seconds("timeout", submission.request_extensions.timeout, call.service.settings)
    if can_join(language):
        parts = ("", submission.source_code) if submission.source_code else (submission.func_code, submission.main_code)
        await check_parse_time(lambda: join(language, *parts), *parts)
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
    """Return what is judged as one text: of several files, the two that hold solution and tests, one after the
    other."""
    joined = join(language, solution, tests)
    parts = [joined.files[name] for name in joined.origins if name in joined.files]
    texts = [data.decode(errors="replace") for data in parts] if len(joined.files) > 1 else []
    return "\n".join(texts or [data.decode(errors="replace") for data in joined.files.values()])


async def spliced(body: Splice) -> str:
    """Join the program of a request."""
    language = _language(body.lang)
    if not can_join(language):
        raise UsageError(f"lang: {language.id} programs cannot be joined with tests yet")
    await check_parse_time(lambda: join(language, body.func_code, body.main_code), body.func_code, body.main_code)
    return splice(language, body.func_code, body.main_code)


def _language(name: str) -> Language:
    try:
        return find_language(name)
    except UsageError as error:
        raise InvalidRequest(f"lang: {error}", error.hint) from None


def _starts_by_tests(language: Language, submission: Submission) -> bool:
    """Whether a Go program is meant for `go test`, and has no main function to run."""
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
        limits=run_limits(language, mode, wall_s=submission.request_extensions.timeout),
    )
    return await judge_tests(_patient(call, submission), question, solution)


async def _plain(call: Call, language: Language, submission: Submission) -> Judgement:
    program = Program(
        language=language.id,
        files={language.source: encode(clean(submission.source_code))},
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
    message = _output_text(judgement, _decisive(execution))
    by_compiler = judgement.verdict is Verdict.COMPILE_ERROR
    return Outcomes(
        src_uid=submission.src_uid,
        all_code=all_code,
        exec_cout=text_of(execution.runs[-1].stdout) if execution.runs else "",
        exec_outcome=outcome,
        exec_compile_message=message if by_compiler else "",
        exec_runtime_message="" if by_compiler else message,
        response_extensions=_extensions(call, submission, language, mode, execution, outcome),
    )


def _decisive(execution: Execution) -> Stage:
    return execution.stages[-1]


def _output_text(judgement: Judgement, stage: Stage) -> str:
    if judgement.passed:
        return ""
    output = [text_of(stage.stderr)] if stage.name == "run" else [text_of(stage.stderr), text_of(stage.stdout)]
    return "\n".join(filter(None, (message_of(judgement), *output)))


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


async def splice_code(call: Call) -> Reply:
    """Join a solution and its tests."""
    body = _read(call.body, Splice)
    return Reply(value=Spliced(src_uid=body.src_uid, all_code=await spliced(body)))


def submit_failure(error: Exception, call: Call | None) -> Reply:
    """Fill in every field: clients read them before they check the status."""
    status, outcome = _failed(error)
    uid = _uid(call)
    message = error.sentence if isinstance(error, UsageError) else f"the sandbox failed: {error}"
    value = Outcomes(
        src_uid=uid,
        exec_outcome=outcome,
        exec_runtime_message=message,
        response_extensions=ResponseExtensions(outcome=outcome, src_uid=uid),
    )
    return Reply(value=value, status=status)


def _splice_failure(error: Exception, _: Call | None) -> Reply:
    status, outcome = _failed(error)
    message = error.sentence if isinstance(error, UsageError) else str(error)
    return Reply(value=NotSpliced(splice_outcome=outcome, splice_message=message), status=status)


def _failed(error: Exception) -> tuple[int, Outcome]:
    """A missing toolchain is the server's fault, not the client's."""
    server_fault = isinstance(error, ToolchainMissing | GuaranteeMissing) or not isinstance(error, UsageError)
    if server_fault:
        return 500, "INTERNAL_ERROR"
    refused = 401 if isinstance(error, Unauthorized) else 413 if isinstance(error, TooLarge) else 200
    return refused, "ARGUMENT_ERROR"


def _uid(call: Call | None) -> str | int:
    uid = call.body.get("src_uid") if call is not None and isinstance(call.body, Mapping) else None
    return uid if isinstance(uid, str | int) else ""


API = Api(
    name="tencent",
    routes=(
        Route(
            method="POST",
            path="/splice_code",
            name="splice_code",
            summary="Join a solution and its tests",
            handle=splice_code,
            body=dict[str, Any],
            answers={200: Spliced},
            examples={
                "python": {
                    "src_uid": "1",
                    "lang": "python",
                    "func_code": "def double(n):\n    return 2 * n\n",
                    "main_code": "assert double(2) == 4\n",
                }
            },
        ),
    ),
    failure=_splice_failure,
)
