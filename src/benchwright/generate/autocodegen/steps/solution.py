"""Turn a seed into a self-contained solution and two programs that print inputs with their outputs."""

from __future__ import annotations

import msgspec

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.estimate import Ask
from benchwright.generate.sections import sections
from benchwright.generate.work import Work
from benchwright.languages import find_language

ORDER = 10
READS = ("seed", "language")
WRITES = ("solution", "demo_inputs", "full_inputs")
PROMPTS = ("solution",)
ASKS = (Ask(prompt="solution", reads=1600, writes=1700),)
TRACKS = frozenset({"direct"})


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Ask for all three in one answer."""
    written = await work.ask(
        "model",
        "solution",
        lambda answer: sections(answer, "solution", "demo_inputs", "full_inputs"),
        temperature=work.settings.temperature,
        seed=draft.seed,
        language=find_language(draft.language),
    )
    return msgspec.structs.replace(draft, **written)
