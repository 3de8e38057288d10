"""What is known about tests from running their reference: learnt once for many requests."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from weakref import WeakKeyDictionary, WeakValueDictionary

from benchwright.judging.plan import ProblemDefect
from benchwright.judging.solution import PlanCache, ProblemPlan, plan_key, plan_problem, plan_with
from benchwright.problems import Problem
from benchwright.sandbox.protocol import Sandbox
from benchwright.server.service import Service

_MOST_PLANS = 4096
_DEFECT_S = 60.0
"""A reference may have failed by bad luck, so a defect is believed for a while only."""


class ServedPlans:
    """The plans of one worker."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[ProblemPlan, float]] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._cache: PlanCache | None = None

    async def learn(self, key: str, make: Callable[[], Awaitable[ProblemPlan]]) -> ProblemPlan:
        """The plan of this key. Of many who ask at once one makes it, in its own turn; if that one goes away, the next
        does. A plan with a defect is raised as one."""
        plan = await self._learnt(key, make)
        for defect in plan.defects.values():
            raise ProblemDefect(defect)
        return plan

    async def of_problem(self, problem: Problem, sandbox: Sandbox) -> ProblemPlan:
        """The plan of a problem that is served; it is also kept for other processes."""
        cache = self._cache = self._cache or PlanCache()
        return await self.learn(plan_key(problem), lambda: plan_with(cache, sandbox, problem))

    async def of_sent(self, problem: Problem, sandbox: Sandbox) -> ProblemPlan:
        """The plan of a problem that a client sent, with its defects. It stays in this worker, apart from those of
        problems that are served: what a client's reference did decides about nobody else."""
        return await self._learnt(f"sent {plan_key(problem)}", lambda: plan_problem(sandbox, problem))

    async def _learnt(self, key: str, make: Callable[[], Awaitable[ProblemPlan]]) -> ProblemPlan:
        async with self._locks.setdefault(key, asyncio.Lock()):
            plan = self._known(key)
            if plan is None:
                plan = await make()
                self._keep(key, plan)
        return plan

    def _known(self, key: str) -> ProblemPlan | None:
        plan, until = self._kept.get(key, (None, 0.0))
        if plan is None or time.monotonic() > until:
            return None
        self._kept.move_to_end(key)
        return plan

    def _keep(self, key: str, plan: ProblemPlan) -> None:
        self._kept[key] = (plan, time.monotonic() + _DEFECT_S if plan.defects else float("inf"))
        while len(self._kept) > _MOST_PLANS:
            self._kept.popitem(last=False)


_plans: WeakKeyDictionary[Service, ServedPlans] = WeakKeyDictionary()


def plans_of(service: Service) -> ServedPlans:
    """The plans of the service."""
    return _plans.setdefault(service, ServedPlans())
