"""The record of a problem, and the fingerprint of a benchmark."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One input of a program and what it must print."""

    stdin: str
    """Its standard input."""
    stdout: str
    """What is expected on its standard output."""
    args: tuple[str, ...] = ()
    """Its arguments."""


class Checker(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How what a program printed is compared with what is expected."""

    kind: Literal["exact", "lines", "tokens", "floats", "program"] = "lines"
    """Byte by byte; by lines without the space at their ends and the empty lines at the end; by words; by words with
    numbers that may differ by `tolerance`; or by a program of the problem's author."""
    tolerance: float = 1e-6
    """Absolute or relative, whichever allows more."""
    language: str = ""
    """Language of the checking program."""
    source: str = ""
    """Its text. It finds `input`, `expected` and `actual` as files and accepts by ending with exit code 0."""


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """A task, a solution that is known to be right, and what tells right from wrong: tests, or cases."""

    id: str
    """Unique in its benchmark."""
    language: str
    """Language id."""
    question: str
    """What the solver is asked."""
    canonical_solution: str
    """The reference; empty where none is known."""
    tests: Mapping[str, str] = {}
    """Name of a test set (`full`, `demo`) → its text."""
    cases: Mapping[str, tuple[Case, ...]] = {}
    """Name of a test set → inputs and outputs, for a program that is judged by what it prints."""
    checker: Checker = Checker()
    """How outputs are compared, where there are cases."""
    prefix: str = ""
    """Code that stands before what is asked for: imports, a signature, a docstring."""
    suffix: str = ""
    """Code that follows it, where there is a hole to fill."""
    stop: tuple[str, ...] = ()
    """Texts at which a completion of the prefix ends, where its author said."""
    entry_point: str = ""
    """Name of what the tests call, where it is known."""
    difficulty: str = ""
    """easy, medium or hard; empty where unknown."""
    tags: tuple[str, ...] = ()
    """What it is about."""
    libraries: tuple[str, ...] = ()
    """Packages that a solution needs, as far as its author said."""
    environment: str | None = None
    """Named set of installed packages to run with."""
    wrong_solutions: tuple[str, ...] = ()
    """Solutions that the full tests must refuse."""
    hack_solutions: tuple[str, ...] = ()
    """Solutions that try to get a pass without solving the problem."""
    lineage: Mapping[str, Any] = {}
    """Where it comes from: seed, prompts, models; free in form."""
    evidence: Mapping[str, Any] = {}
    """What was proven of it when it was made; free in form."""

    @property
    def digest(self) -> str:
        """Tells its reference and tests from any others."""
        texts = [self.language, self.canonical_solution, *(text for _, text in sorted(self.tests.items()))]
        if self.cases:
            texts += [repr(msgspec.to_builtins((sorted(self.cases.items()), self.checker)))]
        data = "\0".join(texts).encode(errors="surrogateescape")
        return hashlib.sha256(data).hexdigest()[:16]

    def complete(self, completion: str) -> str:
        """The solution that a completion of the prefix makes."""
        return f"{self.prefix}{completion}{self.suffix}"


def fingerprint(problems: Iterable[Problem]) -> str:
    """A digest of what is asked and how it is judged: ids, languages, questions, code around the answer, tests, cases.
    The order of the problems does not count."""
    digests = sorted(_digest(problem) for problem in problems)
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()


def _digest(problem: Problem) -> str:
    judged = (sorted(problem.tests.items()), sorted(problem.cases.items()), problem.checker if problem.cases else None)
    asked = (problem.id, problem.language, problem.question, problem.prefix, problem.suffix)
    data = repr(msgspec.to_builtins((asked, judged))).encode(errors="surrogateescape")
    return hashlib.sha256(data).hexdigest()
