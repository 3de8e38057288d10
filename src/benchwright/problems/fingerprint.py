"""Tells a benchmark from any other, wherever its files lie and in whatever order or format."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec

from benchwright.problems.problem import Problem


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
