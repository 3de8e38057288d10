"""The question is written last, from code that is known to work."""

from __future__ import annotations

import msgspec

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.questions import read_question
from benchwright.generate.work import Work
from benchwright.languages import find_language

ORDER = 70
READS = ("solution", "demo_tests", "full_tests", "language")
WRITES = ("question",)
PROMPTS = ("question",)
TRACKS = frozenset({"direct"})


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Ask for it; one that would be refused is sent back with what is wrong."""
    question = await work.ask(
        "model",
        "question",
        lambda answer: read_question(work, draft.problem, answer),
        draft=draft,
        language=find_language(draft.language),
    )
    return msgspec.structs.replace(draft, question=question)
