"""Ask a model for wrong solutions of the kind that people write; good tests reject them."""

from __future__ import annotations

import msgspec

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.estimate import Ask
from benchwright.generate.sections import Unparsable, every_section
from benchwright.generate.work import Work
from benchwright.languages import find_language

ORDER = 35
READS = ("solution", "full_output", "language")
WRITES = ("bugs",)
PROMPTS = ("bugs",)
ASKS = (Ask(prompt="bugs", reads=900, writes=1500, times=lambda settings: bool(settings.bugs)),)
TRACKS = frozenset({"direct"})


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Ask for wrong solutions, unless none are wanted."""
    wanted = work.settings.bugs
    if not wanted:
        return draft
    found = await work.ask("model", "bugs", _read, draft=draft, language=find_language(draft.language), wanted=wanted)
    different = dict.fromkeys(bug for bug in found if bug.strip() != draft.solution.strip())
    return msgspec.structs.replace(draft, bugs=tuple(different)[:wanted])


def _read(answer: str) -> list[str]:
    if found := every_section(answer, "bug"):
        return found
    raise Unparsable("there is no <bug> … </bug> section")
