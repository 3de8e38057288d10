"""Verify that the tests are sound: the reference passes every time, nothing else does, and the tests can fail."""

from __future__ import annotations

import msgspec

from benchwright.generate.codebenchgen.draft import Draft
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.codebenchgen.trial import installed
from benchwright.generate.soundness import checked
from benchwright.generate.work import Work

ORDER = 40
READS = ("code", "tests", "requirements", "environment", "seed", "language")
WRITES = ("checked",)


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Check as `benchwright check` does."""
    await installed(work, draft.language, draft.requirements)
    proven = await checked(work.sandbox, draft.problem, work.settings.reruns)
    return msgspec.structs.replace(draft, checked=proven)
