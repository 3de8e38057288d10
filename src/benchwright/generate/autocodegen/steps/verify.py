"""Verify that the reference passes both test sets every time, that an empty solution and a stub pass neither, and
that the tests can fail."""

from __future__ import annotations

import msgspec

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.soundness import checked
from benchwright.generate.work import Work

ORDER = 40
READS = ("solution", "demo_tests", "full_tests", "language")
WRITES = ("checked",)


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Check the problem as `benchwright check` does, before it has a question."""
    return msgspec.structs.replace(draft, checked=await checked(work.sandbox, draft.problem, work.settings.reruns))
