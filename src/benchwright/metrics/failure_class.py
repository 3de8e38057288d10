"""Why samples failed, in terms that help to fix them."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from benchwright.languages import languages
from benchwright.metrics.bootstrap import shares
from benchwright.metrics.outcome import Estimate, Options, Outcome, first_answers

_ORDER = ("memory", "compile", "name_or_import", "type", "runtime")
"""If a text mentions several, the first decides: an undefined name often causes type errors."""

Rules = tuple[tuple[str, re.Pattern[str]], ...]
"""Pairs of a failure class and a pattern that indicates it; the first match decides."""


class Patterns(msgspec.Struct, frozen=True, kw_only=True):
    """Patterns that classify the failures of one language."""

    error: re.Pattern[str]
    """Start of a compiler's diagnostic."""
    aside: re.Pattern[str]
    """Start of a diagnostic that does not count."""
    build: Rules
    """Rules for one diagnostic."""
    run: Rules
    """Rules for one uncaught exception, or a line of error output."""
    goes_on: bool
    """Whether programs in this language continue after an error."""


@functools.cache
def patterns_of(language: str) -> Patterns:
    """Return the language's own patterns, then those of the language it resembles, then the general ones."""
    tables: list[Mapping[str, Any]] = []
    name = language
    while name in languages():
        tables.append(_read(languages()[name].directory / "failures.toml"))
        name = tables[-1].get("like", "")
    tables.append(_read(Path(__file__).with_name("failure_class.toml")))
    return Patterns(
        error=_any(table["error"] for table in tables if "error" in table),
        aside=_any(table["aside"] for table in tables if "aside" in table),
        build=_rules(tables, "build"),
        run=_rules(tables, "run"),
        goes_on=any(table.get("goes_on", False) for table in tables),
    )


def _rules(tables: Sequence[Mapping[str, Any]], stage: str) -> Rules:
    """Collect rules table by table, and in each by class. Names of exceptions count as rules for runs."""
    head = tables[-1]["head"]
    rules: list[tuple[str, re.Pattern[str]]] = []
    for table, name in product(tables, _ORDER):
        expressions = list(table.get(stage, {}).get(name, ()))
        if stage == "run" and (raised := "|".join(table.get("raises", {}).get(name, ()))):
            expressions += [rf"{head}(?:{raised})(?![\w.-])", rf"\((?:{raised})\)$"]
        if expressions:
            rules.append((name, _any(expressions)))
    return tuple(rules)


def _any(expressions: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{expression})" for expression in expressions), re.MULTILINE)


def _read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


_MOST_CHARACTERS = 20_000
_MOST_LINES = 200
_MOST_LINE_CHARACTERS = 1000
_ENDING = re.compile(r"exit code -?\d+|SIG[A-Z0-9]+|signal \d+")
"""A reason that only gives the process's exit status."""
_PLACE = re.compile(r"[\w./-]+\.\w+[:(]\d+")
"""File and line of a diagnostic."""


class FailureClass(StrEnum):
    """Class of a sample's failure."""

    COMPILE = "compile"
    NAME_OR_IMPORT = "name_or_import"
    TYPE = "type"
    RUNTIME = "runtime"
    WRONG_ANSWER = "wrong_answer"
    TIME = "time"
    MEMORY = "memory"
    OUTPUT = "output"
    FORMAT = "format"
    REFUSAL = "refusal"
    TRUNCATION = "truncation"
    INCOMPLETE = "incomplete"
    TAMPERED = "tampered"


_BY_VERDICT = {
    "wrong_answer": FailureClass.WRONG_ANSWER,
    "time_limit": FailureClass.TIME,
    "memory_limit": FailureClass.MEMORY,
    "output_limit": FailureClass.OUTPUT,
    "incomplete": FailureClass.INCOMPLETE,
    "tampered": FailureClass.TAMPERED,
}
_BY_FLAW = {
    "no code": FailureClass.FORMAT,
    "refusal": FailureClass.REFUSAL,
    "truncated": FailureClass.TRUNCATION,
}


def classify(
    verdict: str,
    reason: str = "",
    message: str = "",
    stderr: str = "",
    finish_reason: str = "",
    flaw: str = "",
    language: str = "",
) -> FailureClass:
    """Classify a sample that did not pass.

    `stderr` is the error output of the stage that failed; for a failed build, the output of both streams. `flaw` is
    what was wrong with the answer as a text, `finish_reason` why the model stopped.
    """
    if verdict == "passed":
        raise ValueError("a sample that passed has no failure class")
    if verdict == "tampered":
        return FailureClass.TAMPERED
    cut = finish_reason == "length"
    if flaw:
        return FailureClass.TRUNCATION if cut and flaw == "no code" else _BY_FLAW[flaw]
    if finish_reason == "content_filter":
        return FailureClass.REFUSAL
    found = _by_program(verdict, reason, message, stderr, patterns_of(language))
    # A model that stops at its token limit may have finished the solution by then: only broken code shows truncation.
    return FailureClass.TRUNCATION if cut and found is FailureClass.COMPILE else found


def measure(outcomes: Sequence[Outcome], options: Options) -> Mapping[str, Estimate]:
    """Compute each class as a share of all scored first-turn answers, which `n` counts. Together with the share of
    `passed` in the verdict mix they add up to 1."""
    answers = [answer for answer in first_answers(outcomes) if answer.scored]
    found = shares([(answer.problem, answer.failure) for answer in answers], options)
    return {name: estimate for name, estimate in found.items() if name}


def _by_program(verdict: str, reason: str, message: str, stderr: str, patterns: Patterns) -> FailureClass:
    if verdict == "compile_error":
        return _by_diagnostics(reason, message, stderr, patterns)
    if verdict == "runtime_error":
        return _by_exception(reason, message, stderr, patterns)
    if verdict == "wrong_answer" and patterns.goes_on:
        failure = _last(stderr, patterns.run)
        return FailureClass.NAME_OR_IMPORT if failure is FailureClass.NAME_OR_IMPORT else FailureClass.WRONG_ANSWER
    return _BY_VERDICT[verdict]


def _by_diagnostics(reason: str, message: str, stderr: str, patterns: Patterns) -> FailureClass:
    """Report undefined names or wrong types only if nothing else is wrong; of these two, the one found first.

    Other errors in a line with an undefined name count as its consequence.
    """
    texts = [f"{reason}: {message}"] if message else _diagnostics(stderr[:_MOST_CHARACTERS], patterns)
    found: list[FailureClass] = []
    unknown: set[str] = set()
    for text in texts:
        place = _PLACE.search(text)
        kind = _first(text, patterns.build) or FailureClass.COMPILE
        if place and kind is FailureClass.NAME_OR_IMPORT:
            unknown.add(place[0])
        elif place and place[0] in unknown:
            continue
        found.append(kind)
    return FailureClass.COMPILE if FailureClass.COMPILE in found else found[0]


def _by_exception(reason: str, message: str, stderr: str, patterns: Patterns) -> FailureClass:
    if _ENDING.fullmatch(reason):
        return _last(f"{message}\n{stderr[-_MOST_CHARACTERS:]}", patterns.run) or FailureClass.RUNTIME
    found = _first(f"{reason}: {message}", patterns.run)
    # The driver reports source that cannot be parsed; here the program itself parses some text.
    return FailureClass.RUNTIME if found in (None, FailureClass.COMPILE) else found


def _diagnostics(text: str, patterns: Patterns) -> list[str]:
    """Return the diagnostics that count, each with the lines that follow it; the whole text if there are none."""
    found: list[list[str]] = []
    counts = False
    for line in _lines(text):
        if patterns.aside.search(line):
            counts = False
        elif patterns.error.search(line):
            counts = True
            found.append([])
        if counts:
            found[-1].append(line)
    return ["\n".join(lines) for lines in found] or ["\n".join(_lines(text))]


def _first(text: str, rules: Rules) -> FailureClass | None:
    return next((FailureClass(name) for name, pattern in rules if pattern.search(text)), None)


def _last(text: str, rules: Rules) -> FailureClass | None:
    """Return the class of the last line that matches a rule: the program may have survived earlier errors."""
    lines = _lines(text)[-_MOST_LINES:]
    return next((found for line in reversed(lines) if (found := _first(line, rules))), None)


def _lines(text: str) -> list[str]:
    return [line[:_MOST_LINE_CHARACTERS] for line in text.splitlines()]
