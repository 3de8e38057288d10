"""Run the solution on the inputs: its output, if it is the same every time, is the ground truth."""

from __future__ import annotations

import msgspec

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.soundness import printed
from benchwright.generate.work import Work

ORDER = 20
READS = ("solution", "demo_inputs", "full_inputs", "language")
WRITES = ("demo_output", "full_output")
TRACKS = frozenset({"direct"})


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Run both programs; the small one first, because it fails for the same reasons."""
    runs = work.settings.reruns
    demo = await printed(work.sandbox, draft.language, draft.solution, draft.demo_inputs, runs)
    full = await printed(work.sandbox, draft.language, draft.solution, draft.full_inputs, runs)
    return msgspec.structs.replace(draft, demo_output=demo, full_output=full)
