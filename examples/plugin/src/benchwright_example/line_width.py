"""A step of AutoCodeGen: flags solutions with very long lines, and notes the width of the longest."""

from __future__ import annotations

import msgspec

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.work import Work

ORDER = 45
READS = ("solution",)
WRITES = ("notes.line_width",)
OPTIONS = {"most": 120}
FLAGS = {"long lines": "doubtful"}


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Measure, and flag what is too wide."""
    widest = max(map(len, draft.solution.splitlines()), default=0)
    if widest > work.option("most"):
        work.flag("long lines", f"the longest line has {widest} characters")
    return msgspec.structs.replace(draft, notes={**draft.notes, "line_width": widest})
