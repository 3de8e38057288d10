"""The benchmarks that a server serves, and the test plans made by running their references."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from weakref import WeakKeyDictionary, WeakValueDictionary

from benchwright.errors import SandboxError, UsageError
from benchwright.judging.plan import ProblemDefect
from benchwright.judging.solution import PlanCache, ProblemPlan, plan_key, plan_problem, plan_with
from benchwright.problems import Problem, builtin_names
from benchwright.problems.read import read_problems
from benchwright.sandbox.protocol import Sandbox
from benchwright.server.service import Service

_MOST_PLANS = 4096
_DEFECT_S = 60.0
"""Seconds to cache a defect. A reference may fail by chance, so it is tried again later."""


class ServedPlans:
    """The plans cached by one worker."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[ProblemPlan, float]] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._cache: PlanCache | None = None

    async def get_or_make(self, key: str, make: Callable[[], Awaitable[ProblemPlan]]) -> ProblemPlan:
        """Return the plan for this key. Of several concurrent callers, one makes it in its own turn; if that one is
        cancelled, the next does. Raises ProblemDefect if the plan has a defect."""
        plan = await self._learnt(key, make)
        for defect in plan.defects.values():
            raise ProblemDefect(defect)
        return plan

    async def of_problem(self, problem: Problem, sandbox: Sandbox) -> ProblemPlan:
        """Return the plan of a served problem, which is also cached for other processes."""
        cache = self._cache = self._cache or PlanCache()
        return await self.get_or_make(plan_key(problem), lambda: plan_with(cache, sandbox, problem))

    async def of_sent(self, problem: Problem, sandbox: Sandbox) -> ProblemPlan:
        """Return the plan of a problem that a client sent, including its defects. It is cached in this worker only and
        kept apart from the plans of served problems, so a client's reference never affects other clients."""
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
    """Return the plans of the service."""
    return _plans.setdefault(service, ServedPlans())


def read_benchmarks(benchmarks: Mapping[str, str]) -> dict[str, Mapping[str, Problem]]:
    """Read the problems of each benchmark, by id; raise UsageError if one cannot be read."""
    return {name: _read(name, place) for name, place in benchmarks.items()}


def served(service: Service) -> Mapping[str, str]:
    """Return name → benchmark: the configured ones, or the built-in ones if none are configured."""
    return service.settings.benchmarks or {name: f"builtin:{name}" for name in builtin_names()}


async def problems_of(service: Service, name: str) -> Mapping[str, Problem]:
    """Read the problems of a served benchmark, by id."""
    known = service.problems
    if name not in known:
        benchmarks = served(service)
        if name not in benchmarks:
            raise UsageError(f"no benchmark {name!r} is served here", f"choose from {', '.join(sorted(benchmarks))}")
        try:
            known[name] = await asyncio.to_thread(_read, name, benchmarks[name])
        except UsageError as error:
            # The operator's fault: do not blame the client, and do not reveal paths on the server.
            service.log.write("error", error.sentence, benchmark=name)
            raise SandboxError(f"benchmark {name!r} cannot be read", "see the server's log") from error
    return known[name]


async def find_problem(service: Service, name: str, problem_id: str) -> Problem:
    """Find one problem of a served benchmark."""
    problems = await problems_of(service, name)
    if problem_id not in problems:
        hint = f"it has {len(problems)} problems, such as {next(iter(problems))}"
        raise UsageError(f"{name} has no problem {problem_id!r}", hint)
    return problems[problem_id]


def _read(name: str, place: str) -> dict[str, Problem]:
    try:
        return {problem.id: problem for problem in read_problems(place)}
    except UsageError as error:
        raise UsageError(f"--benchmark {name}={place}: {error}", error.hint) from error
