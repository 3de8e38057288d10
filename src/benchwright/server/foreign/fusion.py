"""Runs programs as SandboxFusion does."""

from __future__ import annotations

import base64
import binascii
import posixpath
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from benchwright.errors import UsageError
from benchwright.judging import Judgement, Verdict, judge_plain
from benchwright.judging.decide import decide
from benchwright.languages import Language, find_language
from benchwright.languages.join import clean, encode, join
from benchwright.sandbox.concurrent import run_with_retries
from benchwright.sandbox.protocol import Execution, Program, Run, Stage
from benchwright.server.call import Call
from benchwright.server.failures import InvalidRequest
from benchwright.server.foreign.running import (
    OUTPUT_BYTES,
    build_limits,
    environment_of,
    exit_code_of,
    memory,
    message_of,
    patient,
    run_limits,
    seconds,
    text_of,
)
from benchwright.server.trial import try_reading


class RunCode(msgspec.Struct, frozen=True, kw_only=True):
    """A program."""

    code: str
    """Its main file."""
    language: str
    """SandboxFusion's name of the language, or any of ours."""
    stdin: str | None = None
    """All of standard input."""
    compile_timeout: float | None = None
    """Seconds on the clock. None: as long as the language's compiler may need."""
    run_timeout: float = 10.0
    """Seconds on the clock."""
    memory_limit_MB: int = -1  # noqa: N815
    """MiB of the whole tree. -1: the language's own limit."""
    files: Mapping[str, str | None] = {}
    """Relative path → content in base64."""
    fetch_files: tuple[str, ...] = ()
    """Relative paths to hand back."""


class CommandResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a build or a run did."""

    status: Literal["Finished", "Error", "TimeLimitExceeded"]
    """How it ended."""
    execution_time: float | None
    """Seconds on the clock."""
    return_code: int | None
    """Exit status, negative where a signal ended it; None when time was up."""
    stdout: str
    """Standard output."""
    stderr: str
    """Standard error."""


class RunResult(msgspec.Struct, frozen=True, kw_only=True):
    """The answer."""

    status: Literal["Success", "Failed", "SandboxError"]
    """SandboxError is our failure; it says nothing about the program."""
    message: str = ""
    """Why it failed, where exit status and output do not say it."""
    compile_result: CommandResult | None = None
    """None where nothing is built."""
    run_result: CommandResult | None = None
    """None when the build failed."""
    executor_pod_name: str | None = None
    """Not used."""
    files: Mapping[str, str] = {}
    """Path → content in base64 of the fetched files that are there."""


class DatasetRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Asks about a benchmark."""

    dataset: str
    """Its name."""
    id: str | int | None = None
    """Of a problem."""
    offset: int = 0
    """So many problems are left out at the beginning."""
    limit: int | None = None
    """No more than so many."""
    config: Mapping[str, Any] = {}
    """`language` narrows to problems of one; the rest is not used."""


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """What a model is asked."""

    id: str
    """Of the problem."""
    prompt: str
    """The question as it is put."""
    labels: Mapping[str, Any]
    """language, difficulty, tags."""


class Completion(msgspec.Struct, frozen=True, kw_only=True):
    """A model's answer to a problem."""

    dataset: str
    """Name of the benchmark."""
    id: str | int
    """Of the problem."""
    completion: str
    """The answer as it came."""
    config: Mapping[str, Any] = {}
    """Taken and not used: the benchmark says how its problems are judged."""


class TestOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """One test set."""

    __test__ = False

    passed: bool
    """Whether all of it passed."""
    exec_info: RunResult
    """What happened."""


class Graded(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a completion."""

    id: str | int
    """Of the problem, as in the request."""
    accepted: bool
    """Whether every test set passed."""
    extracted_code: str
    """The code that was found in the completion."""
    full_code: str
    """The code that was judged."""
    test_code: str
    """The tests of the first set that did not pass; of the last one where all did."""
    tests: tuple[TestOutcome, ...]
    """One for each test set that was run."""
    extracted_type: Literal["fenced", "incomplete_fenced", "heuristic", "empty"]
    """How the code was found: clients know these words alone."""
    extra: Mapping[str, Any]
    """verdict, reason, how the code was found in our words, verdicts of the test sets, toolchain."""


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
"""Answers with the nonce, the status of pytest, and how many tests it called."""


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """How the tests of one such name run."""

    language: str
    """Language id."""
    by: Literal["driver", "pytest", "script"] = "driver"
    """Whether our driver runs the tests, or pytest; or whether there are none, and the text is a script that only the
    driver knows how to start."""


class Tested(msgspec.Struct, frozen=True, kw_only=True):
    """A program of tests, and what decides about it."""

    program: Program
    """What runs."""
    decide: Callable[[Execution], Judgement]
    """Its verdict."""


TESTED: Mapping[str, Kind] = {
    "go_test": Kind(language="go"),
    "junit": Kind(language="java"),
    "D_ut": Kind(language="d"),
    "kotlin_script": Kind(language="kotlin", by="script"),
    "pytest": Kind(language="python", by="pytest"),
}


def with_tests(kind: Kind, program: Program, code: str) -> Tested:
    """The program that runs the tests of a text, which holds what they test too."""
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
    """Fixtures and parameters are pytest's own matter; where it is not installed, the sandbox says so."""
    source = find_language(program.language).source
    files = {**program.files, source: SOURCE.encode(), TESTS_FILE: encode(clean(code))}
    changed = msgspec.structs.replace(_asking(program, nonce), files=files, environment="scientific")
    return Tested(program=changed, decide=lambda execution: _proven(execution, nonce))


def _proven(execution: Execution, nonce: str) -> Judgement:
    judgement = judge_plain(execution)
    reply = execution.runs[0].reply if execution.runs else None
    told, _, executed = (reply or b"").rpartition(b" ")
    if not judgement.passed or (told == f"{nonce} 0".encode() and executed != b"0"):
        return judgement
    reason = "early_exit" if told != f"{nonce} 0".encode() else "no_tests"
    return msgspec.structs.replace(judgement, verdict=Verdict.INCOMPLETE, reason=reason, judged=True)


def _asking(program: Program, nonce: str) -> Program:
    runs = tuple(msgspec.structs.replace(run, message=nonce.encode()) for run in program.runs)
    return msgspec.structs.replace(program, runs=runs)


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
        judgement = tested.decide(await run_with_retries(sandbox, tested.program))
    else:
        judgement = judge_plain(await run_with_retries(sandbox, program))
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
    notes = ["" if plain else message_of(judgement), *_omitted(execution)]
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
