"""Cached plans: a plan is used only for the problem it was made for."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchwright.judging.solution import PlanCache, ProblemPlan, judge_solution, plan_key, plan_with
from benchwright.judging.verdict import Verdict
from benchwright.problems import Case, Problem
from benchwright.sandbox import LocalSandbox
from tests.evaluation.small_benchmark import right

TESTS = "assert add_3(0) == 3\nassert add_3(4) == 7\n"
CHEAT = "class Any:\n    def __eq__(self, other): return True\n\ndef add_3(x):\n    return Any()\n"


def made(**changes: Any) -> Problem:
    fields = {"canonical_solution": right(3), "tests": {"full": TESTS}, **changes}
    return Problem(id="p", language="python", question="", **fields)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "plans.sqlite"


@pytest.fixture
def cache(file: Path) -> Iterator[PlanCache]:
    with contextlib.closing(PlanCache(file)) as opened:
        yield opened


def test_a_plan_for_other_names_of_the_sets_hides_no_cheat(cache: PlanCache) -> None:
    async def judge() -> Verdict:
        async with LocalSandbox() as sandbox:
            await plan_with(cache, sandbox, made(tests={"x": TESTS}))
            plan = await plan_with(cache, sandbox, made())
            return (await judge_solution(sandbox, made(), plan, CHEAT, canary=True)).verdict

    assert asyncio.run(judge()) is Verdict.TAMPERED


def test_different_problems_have_different_keys() -> None:
    case = Case(stdin="1", stdout="2")
    problems = [
        made(),
        made(tests={"x": TESTS}),
        made(tests={"a": "x\0y", "b": "z"}),
        made(tests={"a": "x", "b": "y\0z"}),
        made(tests={"a": "x\0y\0z"}),
        made(canonical_solution="s\0t", tests={"full": "u"}),
        made(canonical_solution="s", tests={"full": "t\0u"}),
        made(tests={"a\0x": "y"}),
        made(prefix="import math\n"),
        made(suffix="import math\n"),
        made(entry_point="add_3"),
        made(environment="add_3"),
        made(tests={}, cases={"full": (case,)}),
        made(tests={}, cases={"demo": (case,)}),
        made(tests={"full": "\ud800"}),
    ]
    for one, other in itertools.combinations(problems, 2):
        assert plan_key(one) != plan_key(other), (one, other)
    assert plan_key(made()) == plan_key(made())


@pytest.mark.parametrize("change", ["renamed", "missing", "more", "of other tests"])
def test_a_kept_plan_that_is_not_whole_is_made_again(cache: PlanCache, file: Path, change: str) -> None:
    async def plan() -> ProblemPlan:
        async with LocalSandbox() as sandbox:
            return await plan_with(cache, sandbox, made())

    whole = asyncio.run(plan())
    assert cache.get(made()) == whole
    full = whole.plans["full"]
    plans = {
        "renamed": {"x": full},
        "missing": {},
        "more": {"full": full, "x": full},
        "of other tests": {"full": msgspec.structs.replace(full, digest="0")},
    }
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE plans SET plan = ?", (msgspec.json.encode(ProblemPlan(plans=plans[change])),))
    assert cache.get(made()) is None
    assert asyncio.run(plan()) == whole
    assert cache.get(made()) == whole


def test_a_problem_without_a_reference_has_a_plan_without_sets(cache: PlanCache) -> None:
    problem = made(canonical_solution="")
    cache.put(problem, ProblemPlan())
    assert cache.get(problem) == ProblemPlan()
    cases = made(tests={}, cases={"full": (Case(stdin="1", stdout="2"),)})
    cache.put(cases, ProblemPlan())
    assert cache.get(cases) == ProblemPlan()
