"""Measure which lines and branches of the target each author's tests run, if the language has a tool for that."""

from __future__ import annotations

import msgspec

from benchwright.generate.codebenchgen.draft import BOTH, Draft
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.codebenchgen.trial import installed
from benchwright.generate.work import Work
from benchwright.judging.coverage import TargetCoverage, measure_target, merged
from benchwright.judging.question import Question

ORDER = 75
READS = ("code", "tests", "extra_tests", "requirements", "environment", "seed", "language")
WRITES = ("coverage",)


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Measure coverage, and flag tests that cover too little."""
    await installed(work, draft.language, draft.requirements)
    found: dict[str, TargetCoverage] = {}
    for name, tests in draft.problem.tests.items():
        question = Question(language=draft.language, tests=tests, environment=draft.environment)
        coverage = await measure_target(work.sandbox, question, draft.code, within=draft.body_lines)
        if coverage is not None:
            found[name] = coverage
    both = merged(found.values()) if len(found) == len(draft.problem.tests) else None
    if both is not None:
        found[BOTH] = both
        if both.covered < work.settings.covered_above * both.lines:
            lines = ", ".join(map(str, both.missed[:8]))
            work.flag("low coverage", f"{both.covered} of {both.lines} lines are run, not: {lines}")
    return msgspec.structs.replace(draft, coverage=found)
