"""Judge many cases of one language concurrently, because compilers take most of the time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Protocol

from benchwright.judging import Judgement, Question, judge_tests
from benchwright.sandbox import LocalSandbox


class Pair(Protocol):
    """A case with at least the two texts."""

    @property
    def solution(self) -> str: ...

    @property
    def tests(self) -> str: ...


def judge_cases(language: str, cases: Mapping[str, Pair]) -> dict[str, Judgement]:
    """Judge each case without a plan."""

    async def judge_all() -> list[Judgement]:
        async with LocalSandbox() as sandbox:
            questions = [(Question(language=language, tests=case.tests), case.solution) for case in cases.values()]
            return await asyncio.gather(*(judge_tests(sandbox, *question) for question in questions))

    return dict(zip(cases, asyncio.run(judge_all()), strict=True))


def place_of(judgement: Judgement) -> str:
    """Format a place as in `tests:3`; empty if unknown."""
    return f"{judgement.place.part}:{judgement.place.line}" if judgement.place else ""
