"""What tests execute of a target: lines and branches of a part of the solution, by one test set or several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from benchwright.judge.coverage import measure_executed
from benchwright.judge.question import Question, check_question
from benchwright.languages.cover import Executed, branch_tools
from benchwright.sandbox.protocol import Sandbox

Branch = tuple[int, int]
"""Line of a decision, and which of the ways from there, counted from 0."""
Place = TypeVar("Place", int, Branch)


class TargetCoverage(msgspec.Struct, frozen=True, kw_only=True):
    """What tests execute of a target."""

    lines: int
    """Lines that can be executed."""
    covered: int
    """How many of them were."""
    missed: tuple[int, ...]
    """The others, counted from 1 in the whole solution."""
    branches: int | None
    """Ways from all decisions; None where the tool does not know them."""
    branches_covered: int | None
    """How many of them were taken."""
    missed_branches: tuple[Branch, ...]
    """The others."""
    tool: str
    """What told so."""

    @property
    def share(self) -> float | None:
        """Of the lines, how many were executed; None where there are none."""
        return self.covered / self.lines if self.lines else None

    @property
    def branch_share(self) -> float | None:
        """Of the branches, how many were taken; None where there are none, or none are known."""
        return self.branches_covered / self.branches if self.branches and self.branches_covered is not None else None


async def measure_target(
    sandbox: Sandbox, question: Question, solution: str, *, within: tuple[int, int] | None = None
) -> TargetCoverage | None:
    """The lines and branches that the question's tests execute between two lines of the solution, both included, or in
    all of it; None where the language has no tool, or where none said anything, as after a program that was killed."""
    for tool in branch_tools(check_question(question)):
        found = await measure_executed(sandbox, question, solution, tool)
        if found is not None:
            return _counted(_between(found, *within) if within else found, tool.TOOL)
    return None


def merged(coverages: Iterable[TargetCoverage | None]) -> TargetCoverage | None:
    """What several test sets cover together; None where one is missing, or where they do not speak of the same text."""
    first, *others = coverages
    for other in others:
        if first is None or other is None:
            return None
        first = _both(first, other)
    return first


def _both(one: TargetCoverage, other: TargetCoverage) -> TargetCoverage | None:
    if (one.lines, one.branches, one.tool) != (other.lines, other.branches, other.tool):
        return None
    missed = tuple(sorted(set(one.missed) & set(other.missed)))
    missed_branches = tuple(sorted(set(one.missed_branches) & set(other.missed_branches)))
    return TargetCoverage(
        lines=one.lines,
        covered=one.lines - len(missed),
        missed=missed,
        branches=one.branches,
        branches_covered=None if one.branches is None else one.branches - len(missed_branches),
        missed_branches=missed_branches,
        tool=one.tool,
    )


def _between(found: Executed, first: int, last: int) -> Executed:
    lines = {line: executed for line, executed in found.lines.items() if first <= line <= last}
    if found.branches is None:
        return Executed(lines=lines)
    branches = {key: taken for key, taken in found.branches.items() if first <= key[0] <= last}
    return Executed(lines=lines, branches=branches)


def _counted(found: Executed, tool: str) -> TargetCoverage:
    missed = _missed(found.lines)
    missed_branches = _missed(found.branches or {})
    branches = None if found.branches is None else len(found.branches)
    return TargetCoverage(
        lines=len(found.lines),
        covered=len(found.lines) - len(missed),
        missed=missed,
        branches=branches,
        branches_covered=None if branches is None else branches - len(missed_branches),
        missed_branches=missed_branches,
        tool=tool,
    )


def _missed(places: Mapping[Place, bool]) -> tuple[Place, ...]:
    return tuple(sorted(place for place, reached in places.items() if not reached))
