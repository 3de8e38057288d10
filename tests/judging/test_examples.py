"""The worked examples of the decision order, each judged for real."""

from __future__ import annotations

import asyncio
import functools
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchwright.judging import Defect, Judgement, Question, TestPlan, calibrate, judge_tests
from benchwright.judging.canary import WANTED_SITES
from benchwright.languages import find_language
from benchwright.sandbox import Limits, LocalSandbox
from tests.conftest import in_language
from tests.judging.cases import in_sandbox

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).with_name("examples")
Outcome = Judgement | Defect
Plans = dict[tuple[str, str, str, int], "asyncio.Task[TestPlan | Defect]"]


def examples() -> Iterator[dict[str, Any]]:
    """Yield every example, merged with the defaults of its file."""
    for file in sorted(FOLDER.glob("*.toml")):
        shared = tomllib.loads(file.read_text())
        for example in shared.pop("examples"):
            yield {**shared, **example}


EXAMPLES = list(examples())
NAMES = [f"{example['language']}: {example['name']}" for example in EXAMPLES]


@functools.cache
def outcomes(language: str) -> dict[str, Outcome]:
    """Judge all examples of a language concurrently, because compilers take most of the time."""
    chosen = [(name, example) for name, example in zip(NAMES, EXAMPLES, strict=True) if example["language"] == language]

    async def judge_all(sandbox: LocalSandbox) -> list[Outcome]:
        plans: Plans = {}
        return await asyncio.gather(*(judge(sandbox, example, plans) for _, example in chosen))

    return dict(zip([name for name, _ in chosen], in_sandbox(judge_all), strict=True))


def plan_of(
    sandbox: LocalSandbox, question: Question, reference: str, sites: int, plans: Plans
) -> asyncio.Task[TestPlan | Defect]:
    """Make the plan once for all examples that share their tests."""
    key = (question.language, question.tests, reference, sites)
    if key not in plans:
        plans[key] = asyncio.ensure_future(calibrate(sandbox, question, reference, sites=sites))
    return plans[key]


async def judge(sandbox: LocalSandbox, example: dict[str, Any], plans: Plans) -> Outcome:
    language = find_language(example["language"])
    limits = msgspec.structs.replace(Limits(), **{**language.limits, **example.get("limits", {})})
    question = Question(language=language.id, tests=example["tests"])
    canary = example.get("canary", False)
    if example["reference"]:
        # A canary uses all sites, and some defects are the lack of any; otherwise they decide nothing.
        sites = WANTED_SITES if canary or "defect" in example else 0
        plan = await plan_of(sandbox, question, example["reference"], sites, plans)
        if isinstance(plan, Defect):
            return plan
        question = msgspec.structs.replace(question, plan=plan)
    question = msgspec.structs.replace(question, limits=limits)
    return await judge_tests(sandbox, question, example["solution"], canary=canary)


EACH = [in_language(example["language"], name, example, id=name) for name, example in zip(NAMES, EXAMPLES, strict=True)]


@pytest.mark.parametrize(("name", "example"), EACH)
def test_example(name: str, example: dict[str, Any]) -> None:
    outcome = outcomes(example["language"])[name]
    if isinstance(outcome, Defect):
        assert outcome.reason == example.get("defect"), outcome.detail
        return
    assert "defect" not in example
    assert outcome.verdict == example["verdict"], outcome
    if "reason" in example:
        assert outcome.reason == example["reason"]
    if "place" in example:
        assert outcome.place is not None, outcome
        assert f"{outcome.place.part}:{outcome.place.line}" == example["place"]
    if "message" in example:
        assert outcome.message == example["message"]
    if "results" in example:
        assert {test.name: test.status for test in outcome.tests} == example["results"]


def test_there_are_enough_examples() -> None:
    assert len(EXAMPLES) >= 40
    assert len(set(NAMES)) == len(NAMES)
