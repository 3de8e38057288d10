"""Flag problems that are in a known benchmark, or resemble one there."""

from __future__ import annotations

from benchwright.generate.codebenchgen.draft import Draft
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.work import Work

ORDER = 55
READS = ("question", "code", "seed", "language")
WRITES = ()


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Flag each match."""
    work.flag_known(draft.problem)
    return draft
