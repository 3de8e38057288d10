"""Knows, for each problem, what its tests do with the reference. That takes several runs, so it is remembered: in the
job, as part of the evidence, and in the cache for the next job with the same problem."""

from __future__ import annotations

import msgspec

from benchwright.evaluate.sample import PLAN_STEP
from benchwright.jobs import Store
from benchwright.judge.once import Once
from benchwright.judge.plan_cache import PlanCache, plan_with
from benchwright.judge.solution import ProblemPlan
from benchwright.problems import Problem
from benchwright.sandbox import Sandbox


class Plans:
    """The plans of one job's problems."""

    def __init__(self, sandbox: Sandbox, store: Store, cache: PlanCache) -> None:
        self._sandbox = sandbox
        self._store = store
        self._cache = cache
        self._making: Once[ProblemPlan] = Once()

    async def of(self, problem: Problem) -> ProblemPlan:
        """The plan, made once however many ask for it at the same time."""
        if kept := self._store.done(PLAN_STEP, problem.id):
            return msgspec.json.decode(kept, type=ProblemPlan)
        return await self._making.do(problem.id, lambda: self._make(problem))

    async def _make(self, problem: Problem) -> ProblemPlan:
        plan = await plan_with(self._cache, self._sandbox, problem)
        self._store.put(PLAN_STEP, problem.id, msgspec.json.encode(plan))
        return plan
