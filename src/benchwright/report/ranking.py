"""Who stands above whom. One that has answered only part may have had the easy problems: it is not ranked."""

from __future__ import annotations

from benchwright.metrics.outcome import Estimate

ENOUGH = 0.95
"""A model needs scored answers to this share of the problems that can judge it. The page has it too: standings.ts."""

Standing = tuple[bool, float, float, str]
"""Sorts the ranked first, the best first; then those that are not, the furthest first."""


def is_ranked(found: Estimate | None, judging: int) -> bool:
    """Whether enough of the problems that can judge it are scored: those of its benchmark, without defects."""
    return found is not None and found.n >= ENOUGH * judging


def standing(name: str, found: Estimate | None, judging: int) -> Standing:
    """For sorting by pass@1."""
    value = found.value if found else -1.0
    if is_ranked(found, judging):
        return False, 0.0, -value, name
    return True, -(found.n / judging if found and judging else 0.0), -value, name
