"""Why samples failed, in the words of somebody who would fix them."""

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

from benchwright.metrics.bootstrap import shares
from benchwright.metrics.outcome import Estimate, Options, Outcome, first_answers

_ORDER = ("memory", "compile", "name_or_import", "type", "runtime")
"""Where a text speaks of several, the first decides: an undefined name often brings type errors with it."""

Rules = tuple[tuple[str, re.Pattern[str]], ...]
"""Pairs of a failure class and what tells it; the first that is found decides."""


class Patterns(msgspec.Struct, frozen=True, kw_only=True):
    """What tells failures of one language apart."""

    error: re.Pattern[str]
    """How a compiler's diagnostic begins."""
    aside: re.Pattern[str]
    """How one begins that does not count."""
    build: Rules
    """For one diagnostic."""
    run: Rules
    """For one uncaught exception, or a line of error output."""
    goes_on: bool
    """Whether a program of the language goes on after an error."""


@functools.cache
def patterns_of(language: str) -> Patterns:
    """The patterns of the language, then of the one it is like, then the general ones."""
    data = _data()
    tables: list[Mapping[str, Any]] = []
    name: str | None = language
    while name in data["languages"]:
        tables.append(data["languages"][name])
        name = tables[-1].get("like")
    tables.append(data["general"])
    return Patterns(
        error=_any(table["error"] for table in tables if "error" in table),
        aside=_any(table["aside"] for table in tables if "aside" in table),
        build=_rules(tables, "build"),
        run=_rules(tables, "run"),
        goes_on=any(table.get("goes_on", False) for table in tables),
    )


def _rules(tables: Sequence[Mapping[str, Any]], stage: str) -> Rules:
    """Table by table, and in each by class; names of exceptions go with what is said in a run."""
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


@functools.cache
def _data() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("failure_class.toml").read_text(encoding="utf-8"))


_MOST_CHARACTERS = 20_000
_MOST_LINES = 200
_MOST_LINE_CHARACTERS = 1000
_ENDING = re.compile(r"exit code -?\d+|SIG[A-Z0-9]+|signal \d+")
"""A reason that only says how the process ended."""
_PLACE = re.compile(r"[\w./-]+\.\w+[:(]\d+")
"""File and line of a diagnostic."""


class FailureClass(StrEnum):
    """Why a sample failed."""

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
    """The class of a sample that did not pass.

    `stderr` is what the stage that failed wrote: for a failed build its output, of both streams. `flaw` is what was
    wrong with the answer as a text, `finish_reason` why the model stopped.
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
    # A model that stops only at its limit may have written the whole solution by then: only broken code shows a cut.
    return FailureClass.TRUNCATION if cut and found is FailureClass.COMPILE else found


def measure(outcomes: Sequence[Outcome], options: Options) -> Mapping[str, Estimate]:
    """Each class as a share of all scored first answers; `n` counts these. With pass@1 they add up to 1."""
    answers = [answer for answer in first_answers(outcomes) if answer.scored]
    found = shares([(answer.problem, answer.failure) for answer in answers], options)
    return {name: estimate for name, estimate in found.items() if name}


def _by_program(verdict: str, reason: str, message: str, stderr: str, patterns: Patterns) -> FailureClass:
    if verdict == "compile_error":
        return _by_diagnostics(reason, message, stderr, patterns)
    if verdict == "runtime_error":
        return _by_exception(reason, message, stderr, patterns)
    if verdict == "wrong_answer" and patterns.goes_on:
        told = _last(stderr, patterns.run)
        return FailureClass.NAME_OR_IMPORT if told is FailureClass.NAME_OR_IMPORT else FailureClass.WRONG_ANSWER
    return _BY_VERDICT[verdict]


def _by_diagnostics(reason: str, message: str, stderr: str, patterns: Patterns) -> FailureClass:
    """Undefined names or wrong types only if nothing else is wrong; of these two, the one that was found first.

    What is wrong in a line with an undefined name is taken for its consequence.
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
    # Text that cannot be parsed is known to the driver; here it is the program that reads some text of its own.
    return FailureClass.RUNTIME if found in (None, FailureClass.COMPILE) else found


def _diagnostics(text: str, patterns: Patterns) -> list[str]:
    """The diagnostics that count, each with the lines that follow it; all of the text where none can be told."""
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
    """What the last line that tells anything tells: what came before may have been survived."""
    lines = _lines(text)[-_MOST_LINES:]
    return next((found for line in reversed(lines) if (found := _first(line, rules))), None)


def _lines(text: str) -> list[str]:
    return [line[:_MOST_LINE_CHARACTERS] for line in text.splitlines()]
