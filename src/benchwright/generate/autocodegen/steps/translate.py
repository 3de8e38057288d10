"""Translate a finished problem to another language: question, reference and tests, which are then verified like any
other."""

from __future__ import annotations

import msgspec

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.autocodegen.steps.question import read_question
from benchwright.generate.estimate import Ask
from benchwright.generate.sections import sections
from benchwright.generate.work import Work
from benchwright.languages import find_language
from benchwright.problems import Problem

ORDER = 10
READS = ("source", "language")
WRITES = ("solution", "demo_tests", "full_tests", "question")
PROMPTS = ("translate",)
ASKS = (Ask(prompt="translate", reads=4800, writes=3300),)
TRACKS = frozenset({"translation"})


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Ask for all four in one answer."""
    if draft.source is None:
        raise ValueError("a translation needs a source problem")
    written = await work.ask(
        "model",
        "translate",
        lambda answer: _read(work, draft.language, answer),
        source=draft.source,
        language=find_language(draft.language),
        source_language=find_language(draft.source.language),
    )
    return msgspec.structs.replace(draft, **written)


def _read(work: Work[Settings], language: str, answer: str) -> dict[str, str]:
    written = sections(answer, "solution", "demo_tests", "full_tests")
    problem = Problem(
        id="draft",
        language=language,
        question="",
        canonical_solution=written["solution"],
        tests={"demo": written["demo_tests"], "full": written["full_tests"]},
    )
    return {**written, "question": read_question(work, problem, answer)}
