"""Turn inputs and observed outputs into tests with checks."""

from __future__ import annotations

import msgspec

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.estimate import Ask
from benchwright.generate.sections import sections
from benchwright.generate.work import Work
from benchwright.languages import find_language

ORDER = 30
READS = ("solution", "demo_inputs", "full_inputs", "demo_output", "full_output", "language")
WRITES = ("demo_tests", "full_tests")
PROMPTS = ("tests",)
ASKS = (Ask(prompt="tests", reads=3000, writes=1350),)
TRACKS = frozenset({"direct"})


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Ask for both test sets in one answer."""
    written = await work.ask(
        "model",
        "tests",
        lambda answer: sections(answer, "demo_tests", "full_tests"),
        draft=draft,
        language=find_language(draft.language),
    )
    return msgspec.structs.replace(draft, **written)
