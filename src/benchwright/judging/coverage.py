"""Measure which lines and branches of a solution, or of its target function, the tests execute."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from benchwright.judging.question import Question, check_question
from benchwright.languages import Language
from benchwright.languages.coverage import CoverageTool, Executed, Traced, branch_tools, coverage_tool
from benchwright.languages.join import clean, join
from benchwright.sandbox.plan import default_limits
from benchwright.sandbox.protocol import Limits, Program, Run, Sandbox

_SLOWER = 5
"""Tracing slows programs down, so they get this many times the usual time."""


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """Which lines of a solution the tests execute."""

    lines: int
    """Number of executable lines."""
    covered: int
    """Number of executable lines that were executed."""
    missed: tuple[int, ...]
    """Executable lines that were not executed, counted from 1."""
    tool: str
    """Name of the coverage tool."""

    @property
    def share(self) -> float | None:
        """Share of lines executed; None if there are no executable lines."""
        return self.covered / self.lines if self.lines else None


async def measure_coverage(sandbox: Sandbox, question: Question, solution: str) -> Coverage | None:
    """Measure which lines the question's tests execute.

    None if the language has no coverage tool, or the tool reported nothing, for example because the program was killed.
    """
    tool = coverage_tool(check_question(question))
    found = await measure_executed(sandbox, question, solution, tool) if tool else None
    if tool is None or found is None:
        return None
    missed = tuple(line for line, executed in found.lines.items() if not executed)
    return Coverage(lines=len(found.lines), covered=len(found.lines) - len(missed), missed=missed, tool=tool.TOOL)


async def measure_executed(sandbox: Sandbox, question: Question, solution: str, tool: CoverageTool) -> Executed | None:
    """Return everything the tool reports about a run of the question's tests; None if it reports no lines."""
    language = check_question(question)
    joined = join(language, solution, question.tests)
    execution = await sandbox.run(_program(question, language, tool.trace(joined)))
    if not execution.runs or execution.runs[0].exit_code is None:
        return None
    try:
        found = tool.read(joined, execution.runs[0].files)
        return _as_written(found, solution) if found else None
    except (ValueError, LookupError, TypeError, AttributeError):  # the solution may have written to the file too
        return None


def _as_written(found: Executed, solution: str) -> Executed | None:
    """Drop lines that only close something: compilers may attach code to them, but nobody wrote it."""
    texts = dict(enumerate(clean(solution).split("\n"), 1))
    lines = {line: executed for line, executed in sorted(found.lines.items()) if re.search(r"\w", texts.get(line, ""))}
    branches = found.branches
    if branches is not None:
        branches = {key: taken for key, taken in sorted(branches.items()) if key[0] in texts}
    return Executed(lines=lines, branches=branches) if lines else None


def _program(question: Question, language: Language, traced: Traced) -> Program:
    return Program(
        language=language.id,
        files={**question.files, **traced.files},
        mode=traced.mode,
        env={**question.env, **traced.env},
        environment=question.environment,
        runs=(Run(message=secrets.token_hex(16).encode()),),
        limits=_limits(question.limits or default_limits(language, language.mode(traced.mode))),
        collect=traced.collect,
    )


def _limits(usual: Limits) -> Limits:
    return msgspec.structs.replace(usual, cpu_s=_SLOWER * usual.cpu_s, wall_s=_SLOWER * usual.wall_s)


Branch = tuple[int, int]
"""Line of a decision, and the index of one of its branches, counted from 0."""
Place = TypeVar("Place", int, Branch)


class TargetCoverage(msgspec.Struct, frozen=True, kw_only=True):
    """Which lines and branches of a target the tests execute."""

    lines: int
    """Number of executable lines."""
    covered: int
    """Number of executable lines that were executed."""
    missed: tuple[int, ...]
    """Executable lines that were not executed, counted from 1 in the whole solution."""
    branches: int | None
    """Number of branches of all decisions; None if the tool does not report branches."""
    branches_covered: int | None
    """Number of branches taken; None if the tool does not report branches."""
    missed_branches: tuple[Branch, ...]
    """Branches that were not taken."""
    tool: str
    """Name of the coverage tool."""

    @property
    def share(self) -> float | None:
        """Share of lines executed; None if there are no executable lines."""
        return self.covered / self.lines if self.lines else None


async def measure_target(
    sandbox: Sandbox, question: Question, solution: str, *, within: tuple[int, int] | None = None
) -> TargetCoverage | None:
    """Measure the lines and branches that the question's tests execute.

    `within` limits the measurement to the lines between two lines of the solution, both included. None if the language
    has no coverage tool, or none reported anything, for example because the program was killed.
    """
    for tool in branch_tools(check_question(question)):
        found = await measure_executed(sandbox, question, solution, tool)
        if found is not None:
            return _counted(_between(found, *within) if within else found, tool.TOOL)
    return None


def merged(coverages: Iterable[TargetCoverage | None]) -> TargetCoverage | None:
    """Merge the coverage of several test sets. None if one is missing, or if they do not describe the same text."""
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
