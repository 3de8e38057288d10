"""Write the question last, from code that is known to work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.estimate import Ask
from benchwright.generate.lint import lint_question
from benchwright.generate.sections import Unparsable, prose
from benchwright.generate.work import Work
from benchwright.languages import find_language
from benchwright.problems import Problem

if TYPE_CHECKING:
    from benchwright.problems import Problem


def read_question(work: Work[Any], problem: Problem, answer: str) -> str:
    """Parse the question for a problem that is otherwise complete."""
    question = prose(answer, "question")
    flags = lint_question(msgspec.structs.replace(problem, question=question))
    wrong = [flag for flag in flags if work.dropped_by(f"question {flag.rule}")]
    if wrong:
        details = "; ".join(flag.detail for flag in wrong)
        raise Unparsable(f"the question is not right: {details}", reason=f"question {wrong[0].rule}")
    return question


ORDER = 70
READS = ("solution", "demo_tests", "full_tests", "language")
WRITES = ("question",)
PROMPTS = ("question",)
ASKS = (Ask(prompt="question", reads=2400, writes=900),)
TRACKS = frozenset({"direct"})


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Ask for the question; one that would be dropped is sent back with what is wrong."""
    question = await work.ask(
        "model",
        "question",
        lambda answer: read_question(work, draft.problem, answer),
        draft=draft,
        language=find_language(draft.language),
    )
    return msgspec.structs.replace(draft, question=question)
