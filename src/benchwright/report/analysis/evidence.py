"""What problems say was proven of them; free in form, so whatever is not as expected counts as absent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchwright.problems import Problem
from benchwright.report.analysis.diversity import counted
from benchwright.report.analysis.records import Coverage, Evidence, Noticed


def evidence(problems: Sequence[Problem]) -> Evidence:
    """The sums over all problems."""
    return Evidence(
        problems=sum(bool(problem.evidence) for problem in problems),
        mutation=_mutation(problems),
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


def _mutation(problems: Sequence[Problem]) -> dict[str, Noticed]:
    sums: dict[str, list[int]] = {}
    for problem in problems:
        for name, (tried, killed, invalid) in _by_set(problem.evidence.get("mutation"), _MUTATION):
            total = sums.setdefault(name, [0, 0, 0])
            total[:] = [total[0] + 1, total[1] + tried - invalid, total[2] + killed]
    return {
        name: Noticed(problems=count, mutants=tried, killed=killed) for name, (count, tried, killed) in sums.items()
    }


def _by_set(value: Any, fields: Mapping[str, int | None]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Test set and numbers. Evidence has them for all tests, or for each set."""
    if found := _counts(value, fields):
        yield "full", found
        return
    for name, each in value.items() if isinstance(value, Mapping) else ():
        if found := _counts(each, fields):
            yield str(name), found


def _coverage(problems: Sequence[Problem]) -> dict[str, Coverage]:
    sums: dict[str, list[int]] = {}
    authors: dict[str, set[str]] = {}
    for problem in problems:
        written = problem.lineage.get("tests")
        for name, (lines, covered) in _by_set(problem.evidence.get("coverage"), _LINES):
            total = sums.setdefault(name, [0, 0, 0])
            total[:] = [total[0] + 1, total[1] + lines, total[2] + covered]
            author = written.get(name) if isinstance(written, Mapping) else None
            authors.setdefault(name, set()).update([author] if isinstance(author, str) else [])
    return {
        name: Coverage(problems=count, lines=lines, covered=covered, authors=tuple(sorted(authors[name])))
        for name, (count, lines, covered) in sums.items()
    }


def _flags(problem: Problem) -> Iterator[str]:
    flags = problem.evidence.get("flags")
    for flag in flags if isinstance(flags, list | tuple) else ():
        rule = flag.get("rule") if isinstance(flag, Mapping) else flag
        if isinstance(rule, str):
            yield rule
