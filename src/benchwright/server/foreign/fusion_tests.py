"""SandboxFusion's languages whose programs are tests or scripts: go_test, junit, D_ut, pytest, kotlin_script."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from benchwright.judge import Judgement, Verdict
from benchwright.judge.decide import decide
from benchwright.judge.plain import judge_plain
from benchwright.languages import find_language
from benchwright.languages.join import clean, encode, join
from benchwright.sandbox.protocol import Execution, Program
from benchwright.server.foreign.pytest_driver import SOURCE, TESTS_FILE


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
