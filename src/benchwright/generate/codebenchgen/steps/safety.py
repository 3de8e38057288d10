"""Decides, from what the sandbox observed, whether an example is safe and deterministic."""

from __future__ import annotations

import msgspec

from benchwright.generate.codebenchgen.draft import Draft
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.codebenchgen.trial import installed, objections
from benchwright.generate.work import Work
from benchwright.judging.observe import observe_tests
from benchwright.judging.question import Question

ORDER = 45
READS = ("code", "tests", "requirements", "environment", "language")
WRITES = ("seen",)


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Re-run it with all observers on, and under other conditions."""
    await installed(work, draft.language, draft.requirements)
    question = Question(language=draft.language, tests=draft.tests, environment=draft.environment)
    seen = await observe_tests(work.sandbox, question, draft.code)
    for rule, detail in objections(seen):
        work.flag(rule, detail)
    return msgspec.structs.replace(draft, seen=seen)
