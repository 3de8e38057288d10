"""Problems that resemble those of known benchmarks are no new problems."""

from __future__ import annotations

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.work import Work

ORDER = 77
READS = ("question", "solution", "demo_tests", "full_tests", "language")
WRITES = ()


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Object to each resemblance."""
    if work.references is not None:
        for flag in work.references.flags(draft.problem):
            work.protest("contaminated", flag.detail)
    return draft
