"""What of a problem its results are broken down by, besides what it says of itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from benchwright.evaluate.holes import asks_for_function
from benchwright.judge.solution import test_authors
from benchwright.problems import Problem


class Traits(msgspec.Struct, frozen=True, kw_only=True):
    """Sizes of a problem; None or 0 where nobody knows."""

    reference_lines: int = 0
    """Lines of its reference."""
    target_lines: int = 0
    """Lines of the reference that belong into the hole."""
    context_lines: int = 0
    """Lines around the hole."""
    calls: int | None = None
    """Calls in the function with the hole."""
    library_count: int | None = None
    """Packages that the file with the hole needs."""
    authors: Mapping[str, str] = {}
    """Test set → who wrote it, as far as its lineage says."""


def traits_of(problem: Problem) -> Traits:
    """The traits, from what was measured when the problem was made or, where that is cheap, from its texts."""
    lines, authors = _lines(problem.canonical_solution), test_authors(problem)
    if not asks_for_function(problem) or not problem.canonical_solution.strip():
        return Traits(reference_lines=lines, authors=authors)
    whole = problem.canonical_solution.startswith(problem.prefix) and problem.canonical_solution.endswith(
        problem.suffix
    )
    target = problem.canonical_solution[len(problem.prefix) : len(problem.canonical_solution) - len(problem.suffix)]
    return Traits(
        reference_lines=lines,
        target_lines=_lines(target) if whole else 0,
        context_lines=_lines(problem.prefix) + _lines(problem.suffix) if whole else 0,
        calls=_measured(problem, "target", "calls"),
        library_count=_libraries(problem) if whole else None,
        authors=authors,
    )


def _libraries(problem: Problem) -> int:
    measured = _complexity(problem, "all").get("imports_external")
    return len(measured) if isinstance(measured, list | tuple) else len(problem.libraries)


def _measured(problem: Problem, part: str, name: str) -> int | None:
    found = _complexity(problem, part).get(name)
    return found if isinstance(found, int) and not isinstance(found, bool) and found >= 0 else None


def _complexity(problem: Problem, part: str) -> Mapping[str, Any]:
    """Evidence is free in form: what is not as expected is not there."""
    found: Any = problem.evidence
    for name in ("complexity", part):
        found = found.get(name) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _lines(text: str) -> int:
    return sum(1 for line in text.splitlines() if line.strip())
