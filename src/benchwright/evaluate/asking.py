"""Asks a model: the first question, and again with what failed."""

from __future__ import annotations

from collections.abc import Sequence

from benchwright.evaluate.holes import asks_for_function
from benchwright.evaluate.prompts import FOLDER, first_request
from benchwright.evaluate.sample import Sample
from benchwright.evaluate.settings import Feedback, Settings
from benchwright.evaluate.telling import tell
from benchwright.evaluate.understand import understood
from benchwright.judge.solution import SolutionJudgement
from benchwright.judge.understand import Kind
from benchwright.languages import find_language
from benchwright.models import Model, Request
from benchwright.models.prompt import Prompt, next_request
from benchwright.problems import Problem


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
        told = tell(judgement, feedback, tests=problem.tests, solution=attempt.code)
        values = {"told": told, "language": find_language(problem.language), "function": function}
        request = next_request(request, attempt.raw, prompt.render("user", **values).strip())
    return request
