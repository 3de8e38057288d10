"""An example must not be like a problem that others know already."""

from __future__ import annotations

from benchwright.generate.codebenchgen.draft import Draft
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.work import Work

ORDER = 55
READS = ("question", "code", "seed", "language")
WRITES = ()


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Object to each resemblance."""
    if work.references is not None:
        for flag in work.references.flags(draft.problem):
            work.protest("contaminated", flag.detail)
    return draft
