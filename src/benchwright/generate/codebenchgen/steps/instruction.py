"""Let the model describe the target function for the solver."""

from __future__ import annotations

import re

import msgspec

from benchwright.generate.codebenchgen.draft import Draft
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.estimate import Ask
from benchwright.generate.lint import leaks
from benchwright.generate.sections import Unparsable, prose
from benchwright.generate.work import Work
from benchwright.languages import find_language

ORDER = 50
READS = ("code", "tests", "seed", "language", "checked")
WRITES = ("question",)
PROMPTS = ("instruction",)
ASKS = (Ask(prompt="instruction", reads=2800, writes=450),)

_PARTS = ("Functionality", "Inputs", "Outputs")


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Ask for a description; one that lacks a part, or reveals the solution, is sent back."""
    question = await work.ask(
        "model",
        "instruction",
        lambda answer: _read(draft, answer),
        draft=draft,
        language=find_language(draft.language),
    )
    return msgspec.structs.replace(draft, question=question)


def _read(draft: Draft, answer: str) -> str:
    text = prose(answer, "instruction")
    if missing := [part for part in _PARTS if not re.search(rf"(?mi)^\W*{part}\b", text)]:
        raise Unparsable(f"the part {missing[0]} is missing", reason="instruction incomplete")
    if leaked := leaks(msgspec.structs.replace(draft.problem, question=text)):
        raise Unparsable(f"the description gives away the solution: {leaked}", reason="question leak")
    return text
