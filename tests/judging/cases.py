"""Judge in one sandbox for all tests of this folder, and many cases of a language concurrently: compilers take most of
the time, and stay loaded from one test to the next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol, TypeVar

from benchwright.judging import Judgement, Question, judge_tests
from benchwright.sandbox import LocalSandbox

Result = TypeVar("Result")

_opened: list[tuple[asyncio.Runner, LocalSandbox]] = []


def in_sandbox(work: Callable[[LocalSandbox], Coroutine[Any, Any, Result]]) -> Result:
    """Run a coroutine with the sandbox of this folder's tests, which stays open until `close_sandbox`."""
    if not _opened:
        _opened.append((asyncio.Runner(), LocalSandbox()))
    ((runner, sandbox),) = _opened
    return runner.run(work(sandbox))


def close_sandbox() -> None:
    """Close the sandbox if a test has opened it."""
    while _opened:
        runner, sandbox = _opened.pop()
        with runner:
            runner.run(sandbox.aclose())


class Pair(Protocol):
    """A case with at least the two texts."""

    @property
    def solution(self) -> str: ...

    @property
    def tests(self) -> str: ...


def judge_cases(language: str, cases: Mapping[str, Pair]) -> dict[str, Judgement]:
    """Judge each case without a plan."""

    async def judge_all(sandbox: LocalSandbox) -> list[Judgement]:
        questions = [(Question(language=language, tests=case.tests), case.solution) for case in cases.values()]
        return await asyncio.gather(*(judge_tests(sandbox, *question) for question in questions))

    return dict(zip(cases, in_sandbox(judge_all), strict=True))


def place_of(judgement: Judgement) -> str:
    """Format a place as in `tests:3`; empty if unknown."""
    return f"{judgement.place.part}:{judgement.place.line}" if judgement.place else ""
