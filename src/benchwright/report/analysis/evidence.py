"""What problems say was proven of them; free in form, so whatever is not as expected counts as absent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchwright.problems import Problem
from benchwright.report.analysis.diversity import counted
from benchwright.report.analysis.records import Coverage, Evidence


def evidence(problems: Sequence[Problem]) -> Evidence:
    """The sums over all problems."""
    mutation = [found for problem in problems if (found := _counts(problem.evidence.get("mutation"), _MUTATION))]
    return Evidence(
        problems=sum(bool(problem.evidence) for problem in problems),
        mutants=sum(tried - invalid for tried, _, invalid in mutation),
        killed=sum(killed for _, killed, _ in mutation),
        mutation_problems=len(mutation),
        coverage=_coverage(problems),
        flags=counted(_flags(problem) for problem in problems),
    )


_MUTATION = {"tried": None, "killed": None, "invalid": 0}
_LINES = {"lines": None, "covered": None}


def _counts(value: Any, fields: Mapping[str, int | None]) -> tuple[int, ...]:
    """The whole numbers in these fields; empty if one without a default is missing."""
    if not isinstance(value, Mapping):
        return ()
    found = [value.get(name, default) for name, default in fields.items()]
    return tuple(found) if all(isinstance(number, int) for number in found) else ()


def _coverage(problems: Sequence[Problem]) -> dict[str, Coverage]:
    sums: dict[str, list[int]] = {}
    authors: dict[str, set[str]] = {}
    for problem in problems:
        written = problem.lineage.get("tests")
        for name, lines, covered in _covered(problem):
            total = sums.setdefault(name, [0, 0, 0])
            total[:] = [total[0] + 1, total[1] + lines, total[2] + covered]
            author = written.get(name) if isinstance(written, Mapping) else None
            authors.setdefault(name, set()).update([author] if isinstance(author, str) else [])
    return {
        name: Coverage(problems=count, lines=lines, covered=covered, authors=tuple(sorted(authors[name])))
        for name, (count, lines, covered) in sums.items()
    }


def _covered(problem: Problem) -> Iterator[tuple[str, int, int]]:
    """Test set, lines and covered lines. Evidence has them for all tests, or for each set."""
    value = problem.evidence.get("coverage")
    if found := _counts(value, _LINES):
        yield "full", found[0], found[1]
        return
    for name, each in value.items() if isinstance(value, Mapping) else ():
        if found := _counts(each, _LINES):
            yield str(name), found[0], found[1]


def _flags(problem: Problem) -> Iterator[str]:
    flags = problem.evidence.get("flags")
    for flag in flags if isinstance(flags, list | tuple) else ():
        rule = flag.get("rule") if isinstance(flag, Mapping) else flag
        if isinstance(rule, str):
            yield rule
