"""SandboxFusion's API: /run_code and /v1/ping. Its dataset endpoints are in datasets.py; /submit shares its path with
another API, see submit.py."""

from __future__ import annotations

import base64
import binascii
import posixpath
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from benchwright.errors import BenchwrightError, UsageError
from benchwright.judging import Judgement, Verdict, judge_plain
from benchwright.judging.decide import decide
from benchwright.languages import Language, find_language
from benchwright.languages.join import clean, encode, join
from benchwright.sandbox.concurrent import run_with_retries
from benchwright.sandbox.protocol import Execution, Program, Run, Stage
from benchwright.server.api import Api, Route
from benchwright.server.call import Call, InvalidRequest, Overloaded, TooLarge, Unauthorized
from benchwright.server.foreign import (
    OUTPUT_BYTES,
    build_limits,
    exit_code_of,
    memory,
    message_of,
    patient,
    run_limits,
    seconds,
    text_of,
)
from benchwright.server.reply import Reply
from benchwright.server.trial import check_parse_time


class RunCode(msgspec.Struct, frozen=True, kw_only=True):
    """A program to run."""

    code: str
    """Source code of the main file."""
    language: str
    """SandboxFusion's name for the language, or any of benchwright's."""
    stdin: str | None = None
    """Complete standard input; null: empty."""
    compile_timeout: float | None = None
    """Wall-clock seconds for the build. None: the language's default."""
    run_timeout: float = 10.0
    """Wall-clock seconds for the run."""
    memory_limit_MB: int = -1  # noqa: N815
    """Memory limit in MiB for the whole process tree. -1: the language's default."""
    files: Mapping[str, str | None] = {}
    """Relative path → file content in base64."""
    fetch_files: tuple[str, ...] = ()
    """Relative paths of files to return."""


class CommandResult(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a build or a run."""

    status: Literal["Finished", "Error", "TimeLimitExceeded"]
    """How the process ended."""
    execution_time: float | None
    """Wall-clock time in seconds."""
    return_code: int | None
    """Exit status, negative if killed by a signal; None on a timeout."""
    stdout: str
    """Text written to standard output."""
    stderr: str
    """Text written to standard error."""


class RunResult(msgspec.Struct, frozen=True, kw_only=True):
    """Response to a program."""

    status: Literal["Success", "Failed", "SandboxError"]
    """Outcome; SandboxError means the service failed and says nothing about the program."""
    message: str = ""
    """Why it failed, if exit status and output do not show it."""
    compile_result: CommandResult | None = None
    """Result of the build; None if there is none."""
    run_result: CommandResult | None = None
    """Result of the run; None if the build failed."""
    executor_pod_name: str | None = None
    """Always null, kept for compatibility."""
    files: Mapping[str, str] = {}
    """Path → content in base64, for the requested files that exist."""


class DatasetRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A query about a benchmark."""

    dataset: str
    """Name of the benchmark."""
    id: str | int | None = None
    """Id of a problem; null for the whole benchmark."""
    offset: int = 0
    """Number of problems to skip."""
    limit: int | None = None
    """Maximum number of problems; null: no limit."""
    config: Mapping[str, Any] = {}
    """`language` selects the problems of one language; other keys are ignored."""


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """Prompt of one problem."""

    id: str
    """Id of the problem."""
    prompt: str
    """Text that a model is asked."""
    labels: Mapping[str, Any]
    """Language, difficulty and tags of the problem."""


class Completion(msgspec.Struct, frozen=True, kw_only=True):
    """A model's answer to a problem."""

    dataset: str
    """Name of the benchmark."""
    id: str | int
    """Id of the problem."""
    completion: str
    """The model's unprocessed answer."""
    config: Mapping[str, Any] = {}
    """Accepted but ignored: the benchmark defines how its problems are judged."""


class TestOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """Result of one test set."""

    __test__ = False

    passed: bool
    """Whether the whole test set passed."""
    exec_info: RunResult
    """Details of the run."""


class Graded(msgspec.Struct, frozen=True, kw_only=True):
    """Response to a completion."""

    id: str | int
    """Id of the problem, as in the request."""
    accepted: bool
    """Whether every test set passed."""
    extracted_code: str
    """Code that was found in the completion."""
    full_code: str
    """Code that was judged."""
    test_code: str
    """Tests of the first test set that did not pass; of the last one if all passed."""
    tests: tuple[TestOutcome, ...]
    """One entry per test set that was run."""
    extracted_type: Literal["fenced", "incomplete_fenced", "heuristic", "empty"]
    """How the code was found, in the terms that clients know."""
    extra: Mapping[str, Any]
    """Verdict, reason, benchwright's extraction rule, verdicts of the test sets, and toolchain."""


TESTS_FILE = "test_code.py"

SOURCE = f"""\
import os, posix, sys, types


def prover():
    write, nonce, proof = posix.write, posix.read(3, 64), posix.dup(4)
    posix.close(3)
    posix.close(4)
    status, executed = yield
    write(proof, nonce + b" %d %d" % (status, executed))
    yield


class Count:
    executed = 0

    def pytest_runtest_logreport(self, report):
        self.executed += report.when == "call"


def drive():
    prove = prover()
    next(prove)
    import pytest

    count = Count()
    sys.modules["__main__"] = types.ModuleType("__main__")
    status = int(pytest.main(["-p", "no:cacheprovider", "{TESTS_FILE}"], plugins=[count]))
    prove.send((status, count.executed))
    sys.exit(status)


drive()
"""
"""Replies with the nonce, pytest's exit status, and the number of tests it called."""


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """How to run the tests of one such language name."""

    language: str
    """Id of the language."""
    by: Literal["driver", "pytest", "script"] = "driver"
    """Whether benchwright's driver or pytest runs the tests, or whether the text has no tests and is a script that only
    the driver can start."""


class Tested(msgspec.Struct, frozen=True, kw_only=True):
    """A program that runs tests, and the function that decides its verdict."""

    program: Program
    """Program that runs the tests."""
    decide: Callable[[Execution], Judgement]
    """Derives the verdict from the execution."""


TESTED: Mapping[str, Kind] = {
    "go_test": Kind(language="go"),
    "junit": Kind(language="java"),
    "D_ut": Kind(language="d"),
    "kotlin_script": Kind(language="kotlin", by="script"),
    "pytest": Kind(language="python", by="pytest"),
}


def with_tests(kind: Kind, program: Program, code: str) -> Tested:
    """Build the program that runs the tests in a text, which also contains the code under test."""
    nonce = secrets.token_hex(16)
    if kind.by == "pytest":
        return _by_pytest(program, code, nonce)
    return _by_driver(program, code, nonce, judged=kind.by == "driver")


def _by_driver(program: Program, code: str, nonce: str, *, judged: bool) -> Tested:
    language = find_language(program.language)
    joined = join(language, "", code)
    others = {path: data for path, data in program.files.items() if path != language.source}
    changed = msgspec.structs.replace(_asking(program, nonce), files={**others, **joined.files}, mode=joined.mode)
    if not judged:
        return Tested(program=changed, decide=judge_plain)
    return Tested(program=changed, decide=lambda execution: decide(execution, joined, nonce))


def _by_pytest(program: Program, code: str, nonce: str) -> Tested:
    """Leave fixtures and parameters to pytest; if it is not installed, the sandbox reports that."""
    source = find_language(program.language).source
    files = {**program.files, source: SOURCE.encode(), TESTS_FILE: encode(clean(code))}
    changed = msgspec.structs.replace(_asking(program, nonce), files=files, environment="scientific")
    return Tested(program=changed, decide=lambda execution: _proven(execution, nonce))


def _proven(execution: Execution, nonce: str) -> Judgement:
    judgement = judge_plain(execution)
    reply = execution.runs[0].reply if execution.runs else None
    proof, _, executed = (reply or b"").rpartition(b" ")
    if not judgement.passed or (proof == f"{nonce} 0".encode() and executed != b"0"):
        return judgement
    reason = "early_exit" if proof != f"{nonce} 0".encode() else "no_tests"
    return msgspec.structs.replace(judgement, verdict=Verdict.INCOMPLETE, reason=reason, judged=True)


def _asking(program: Program, nonce: str) -> Program:
    runs = tuple(msgspec.structs.replace(run, message=nonce.encode()) for run in program.runs)
    return msgspec.structs.replace(program, runs=runs)


ABSENT = ("cuda", "gtest", "jest", "lean", "python2", "python_gpu", "react", "sql", "verilog")
"""Languages of SandboxFusion that benchwright does not support."""

PATIENCE_S = 7.0
"""verl gives up 10 s after the time it granted, and retries only if it got a 504 before that."""
_COMPILE_S = 10.0
"""SandboxFusion's default time for a build."""

_MIB = 1 << 20
_EXPLAINED = frozenset({Verdict.COMPILE_ERROR, Verdict.RUNTIME_ERROR})
"""Verdicts of a plain run that return code and output explain fully."""


async def run_code(call: Call) -> Reply:
    """Run a program, or its tests."""
    body: RunCode = call.body
    language = language_of(body.language)
    wanted = {posixpath.normpath(path): path for path in body.fetch_files}
    program = _program(call, body, language, tuple(wanted))
    sandbox = patient(call.sandbox, _patience_s(body, language))
    if body.language in TESTED:
        await check_parse_time(lambda: with_tests(TESTED[body.language], program, body.code), body.code)
        tested = with_tests(TESTED[body.language], program, body.code)
        judgement = tested.decide(await run_with_retries(sandbox, tested.program))
    else:
        judgement = judge_plain(await run_with_retries(sandbox, program))
    kind = TESTED.get(body.language)
    call.service.measures.verdict(judgement.verdict, judged=kind is not None and kind.by != "script")
    return Reply(value=result_of(judgement, wanted))


def language_of(name: str) -> Language:
    """Find the language by SandboxFusion's name or by benchwright's."""
    if name in ABSENT:
        raise InvalidRequest(f"language {name!r} is not supported", "GET /v1/languages lists the supported languages")
    return find_language(TESTED[name].language if name in TESTED else name)


def result_of(judgement: Judgement, wanted: Mapping[str, str]) -> RunResult:
    """Build the response; `wanted` maps paths in the work folder to paths as requested."""
    execution = judgement.execution
    run = execution.runs[-1] if execution.runs else None
    files = run.files if run else {}
    found = {asked: base64.b64encode(files[path]).decode() for path, asked in wanted.items() if path in files}
    plain = not judgement.judged and judgement.verdict in _EXPLAINED
    notes = ["" if plain else message_of(judgement), *_omitted(execution)]
    return RunResult(
        status="Success" if judgement.passed else "Failed",
        message="; ".join(filter(None, notes)),
        compile_result=_command(execution.build) if execution.build else None,
        run_result=_command(run, passed=judgement.passed) if run else None,
        files=found,
    )


def _patience_s(body: RunCode, language: Language) -> float:
    """If there is no build, its time is available for waiting."""
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
        raise UsageError(f"files: {language.source} is the name of the main file", "rename the file")
    return Program(
        language=language.id,
        files={**files, language.source: encode(clean(body.code))},
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
            raise InvalidRequest(f"files: the content of {path!r} is not valid base64") from None
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


async def ping(_: Call) -> Reply:
    """Confirm that the server responds."""
    return Reply(value="pong")


def failure(error: Exception, call: Call | None) -> Reply:
    """Report the service's own failures as a SandboxError result."""
    return refusal(error) or Reply(value=RunResult(status="SandboxError", message=f"the sandbox failed: {error}"))


def refusal(error: Exception) -> Reply | None:
    """Respond with 422 if retrying is pointless, and 504 on overload, the only status on which clients retry. None: the
    service failed."""
    sentence = error.sentence if isinstance(error, BenchwrightError) else str(error)
    if isinstance(error, Overloaded):
        return Reply(value={"detail": sentence}, status=504)
    if isinstance(error, Unauthorized | TooLarge):
        return Reply(value={"detail": sentence}, status=401 if isinstance(error, Unauthorized) else 413)
    if isinstance(error, UsageError):
        wrong: dict[str, Any] = {"loc": ["body"], "msg": sentence, "type": "value_error"}
        return Reply(value={"detail": [wrong]}, status=422)
    return None


API = Api(
    name="sandboxfusion",
    routes=(
        Route(
            method="POST",
            path="/run_code",
            name="run_code",
            summary="Run a program",
            handle=run_code,
            body=RunCode,
            lax=True,
            answers={200: RunResult},
            examples={"python": {"code": "print(input())", "language": "python", "stdin": "hello"}},
        ),
        Route(
            method="GET",
            path="/v1/ping",
            name="ping",
            summary="Respond with pong",
            handle=ping,
            answers={200: str},
            open=True,
        ),
    ),
    failure=failure,
)
