"""Measure problems: size and complexity, diversity, difficulty, and evidence."""

from __future__ import annotations

import math
import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from benchwright.errors import UsageError
from benchwright.languages import find_language
from benchwright.languages.functions import body_of, find_function
from benchwright.metrics.bootstrap import mean
from benchwright.metrics.complexity import Complexity, measure_complexity
from benchwright.metrics.outcome import Options
from benchwright.problems import Problem
from benchwright.report.analysis.records import (
    CodeSpread,
    Coverage,
    Difficulty,
    Diversity,
    Evidence,
    JobResult,
    Noticed,
    Spread,
)


def spread(values: Iterable[float]) -> Spread | None:
    """Summarize the values; None if there are none."""
    found = sorted(values)
    if not found:
        return None
    return Spread(mean=math.fsum(found) / len(found), low=found[0], high=found[-1], n=len(found))


def code_spread(found: Sequence[Complexity]) -> CodeSpread | None:
    """Summarize each count; None if there is nothing to count."""
    if not found:
        return None
    rows = [
        {
            "tokens": each.tokens,
            "depth": each.depth,
            "variables": each.variables,
            "calls": each.calls,
            "imports_standard": len(each.imports_standard),
            "imports_external": len(each.imports_external),
        }
        for each in found
    ]
    spreads = {name: spread(row[name] for row in rows) for name in rows[0]}
    return CodeSpread(**{name: each for name, each in spreads.items() if each is not None})


def reference_complexity(problem: Problem) -> Complexity | None:
    """Return the complexity of context and target together; None if there is no reference, or it cannot be measured."""
    if not problem.canonical_solution.strip():
        return None
    return measure_complexity(problem.language, problem.canonical_solution)


def target_complexity(problem: Problem) -> Complexity | None:
    """Return the complexity of the target: the reference between prefix and suffix, with the imports that it uses."""
    text = target_text(problem)
    if not text.strip():
        return None
    return measure_complexity(problem.language, text, imports_of=problem.canonical_solution)


def target_text(problem: Problem) -> str:
    """Return the reference's code between prefix and suffix, or in the body of the target function. Empty if the
    problem has neither, or the reference does not match them."""
    prefix, suffix, whole = problem.prefix, problem.suffix, problem.canonical_solution
    if not (prefix or suffix):
        return _body(problem)
    if not (whole.startswith(prefix) and whole.endswith(suffix)):
        return ""
    if len(whole) <= len(prefix) + len(suffix):
        return ""
    return whole[len(prefix) : len(whole) - len(suffix)]


def _body(problem: Problem) -> str:
    if not problem.entry_point:
        return ""
    function = find_function(find_language(problem.language), problem.canonical_solution, problem.entry_point)
    return body_of(problem.canonical_solution, function) if function else ""


def diversity(
    problems: Sequence[Problem], references: Sequence[Complexity | None], targets: Sequence[Complexity | None]
) -> Diversity:
    """Count what varies; `references` and `targets` are the measured complexities of the problems' code."""
    libraries = [_libraries(problem, found) for problem, found in zip(problems, references, strict=True)]
    return Diversity(
        languages=counted([problem.language] for problem in problems),
        standard=counted(standard for standard, _ in libraries),
        external=counted(external for _, external in libraries),
        target_standard=counted(target.imports_standard for target in targets if target),
        target_external=counted(target.imports_external for target in targets if target),
        topics=counted((*problem.tags, *_texts(problem.lineage.get("topics"))) for problem in problems),
        repositories=counted([_of_seed(problem, "source")] for problem in problems),
        licences=counted([_of_seed(problem, "licence")] for problem in problems),
        methods=counted(_texts(problem.lineage.get("method")) for problem in problems),
        environments=counted([problem.environment or ""] for problem in problems),
    )


def counted(groups: Iterable[Iterable[str]]) -> dict[str, int]:
    """Return name → number of groups that contain it, most frequent first; empty names are ignored."""
    counts = Counter(name for group in groups for name in set(group) if name)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _libraries(problem: Problem, reference: Complexity | None) -> tuple[set[str], set[str]]:
    """Return the standard and external libraries: those that the reference imports, and those that the problem
    lists."""
    standard = set(reference.imports_standard) if reference else set()
    external = set(reference.imports_external) if reference else set()
    for name in problem.libraries:
        in_python = problem.language == "python" and name.partition(".")[0] in sys.stdlib_module_names
        (standard if in_python or name in standard else external).add(name.partition(".")[0] if in_python else name)
    return standard, external


def _of_seed(problem: Problem, field: str) -> str:
    seed = problem.lineage.get("seed")
    value: Any = seed.get(field) if isinstance(seed, Mapping) else None
    if value is None and isinstance(seed, Mapping) and isinstance(seed.get("origin"), Mapping):
        value = seed["origin"].get(field)
    return value if isinstance(value, str) else ""


def _texts(value: Any) -> list[str]:
    """Read a free-form field of the lineage: a text or a list of texts."""
    values = value if isinstance(value, list | tuple) else [value]
    return [each for each in values if isinstance(each, str)]


Results = Mapping[str, float]
"""Problem id → share of its samples that passed."""

_LAST_TOKENS = (25, 50, 100, 200, 400)
_RANK = {"easy": 0, "medium": 1, "hard": 2}


def difficulty(problems: Sequence[Problem], jobs: Mapping[str, Results], tokens: Mapping[str, int]) -> Difficulty:
    """Summarize difficulty; `tokens` is the length of each problem's target."""
    labels = counted([problem.difficulty] for problem in problems)
    return Difficulty(
        labels=dict(sorted(labels.items(), key=lambda item: (_RANK.get(item[0], len(_RANK)), item[0]))),
        solve_rates=_solve_rates(problems),
        jobs={name: _job(name, results, problems, tokens) for name, results in jobs.items()},
    )


def tokens_range(tokens: int) -> str:
    """Return the name of the range that contains this number; ranges double, and are the same for every benchmark."""
    rank = bisect_left(_LAST_TOKENS, tokens)
    first = _LAST_TOKENS[rank - 1] + 1 if rank else 1
    return f"{first}-{_LAST_TOKENS[rank]}" if rank < len(_LAST_TOKENS) else f"{first}+"


RANGES = (*map(tokens_range, _LAST_TOKENS), tokens_range(_LAST_TOKENS[-1] + 1))
"""Every range, shortest first."""


def _solve_rates(problems: Sequence[Problem]) -> dict[str, int]:
    found: list[tuple[float, str]] = []
    for problem in problems:
        solving = problem.evidence.get("solving")
        samples = solving.get("samples") if isinstance(solving, Mapping) else None
        passed = solving.get("passed") if isinstance(solving, Mapping) else None
        if isinstance(samples, int) and isinstance(passed, int) and samples > 0:
            found.append((passed / samples, f"{passed} of {samples}"))
    order = {name: rate for rate, name in found}
    counts = counted([name] for _, name in found)
    return dict(sorted(counts.items(), key=lambda item: (order[item[0]], item[0])))


def _job(name: str, results: Results, problems: Sequence[Problem], tokens: Mapping[str, int]) -> JobResult:
    common = [problem.id for problem in problems if problem.id in results]
    total = mean((results[problem] for problem in common), Options())
    if total is None:
        raise UsageError(f"{name} has no problem of this benchmark", "pass a job that evaluated this benchmark")
    groups: dict[int, list[float]] = {}
    for problem in common:
        if tokens.get(problem, 0) > 0:
            groups.setdefault(bisect_left(_LAST_TOKENS, tokens[problem]), []).append(results[problem])
    estimates = {rank: mean(groups[rank], Options()) for rank in sorted(groups)}
    return JobResult(
        pass_at_1=total,
        by_target_tokens={RANGES[rank]: estimate for rank, estimate in estimates.items() if estimate is not None},
    )


def evidence(problems: Sequence[Problem]) -> Evidence:
    """Sum the evidence over all problems."""
    return Evidence(
        problems=sum(bool(problem.evidence) for problem in problems),
        mutation=_mutation(problems),
        coverage=_coverage(problems),
        flags=counted(_flags(problem) for problem in problems),
    )


_MUTATION = {"tried": None, "killed": None, "invalid": 0}
_LINES = {"lines": None, "covered": None}


def _counts(value: Any, fields: Mapping[str, int | None]) -> tuple[int, ...]:
    """Return the integers in these fields; empty if one without a default is missing."""
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
    """Yield test set and numbers. Evidence has them for all tests together, or per set."""
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
