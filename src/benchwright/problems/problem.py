"""The record of a problem, and the fingerprint of a benchmark."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One input of a program and its expected output."""

    stdin: str
    """Standard input of the program."""
    stdout: str
    """Expected standard output of the program."""
    args: tuple[str, ...] = ()
    """Command-line arguments of the program."""


class Checker(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a program's output is compared with the expected output."""

    kind: Literal["exact", "lines", "tokens", "floats", "program"] = "lines"
    """How outputs are compared. `exact`: byte by byte. `lines`: line by line, ignoring spaces at line ends and empty
    lines at the end. `tokens`: word by word. `floats`: word by word, where numbers may differ by `tolerance`.
    `program`: by a program of the problem's author."""
    tolerance: float = 1e-6
    """Allowed difference, absolute or relative, whichever is larger."""
    language: str = ""
    """Language of the checking program."""
    source: str = ""
    """Source of the checking program. It finds `input`, `expected` and `actual` as files, and accepts with exit code
    0."""


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """A task, its reference solution, and what judges other solutions: tests, or cases."""

    id: str
    """Unique id in its benchmark."""
    language: str
    """Id of the language that solutions are written in."""
    question: str
    """The task as the solver sees it."""
    canonical_solution: str
    """The reference; empty if none is known."""
    tests: Mapping[str, str] = {}
    """Name of a test set (`full`, `demo`) → its text."""
    cases: Mapping[str, tuple[Case, ...]] = {}
    """Name of a test set → inputs and outputs, for programs that are judged by their output."""
    checker: Checker = Checker()
    """How outputs are compared, for problems with cases."""
    prefix: str = ""
    """Code before the part to be written: imports, a signature, a docstring."""
    suffix: str = ""
    """Code after the part to be written, if there is a hole to fill."""
    stop: tuple[str, ...] = ()
    """Stop sequences for completions of the prefix, if the author gave any."""
    entry_point: str = ""
    """Name of the function or class that the tests call; empty if unknown."""
    difficulty: str = ""
    """One of easy, medium, hard; empty if unknown."""
    tags: tuple[str, ...] = ()
    """Topics of the problem."""
    libraries: tuple[str, ...] = ()
    """Packages that a solution needs, as far as the author named them."""
    environment: str | None = None
    """Name of the package environment to run in; `none` for no packages. None: chosen by what solution and tests
    import."""
    wrong_solutions: tuple[str, ...] = ()
    """Incorrect solutions that the full tests must reject."""
    hack_solutions: tuple[str, ...] = ()
    """Solutions that try to pass without solving the problem."""
    lineage: Mapping[str, Any] = {}
    """Where the problem comes from: seed, prompts, models; free-form."""
    evidence: Mapping[str, Any] = {}
    """What was verified when the problem was made; free-form."""

    @property
    def digest(self) -> str:
        """Return a digest of the language, reference, tests and cases."""
        texts = [self.language, self.canonical_solution, *(text for _, text in sorted(self.tests.items()))]
        if self.cases:
            texts += [repr(msgspec.to_builtins((sorted(self.cases.items()), self.checker)))]
        data = "\0".join(texts).encode(errors="surrogateescape")
        return hashlib.sha256(data).hexdigest()[:16]

    def complete(self, completion: str) -> str:
        """Return the solution that a completion of the prefix makes."""
        return f"{self.prefix}{completion}{self.suffix}"


def fingerprint(problems: Iterable[Problem]) -> str:
    """Return a digest of what is asked and how it is judged: ids, languages, questions, surrounding code, tests, cases.
    The order of the problems does not matter."""
    digests = sorted(_digest(problem) for problem in problems)
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()


def _digest(problem: Problem) -> str:
    judged = (sorted(problem.tests.items()), sorted(problem.cases.items()), problem.checker if problem.cases else None)
    asked = (problem.id, problem.language, problem.question, problem.prefix, problem.suffix)
    data = repr(msgspec.to_builtins((asked, judged))).encode(errors="surrogateescape")
    return hashlib.sha256(data).hexdigest()
