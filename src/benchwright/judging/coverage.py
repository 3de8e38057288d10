"""Measures which lines and branches of a solution, or of its target function, the tests execute."""

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
"""Tracing makes programs so much slower that they are given this much more time."""


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """What the tests execute of a solution."""

    lines: int
    """Lines that can be executed."""
    covered: int
    """How many of them were."""
    missed: tuple[int, ...]
    """The others, counted from 1."""
    tool: str
    """What told so."""

    @property
    def share(self) -> float | None:
        """Of the lines, how many were executed; None where there are none."""
        return self.covered / self.lines if self.lines else None


async def measure_coverage(sandbox: Sandbox, question: Question, solution: str) -> Coverage | None:
    """The lines that the question's tests execute; None where the language has no tool, or where it said nothing, as
    after a program that was killed."""
    tool = coverage_tool(check_question(question))
    found = await measure_executed(sandbox, question, solution, tool) if tool else None
    if tool is None or found is None:
        return None
    missed = tuple(line for line, executed in found.lines.items() if not executed)
    return Coverage(lines=len(found.lines), covered=len(found.lines) - len(missed), missed=missed, tool=tool.TOOL)


async def measure_executed(sandbox: Sandbox, question: Question, solution: str, tool: CoverageTool) -> Executed | None:
    """All that a tool says about a run of the question's tests, with at least one line."""
    language = check_question(question)
    joined = join(language, solution, question.tests)
    execution = await sandbox.run(_program(question, language, tool.trace(joined)))
    if not execution.runs or execution.runs[0].exit_code is None:
        return None
    try:
        found = tool.read(joined, execution.runs[0].files)
        return _as_written(found, solution) if found else None
    except (ValueError, LookupError, TypeError, AttributeError):  # the solution may have written there too
        return None


def _as_written(found: Executed, solution: str) -> Executed | None:
    """Without lines that only close something: they may have code of their own, but none that anybody wrote."""
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
