"""Judges completions for rewards: equal ones once, and failures of ours as what they are."""

from __future__ import annotations

import contextlib
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from benchwright.errors import SandboxError, UsageError
from benchwright.judge.once import Once
from benchwright.judge.plan_cache import PlanCache, plan_with
from benchwright.judge.solution import ProblemPlan, judge_solution
from benchwright.judge.understand import understand
from benchwright.problems import Problem
from benchwright.rewards.reward import Mode, Reward, reward_of
from benchwright.rewards.task import Task
from benchwright.sandbox.concurrent import WINDOW, as_completed
from benchwright.sandbox.protocol import Sandbox

T = TypeVar("T")
MakePlan = Callable[[Problem, Sandbox], Awaitable[ProblemPlan]]

_KEPT = 10_000


class Rewarder:
    """Gives rewards by one sandbox. Remembers the latest ones, as a policy repeats itself."""

    def __init__(
        self,
        sandbox: Sandbox,
        *,
        mode: Mode = "binary",
        canary: bool = True,
        make_plan: MakePlan | None = None,
        window: int = WINDOW,
    ) -> None:
        """`canary`: hold each pass against tests that nothing right can pass; one that passes those too earns 0.
        `make_plan`: where plans come from; None: from the reference, and from the cache of this machine.
        `window`: completions that are judged at once."""
        self._sandbox = sandbox
        self._mode = mode
        self._canary = canary
        self._make_plan = make_plan or _plan_here
        self._window = window
        self._rewards: OrderedDict[str, Reward] = OrderedDict()
        self._plans: OrderedDict[str, ProblemPlan] = OrderedDict()
        self._judging: Once[Reward] = Once()
        self._planning: Once[ProblemPlan] = Once()

    async def rewards(self, pairs: Sequence[tuple[Task, str]]) -> list[Reward]:
        """The rewards of completions, in order."""
        distinct = {(task.key, completion): (task, completion) for task, completion in pairs}

        async def one(pair: tuple[Task, str]) -> Reward:
            return await self.reward(*pair)

        made = dict([each async for each in as_completed(one, distinct.values(), self._window)])
        by_pair = {key: made[index] for index, key in enumerate(distinct)}
        return [by_pair[task.key, completion] for task, completion in pairs]

    async def reward(self, task: Task, completion: str) -> Reward:
        """The reward of one completion: a model's raw answer. UsageError where the task itself makes no sense. Any
        other failure is ours, and takes the reward from this completion alone."""
        try:
            return await self._reward(task, completion)
        except UsageError:
            raise
        except Exception as error:
            logging.getLogger(__name__).exception("a completion could not be scored")
            return Reward(value=None, why=f"{type(error).__name__}: {error}")

    async def _reward(self, task: Task, completion: str) -> Reward:
        code = understand(task.problem, completion, "answer").code
        key = hashlib.sha256(f"{task.key}\0{code}".encode(errors="surrogatepass")).hexdigest()
        known = self._rewards.get(key)
        if known is not None:
            self._rewards.move_to_end(key)
            return known
        return await self._judging.do(key, lambda: self._judge(key, task, code))

    def cancel(self) -> None:
        """End all that is under way: nobody waits for it any more."""
        self._judging.cancel()
        self._planning.cancel()

    async def _judge(self, key: str, task: Task, code: str) -> Reward:
        try:
            plan = await self._plan(task)
            if plan.defect:
                return Reward(value=None, why=f"the task can judge nobody: {plan.defect}")
            judgement = await judge_solution(
                self._sandbox,
                task.problem,
                plan,
                code,
                canary=self._canary,
                early_stop=self._mode == "binary",
            )
        except SandboxError as error:
            return Reward(value=None, why=error.sentence)
        reward = reward_of(judgement, plan, self._mode)
        _keep(self._rewards, key, reward)
        return reward

    async def _plan(self, task: Task) -> ProblemPlan:
        plan = task.plan or self._plans.get(task.key)
        return plan or await self._planning.do(task.key, lambda: self._new_plan(task))

    async def _new_plan(self, task: Task) -> ProblemPlan:
        plan = await self._make_plan(task.problem, self._sandbox)
        _keep(self._plans, task.key, plan)
        return plan


async def _plan_here(problem: Problem, sandbox: Sandbox) -> ProblemPlan:
    with contextlib.closing(PlanCache()) as cache:
        return await plan_with(cache, sandbox, problem)


def _keep(kept: OrderedDict[str, T], key: str, value: T) -> None:
    kept[key] = value
    if len(kept) > _KEPT:
        kept.popitem(last=False)
