"""Asks a model: the first question, and again with what failed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from benchwright.evaluate.prompts import FOLDER, Prompt, first_request, next_request
from benchwright.evaluate.sample import Sample
from benchwright.evaluate.settings import Feedback, Settings
from benchwright.evaluate.understand import Kind, understood
from benchwright.judge.solution import SetJudgement, SolutionJudgement
from benchwright.judge.verdict import Verdict
from benchwright.languages import find_language
from benchwright.models import Model, Request
from benchwright.problems import Problem

_MOST_CHARACTERS = 2000
"""Of an error that the model is told; the end says most."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What a model is told about an attempt that failed."""

    verdict: str = ""
    """What it earned; empty if that is not told."""
    reason: str = ""
    """Why, in a few words."""
    text: str = ""
    """What the failed check or the error said."""


class ModelAnswerer:
    """Answers by a model."""

    def __init__(self, model: Model, prompt: Prompt, settings: Settings) -> None:
        self._model = model
        self._prompt = prompt
        self._settings = settings
        self._feedback = Prompt(FOLDER / "feedback.jinja")

    async def answer(self, problem: Problem, sample: int, before: Sequence[tuple[Sample, SolutionJudgement]]) -> Sample:
        """The next attempt, given those that failed before it."""
        answer = await self._model.answer(self.request(problem, sample, before))
        kind: Kind = "answer" if self._settings.mode == "chat" else "completion"
        made = Sample(
            problem=problem.id,
            sample=sample,
            turn=len(before) + 1,
            raw=answer.text,
            code="",
            kind=kind,
            reasoning=answer.reasoning,
            finish_reason=answer.finish_reason,
            prompt_tokens=answer.prompt_tokens,
            completion_tokens=answer.completion_tokens,
            cost=answer.cost,
            answer_s=answer.answer_s,
            model=answer.model,
        )
        return understood(problem, made)

    def request(self, problem: Problem, sample: int, before: Sequence[tuple[Sample, SolutionJudgement]]) -> Request:
        """What the model is asked."""
        settings = self._settings
        request = first_request(
            self._prompt, settings.mode, problem, settings.sampling, sample=sample, system=settings.system
        )
        for attempt, judgement in before:
            values = {"told": tell(judgement, settings.feedback), "language": find_language(problem.language)}
            request = next_request(request, attempt.raw, self._feedback.render("user", **values).strip())
        return request


def tell(judgement: SolutionJudgement, feedback: Feedback) -> Told:
    """What the model may know: nothing but that it failed; what a compiler or the public tests would say to anybody;
    or also what the private tests said."""
    failed = judgement.sets.get(judgement.failed)
    if feedback == "none" or failed is None:
        return Told()
    compiled = failed.verdict is not Verdict.COMPILE_ERROR
    if feedback == "compile" and compiled:
        return Told()
    private = judgement.failed != "demo" and compiled
    if feedback == "tests" and private:
        # The private tests' texts and values stay private; that the solution fails, and how, does not give them away.
        return Told(verdict=failed.verdict.value)
    return Told(verdict=failed.verdict.value, reason=failed.reason, text=_text(failed))


def _text(failed: SetJudgement) -> str:
    parts = [failed.message, failed.stderr]
    if failed.place:
        parts.insert(0, f"line {failed.place.line} of the {failed.place.part}:")
    text = "\n".join(part for part in parts if part.strip())
    return text if len(text) <= _MOST_CHARACTERS else f"[…]\n{text[-_MOST_CHARACTERS:]}"
