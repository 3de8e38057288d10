"""Questions and answers as the messages of a chat."""

from __future__ import annotations

import re
from typing import Literal

from benchwright.evaluate.asking import go_on
from benchwright.evaluate.prompts import first_request
from benchwright.evaluate.settings import Sampling
from benchwright.evaluate.training.groups import Attempt
from benchwright.evaluate.training.sources import TrainingSource
from benchwright.models import Message
from benchwright.problems import Problem

Answers = Literal["raw", "code"]
"""The model's text as it came, or its code alone in a fence."""


def question(source: TrainingSource, problem: Problem) -> tuple[Message, ...]:
    """What a chat model is asked."""
    system = source.settings.system if source.settings else ""
    return first_request(source.prompt, "chat", problem, Sampling(), system=system).messages


def whole_chat(problem: Problem, attempt: Attempt) -> tuple[Message, ...]:
    """What the model was asked, with the attempts before this one and what it was told about each."""
    settings = attempt.source.settings
    asked = first_request(
        attempt.source.prompt, "chat", problem, Sampling(), system=settings.system if settings else ""
    )
    return go_on(asked, problem, attempt.before, settings.feedback if settings else "tests").messages


def answer_text(problem: Problem, attempt: Attempt, answers: Answers) -> str:
    """What the assistant says. A completion or a bare solution answers no question, so its code is put in a fence."""
    if answers == "raw" and attempt.sample.kind == "answer":
        return attempt.sample.raw
    return fenced(problem, attempt.sample.code)


def fenced(problem: Problem, code: str) -> str:
    """Code as a clean answer: one block, of the hole alone where there is one."""
    if problem.suffix and code.startswith(problem.prefix) and code.endswith(problem.suffix):
        code = code[len(problem.prefix) : len(code) - len(problem.suffix)]
    longest = max((len(run) for run in re.findall("`{3,}", code)), default=2)
    fence = "`" * (longest + 1)
    body = code.strip("\n")
    return f"{fence}{problem.language}\n{body}\n{fence}"


def plain_code(code: str) -> str:
    """What tells one code from another: space at the ends of lines and around it does not."""
    return "\n".join(line.rstrip() for line in code.strip().splitlines())
