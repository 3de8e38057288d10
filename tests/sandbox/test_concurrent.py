"""Concurrency helpers and their failures."""

from __future__ import annotations

import asyncio
import gc
import os
from typing import Any

import pytest

from benchwright.errors import UsageError
from benchwright.sandbox import LocalSandbox
from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.local import default_concurrency


def run(fails: dict[int, str], *, count: int = 4, last: int | None = None) -> tuple[list[int], str, list[Any]]:
    """Run tasks that all finish in the same step of the loop. Returns what was yielded before the reader stopped, what
    was raised, and what asyncio complained about."""
    yielded: list[int] = []
    complaints: list[Any] = []

    async def work() -> str:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context["message"]))
        gate = asyncio.Event()

        async def one(number: int) -> int:
            if number == count - 1:
                gate.set()
            await gate.wait()
            if number in fails:
                raise ValueError(fails[number])
            return number

        results = as_completed(one, range(count))
        try:
            async for _, number in results:
                yielded.append(number)
                if number == last:
                    break
        except ValueError as error:
            return str(error)
        finally:
            await results.aclose()  # type: ignore[attr-defined]
        return ""

    raised = asyncio.run(work())
    gc.collect()
    return yielded, raised, complaints


def test_all_results() -> None:
    assert run({}) == ([0, 1, 2, 3], "", [])


def test_of_several_failures_the_first_is_raised_and_the_others_are_quiet() -> None:
    assert run({1: "first", 2: "second", 3: "third"}) == ([0], "first", [])


def test_failures_that_nobody_waits_for_any_more_are_quiet() -> None:
    assert run({2: "second", 3: "third"}, last=1) == ([0, 1], "", [])


def test_the_default_concurrency(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BENCHWRIGHT_CONCURRENCY", raising=False)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 2, 5})
    assert default_concurrency() == 3
    monkeypatch.setenv("BENCHWRIGHT_CONCURRENCY", "7")
    assert default_concurrency() == 7


@pytest.mark.parametrize("value", ["0", "-1", "many", "1.5"])
def test_a_default_concurrency_that_makes_no_sense(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("BENCHWRIGHT_CONCURRENCY", value)
    with pytest.raises(UsageError, match=r"invalid BENCHWRIGHT_CONCURRENCY: '"):
        LocalSandbox()
