"""CodeT: let the model write tests for each problem, run all its answers against them, and choose one.

The tests are only the model's opinion. They choose among answers; they never decide a verdict.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import msgspec

from benchwright.errors import AnswerPending, BudgetSpent, ModelError, SandboxError
from benchwright.evaluation.prompts import FOLDER, first_request
from benchwright.evaluation.sample import Bill, Sample
from benchwright.evaluation.settings import Settings
from benchwright.jobs import State, Store
from benchwright.judging import Question, judge_tests
from benchwright.judging.extract import extract
from benchwright.languages import find_language
from benchwright.metrics.selection import codet
from benchwright.models import Model
from benchwright.models.prompt import Prompt
from benchwright.problems import Problem
from benchwright.sandbox import Sandbox

TESTS_STEP = "written tests"
CHOICE_STEP = "codet"


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """CodeT's choice among a problem's samples."""

    sample: int
    """Number of the chosen sample."""
    matrix: tuple[tuple[bool, ...], ...]
    """Sample × test program: whether the sample passed it."""


class WrittenTest(Bill, frozen=True, kw_only=True):
    """A test program that the model wrote."""

    raw: str
    """The model's answer, unchanged."""
    code: str
    """The test program extracted from the answer."""


class WrittenTests:
    """Requests tests, runs them and chooses a sample."""

    def __init__(self, model: Model, sandbox: Sandbox, store: Store, settings: Settings) -> None:
        self._model = model
        self._sandbox = sandbox
        self._store = store
        self._settings = settings
        self._prompt = Prompt(FOLDER / "tests.jinja")

    async def choose(self, problem: Problem, samples: Sequence[Sample]) -> Choice | None:
        """Return the choice among a problem's samples; None if tests are missing or benchwright itself
        failed."""
        if kept := self._store.done(CHOICE_STEP, problem.id):
            return msgspec.json.decode(kept, type=Choice)
        try:
            tests = await self._all_tests(problem)
            rows = {code: await self._row(problem, code, tests) for code in {each.code for each in samples}}
        except (ModelError, AnswerPending, BudgetSpent, SandboxError) as error:
            state = State.WAITING if isinstance(error, AnswerPending) else State.FAILED
            self._store.put(CHOICE_STEP, problem.id, b"", state, error.sentence)
            return None
        matrix = tuple(rows[each.code] for each in samples)
        choice = Choice(sample=samples[codet(matrix)].sample, matrix=matrix)
        self._store.put(CHOICE_STEP, problem.id, msgspec.json.encode(choice))
        return choice

    async def _all_tests(self, problem: Problem) -> list[str]:
        """Request all tests together, so that a batch contains them all."""
        asked = (self._tests(problem, number) for number in range(self._settings.codet))
        found = await asyncio.gather(*asked, return_exceptions=True)
        for each in found:
            if isinstance(each, BaseException):
                raise each
        return [each for each in found if isinstance(each, str)]

    async def _tests(self, problem: Problem, number: int) -> str:
        key = f"{problem.id}#{number:05}"
        if (kept := self._store.done(TESTS_STEP, key)) is not None:
            return msgspec.json.decode(kept, type=WrittenTest).code
        request = first_request(self._prompt, "chat", problem, self._settings.sampling, sample=number)
        answer = await self._model.answer(request)
        code = extract(answer.text, find_language(problem.language), finish_reason=answer.finish_reason).code
        made = WrittenTest(
            raw=answer.text,
            code=code,
            prompt_tokens=answer.prompt_tokens,
            completion_tokens=answer.completion_tokens,
            cost=answer.cost,
            cached=answer.cached,
        )
        self._store.put(TESTS_STEP, key, msgspec.json.encode(made))
        return code

    async def _row(self, problem: Problem, code: str, tests: Sequence[str]) -> tuple[bool, ...]:
        return tuple([await self._passes(problem, code, text) for text in tests])

    async def _passes(self, problem: Problem, code: str, tests: str) -> bool:
        if not tests.strip():
            return False
        question = Question(language=problem.language, tests=tests, environment=problem.environment)
        return (await judge_tests(self._sandbox, question, code)).passed


def codet_choices(store: Store) -> Mapping[str, int]:
    """Map each problem to the sample that CodeT chose."""
    done = (item for item in store.items(CHOICE_STEP) if item.state is State.DONE)
    return {item.item: store.decoded(CHOICE_STEP, item.item, item.data, Choice).sample for item in done}


def codet_missing(store: Store) -> str:
    """Return why a choice is missing, for the first problem that lacks one; empty if none does."""
    missing = (item for item in store.items(CHOICE_STEP) if item.state is not State.DONE)
    return next((f"{item.item}: {item.reason}" for item in missing), "")
