"""How varied problems are: libraries, topics, origins."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from benchwright.metrics.complexity import Complexity
from benchwright.problems import Problem
from benchwright.report.analysis.records import Diversity


def diversity(
    problems: Sequence[Problem], references: Sequence[Complexity | None], targets: Sequence[Complexity | None]
) -> Diversity:
    """The counts; `references` and `targets` are what was counted in the problems' code."""
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
    """Name → groups that have it, the most frequent first; the empty name is none."""
    counts = Counter(name for group in groups for name in set(group) if name)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _libraries(problem: Problem, reference: Complexity | None) -> tuple[set[str], set[str]]:
    """Standard and external ones: those that the reference imports, and those that the problem's author names."""
    standard = set(reference.imports_standard) if reference else set()
    external = set(reference.imports_external) if reference else set()
    for name in problem.libraries:
        ours = problem.language == "python" and name.partition(".")[0] in sys.stdlib_module_names
        (standard if ours or name in standard else external).add(name.partition(".")[0] if ours else name)
    return standard, external


def _of_seed(problem: Problem, field: str) -> str:
    seed = problem.lineage.get("seed")
    value: Any = seed.get(field) if isinstance(seed, Mapping) else None
    if value is None and isinstance(seed, Mapping) and isinstance(seed.get("origin"), Mapping):
        value = seed["origin"].get(field)
    return value if isinstance(value, str) else ""


def _texts(value: Any) -> list[str]:
    """What lineage says, which is free in form: a text or a list of them."""
    values = value if isinstance(value, list | tuple) else [value]
    return [each for each in values if isinstance(each, str)]
