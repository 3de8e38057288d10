"""Flag problems that are in a known benchmark, or resemble one there."""

from __future__ import annotations

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.work import Work

ORDER = 77
READS = ("question", "solution", "demo_tests", "full_tests", "language")
WRITES = ()


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Flag each match."""
    work.flag_known(draft.problem)
    return draft
