"""Asks a model: the first question, and again with what failed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from benchwright.evaluate.holes import asks_for_function
from benchwright.evaluate.prompts import FOLDER, first_request
from benchwright.evaluate.sample import Sample
from benchwright.evaluate.settings import Feedback, Settings
from benchwright.evaluate.understand import understood
from benchwright.judge.solution import SetJudgement, SolutionJudgement
from benchwright.judge.understand import Kind
from benchwright.judge.verdict import Verdict
from benchwright.languages import find_language
from benchwright.models import Model, Request
from benchwright.models.prompt import Prompt, next_request
from benchwright.problems import Problem

_MOST_CHARACTERS = 2000
"""Of an error that the model is told."""


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
            cached=answer.cached,
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
        return go_on(request, problem, before, settings.feedback)


def go_on(
    request: Request, problem: Problem, before: Sequence[tuple[Sample, SolutionJudgement]], feedback: Feedback
) -> Request:
    """The chat after attempts that failed, with what the model is told about each."""
    if not before:
        return request
    prompt = Prompt(FOLDER / "feedback.jinja")
    for attempt, judgement in before:
        function = problem.entry_point if asks_for_function(problem) else ""
        values = {"told": tell(judgement, feedback), "language": find_language(problem.language), "function": function}
        request = next_request(request, attempt.raw, prompt.render("user", **values).strip())
    return request


def tell(judgement: SolutionJudgement, feedback: Feedback) -> Told:
    """What the model may know: nothing but that it failed; what a compiler or the public tests would say to anybody;
    or also what the private tests said."""
    failed = judgement.sets.get(judgement.failed)
    if feedback == "none" or failed is None:
        return Told()
    if feedback == "compile" and failed.verdict is not Verdict.COMPILE_ERROR:
        return Told()
    if feedback != "full" and judgement.failed != "demo":
        # Compilers quote the lines that they complain about, and a message may hold the expected value.
        return Told(verdict=failed.verdict.value, text=_place(failed) if _in_solution(failed) else "")
    return Told(verdict=failed.verdict.value, reason=failed.reason, text=_text(failed))


def _text(failed: SetJudgement) -> str:
    built = failed.verdict is Verdict.COMPILE_ERROR
    # Some compilers say everything on standard output.
    said = failed.stderr or (failed.stdout if built else "")
    text = "\n".join(part for part in (_place(failed), failed.message, said) if part.strip())
    if len(text) <= _MOST_CHARACTERS:
        return text
    # A compiler's first error says most, a run's last lines do.
    return f"{text[:_MOST_CHARACTERS]}\n[…]" if built else f"[…]\n{text[-_MOST_CHARACTERS:]}"


def _place(failed: SetJudgement) -> str:
    return f"line {failed.place.line} of the {failed.place.part}:" if failed.place else ""


def _in_solution(failed: SetJudgement) -> bool:
    return failed.place is not None and failed.place.part == "solution"
