"""Measure which lines of the reference the full tests run, if the language has a tool for that."""

from __future__ import annotations

import msgspec

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.work import Work
from benchwright.judging.coverage import measure_coverage
from benchwright.judging.question import Question

ORDER = 65
READS = ("solution", "full_tests", "language")
WRITES = ("coverage",)


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Measure coverage, and flag tests that cover too little."""
    question = Question(language=draft.language, tests=draft.full_tests)
    coverage = await measure_coverage(work.sandbox, question, draft.solution)
    if coverage is not None and coverage.covered < work.settings.covered_above * coverage.lines:
        lines = ", ".join(map(str, coverage.missed[:8]))
        work.flag("low coverage", f"{coverage.covered} of {coverage.lines} lines are run, not: {lines}")
    return msgspec.structs.replace(draft, coverage=coverage)
