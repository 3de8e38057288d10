"""Holds the full tests against small wrong variants of the reference."""

from __future__ import annotations

import msgspec

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.autocodegen.weakness import measure
from benchwright.generate.work import Work

ORDER = 50
READS = ("solution", "full_tests", "checked", "bugs", "language")
WRITES = ("mutation", "wrong")


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Measure; what follows from it is the next step's matter."""
    mutation, wrong = await measure(work, draft)
    return msgspec.structs.replace(draft, mutation=mutation, wrong=wrong)
