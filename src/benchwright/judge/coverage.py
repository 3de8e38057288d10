"""Measures which lines of a solution its tests execute, in a run of its own that gives no verdict."""

from __future__ import annotations

import re
import secrets

import msgspec

from benchwright.judge.question import Question, check_question
from benchwright.languages import Language
from benchwright.languages.cover import CoverageTool, Executed, Traced, coverage_tool
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
