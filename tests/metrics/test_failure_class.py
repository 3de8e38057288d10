"""Failure classes for the output of real toolchains.

`messages.jsonl` contains the results of wrong solutions, most of them from the judge's corpus with one word changed, in
every language that was available; long outputs are shortened.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.languages import languages
from benchwright.metrics import FailureClass, classify
from benchwright.metrics.failure_class import patterns_of
from tests.judging.cases import judge_cases


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """Output for a wrong solution, and its class."""

    language: str
    verdict: str
    reason: str
    message: str
    stderr: str
    failure: FailureClass


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A solution and its tests."""

    solution: str
    tests: str


LINES = Path(__file__).with_name("messages.jsonl").read_text(encoding="utf-8").split("\n")
SAID = [msgspec.json.decode(line, type=Said) for line in LINES if line]


@pytest.mark.parametrize("said", SAID, ids=lambda said: f"{said.language}-{said.failure}")
def test_real_messages(said: Said) -> None:
    found = classify(said.verdict, said.reason, said.message, said.stderr, "stop", "", said.language)
    assert found is said.failure


def test_most_languages_have_a_name_a_type_and_a_syntax_error() -> None:
    seen = {name: {said.failure for said in SAID if said.language == name} for name in languages()}
    whole = [name for name, classes in seen.items() if {"name_or_import", "compile"} <= classes]
    assert len(whole) >= 38
    assert Counter(said.failure for said in SAID)[FailureClass.TYPE] >= 30


@pytest.mark.parametrize(
    ("verdict", "failure"),
    [
        ("wrong_answer", "wrong_answer"),
        ("time_limit", "time"),
        ("memory_limit", "memory"),
        ("output_limit", "output"),
        ("incomplete", "incomplete"),
        ("tampered", "tampered"),
        ("compile_error", "compile"),
        ("runtime_error", "runtime"),
    ],
)
def test_the_verdict_decides_if_nothing_else_is_known(verdict: str, failure: str) -> None:
    assert classify(verdict) == failure
    assert classify(verdict, language="no such language") == failure


@pytest.mark.parametrize(
    ("flaw", "finish_reason", "failure"),
    [
        ("no code", "stop", "format"),
        ("no code", "length", "truncation"),
        ("refusal", "stop", "refusal"),
        ("truncated", "length", "truncation"),
        ("truncated", "", "truncation"),
        ("", "content_filter", "refusal"),
        ("", "length", "truncation"),
        ("", "stop", "compile"),
    ],
)
def test_a_truncated_answer_explains_broken_code(flaw: str, finish_reason: str, failure: str) -> None:
    assert classify("compile_error", "diagnostics", "", "main.c:3:1: error: x", finish_reason, flaw, "c") == failure


def test_a_cut_off_answer_with_complete_code_is_judged() -> None:
    assert classify("wrong_answer", finish_reason="length") == "wrong_answer"
    assert (
        classify("runtime_error", "NameError", "name 'a' is not defined", "", "length", "", "python")
        == "name_or_import"
    )


def test_tampering_is_never_excused() -> None:
    assert classify("tampered", flaw="truncated", finish_reason="length") == "tampered"


def test_passing_samples_have_no_failure_class() -> None:
    with pytest.raises(ValueError, match="passed"):
        classify("passed")


@pytest.mark.parametrize(
    ("stderr", "failure"),
    [
        ("a.c:1:1: error: 'x' undeclared", "name_or_import"),
        ("a.c:1:1: error: 'x' undeclared\na.c:2:1: error: expected ';'", "compile"),
        ("a.c:1:1: error: 'x' undeclared\na.c:2:1: error: incompatible types", "name_or_import"),
        ("a.c:2:1: error: incompatible types\na.c:1:1: error: 'x' undeclared", "type"),
        ("a.c:1:1: warning: 'x' undeclared\na.c:2:1: error: expected ';'", "compile"),
        ("a.c:2:1: error: expected ';'\na.c:1:1: note: 'x' undeclared", "compile"),
        ("a.c:1:1: error: 'x' undeclared\na.c:1:9: error: expected ';'", "name_or_import"),
        ("a.c:1:1: error: expected ';'\na.c:1:9: error: 'x' undeclared", "compile"),
        ('a.c:1:1: error: incompatible types\n  puts("error: no");', "type"),
    ],
)
def test_only_if_nothing_else_is_wrong(stderr: str, failure: str) -> None:
    assert classify("compile_error", "diagnostics", "", stderr, language="c") == failure


@pytest.mark.parametrize(
    ("reason", "message", "stderr", "failure"),
    [
        ("ValueError", "name 'x' is not defined", "NameError: shown before", "runtime"),
        ("exit code 1", "", "NameError: survived\nTraceback:\nZeroDivisionError: division by zero", "runtime"),
        ("exit code 1", "", "NameError: survived\nTypeError: in the end", "type"),
        ("SyntaxError", "Unexpected token", "", "runtime"),
        ("SIGSEGV", "", "", "runtime"),
        ("SIGABRT", "", "terminate called after throwing an instance of 'std::bad_alloc'", "memory"),
        ("MyTypeError", "of its own", "", "runtime"),
        ("KeyError", "'TypeError'", "", "runtime"),
        ("exit code 1", "", "ValueError: TypeError: NameError", "runtime"),
        ("exit code 1", "", "ERROR: LoadError: UndefVarError: x not defined", "name_or_import"),
        ("exit code 1", "", 'Exception in thread "main" java.lang.ClassCastException: no', "type"),
    ],
)
def test_exceptions(reason: str, message: str, stderr: str, failure: str) -> None:
    assert classify("runtime_error", reason, message, stderr, language="python") == failure


def test_a_shell_continues_after_an_unknown_command() -> None:
    said = "main.sh: line 2: frobnicate: command not found"
    assert classify("wrong_answer", "exit 1", "", said, language="shell") == "name_or_import"
    assert classify("wrong_answer", "AssertionError", "", said, language="python") == "wrong_answer"


@pytest.mark.parametrize("language", sorted(languages()))
def test_the_patterns_of_every_language_are_sound(language: str) -> None:
    patterns = patterns_of(language)
    for name, pattern in (*patterns.build, *patterns.run):
        assert FailureClass(name)
        assert not pattern.search(""), pattern.pattern


@given(
    st.sampled_from(sorted(languages())), st.text(), st.sampled_from(["compile_error", "runtime_error", "wrong_answer"])
)
def test_every_error_text_has_a_class(language: str, text: str, verdict: str) -> None:
    assert classify(verdict, "exit code 1", "", text, language=language) in FailureClass


@pytest.mark.parametrize("text", ["a", "a:", "a: ", "(1", "error: ", "\n"])
def test_a_flood_of_output_is_handled(text: str) -> None:
    """A pattern that tries every way to split a line would never finish."""
    for language in languages():
        assert classify("compile_error", "diagnostics", "", text * 300_000, language=language) == "compile"
        assert classify("runtime_error", "exit code 1", "", text * 300_000, language=language) == "runtime"


@pytest.mark.language(name="python")
def test_the_judges_own_messages() -> None:
    """From a wrong solution to its class, without recorded output."""
    tests = "assert double(2) == 4\n"
    cases: dict[str, Case] = {
        FailureClass.NAME_OR_IMPORT: Case(solution="def double(n): return n + m\n", tests=tests),
        FailureClass.TYPE: Case(solution="def double(n): return n + 'n'\n", tests=tests),
        FailureClass.COMPILE: Case(solution="def double(n) return n\n", tests=tests),
        FailureClass.RUNTIME: Case(solution="def double(n): return n / 0\n", tests=tests),
        FailureClass.WRONG_ANSWER: Case(solution="def double(n): return n\n", tests=tests),
    }
    for expected, judgement in judge_cases("python", cases).items():
        stderr = judgement.execution.runs[0].stderr.data.decode()
        assert classify(judgement.verdict, judgement.reason, judgement.message, stderr, language="python") == expected
