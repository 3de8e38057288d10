"""Reads a question from an answer, and refuses one that would be dropped for what anybody can see."""

from __future__ import annotations

from typing import Any

import msgspec

from benchwright.generate.lint import lint_question
from benchwright.generate.sections import Unparsable, prose
from benchwright.generate.work import Work
from benchwright.problems import Problem


def read_question(work: Work[Any], problem: Problem, answer: str) -> str:
    """The question for a problem that has all but that."""
    question = prose(answer, "question")
    flags = lint_question(msgspec.structs.replace(problem, question=question))
    wrong = [flag for flag in flags if work.dropped_by(f"question {flag.rule}")]
    if wrong:
        details = "; ".join(flag.detail for flag in wrong)
        raise Unparsable(f"the question is not right: {details}", reason=f"question {wrong[0].rule}")
    return question
