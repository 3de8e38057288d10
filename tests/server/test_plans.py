"""Plans are made once for many requests, even if some of them are cancelled."""

from __future__ import annotations

import asyncio

import pytest

from benchwright.judging import Defect
from benchwright.judging.plan import ProblemDefect
from benchwright.judging.solution import ProblemPlan
from benchwright.server.benchmarks import ServedPlans


class Making:
    """Makes a plan when triggered."""

    def __init__(self, plan: ProblemPlan) -> None:
        self.plan = plan
        self.begun = 0
        self.go = asyncio.Event()

    async def __call__(self) -> ProblemPlan:
        self.begun += 1
        await self.go.wait()
        return self.plan


def test_concurrent_callers_share_one_result() -> None:
    async def ask() -> None:
        plans, making = ServedPlans(), Making(ProblemPlan())
        waiting = [asyncio.create_task(plans.get_or_make("key", making)) for _ in range(20)]
        await asyncio.sleep(0)
        making.go.set()
        assert set(map(id, await asyncio.gather(*waiting))) == {id(making.plan)}
        assert making.begun == 1
        await plans.get_or_make("other", making)
        assert making.begun == 2

    asyncio.run(ask())


def test_if_the_maker_is_cancelled_the_next_one_takes_over() -> None:
    async def ask() -> None:
        plans, making = ServedPlans(), Making(ProblemPlan())
        first, second = (asyncio.create_task(plans.get_or_make("key", making)) for _ in range(2))
        await asyncio.sleep(0)
        assert making.begun == 1
        first.cancel()
        making.go.set()
        assert await second is making.plan
        assert first.cancelled()
        assert making.begun == 2

    asyncio.run(ask())


def test_a_defect_is_raised_for_all_waiters_and_cached() -> None:
    async def ask() -> None:
        plans = ServedPlans()
        making = Making(ProblemPlan(defects={"full": Defect(reason="reference fails", detail="why")}))
        making.go.set()
        for _ in range(3):
            with pytest.raises(ProblemDefect, match="reference fails: why"):
                await plans.get_or_make("key", making)
        assert making.begun == 1

    asyncio.run(ask())
