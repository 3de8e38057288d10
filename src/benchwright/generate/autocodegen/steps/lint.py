"""Check a question by mechanical rules, without a model."""

from __future__ import annotations

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.lint import lint_question
from benchwright.generate.work import Work

ORDER = 75
READS = ("question", "solution", "demo_tests", "full_tests", "language")
WRITES = ()


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Flag what is still wrong."""
    for flag in lint_question(draft.problem):
        work.flag(f"question {flag.rule}", flag.detail)
    return draft
