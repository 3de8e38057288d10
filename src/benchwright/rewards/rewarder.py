"""Judge completions for rewards. Identical ones are judged once, and benchwright's own failures are never blamed on
the model."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
import threading
import weakref
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar, get_args

import msgspec

from benchwright.errors import SandboxError, UsageError
from benchwright.judging import Verdict
from benchwright.judging.extract.answer import extract_answer
from benchwright.judging.solution import (
    PlanCache,
    ProblemPlan,
    SetJudgement,
    SolutionJudgement,
    judge_solution,
    plan_with,
)
from benchwright.judging.verifier import read_verifier
from benchwright.languages import find_language
from benchwright.problems import Problem
from benchwright.sandbox import Sandbox
from benchwright.sandbox.concurrent import WINDOW, LoopThread, SingleFlight, as_completed
from benchwright.sandbox.remote import open_sandbox


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a problem needed to judge it."""

    key: str
    """Identifies the task: equal tasks have equal keys."""
    problem: Problem
    """Problem with its tests and its reference."""
    plan: ProblemPlan | None = None
    """Plan of the tests; None: made from the reference, if there is one."""


class _Text(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tests as text, in place of a verifier."""

    tests: str
    """Text of the tests."""
    language: str
    """Id or alias of the language."""
    reference: str = ""
    """A correct solution; empty if there is none."""


def task_of_verifier(verifier: Mapping[str, Any] | str, name: str = "") -> Task:
    """Build a task from a `verifier` of `benchwright export rl`, as a mapping or as JSON. `tests` as text with a
    `language` and an optional `reference` works too. Null fields count as absent, because tables give every row the
    fields of all others."""
    if isinstance(verifier, str):
        try:
            verifier = msgspec.json.decode(verifier, type=dict[str, Any])
        except msgspec.DecodeError as error:
            raise UsageError(
                f"the verifier is not a JSON object: {error}", "pass the verifier of an exported row"
            ) from None
    fields = _without_nulls(verifier)
    # Accept a whole row too.
    if "verifier" in fields:
        return task_of_verifier(fields["verifier"], str(fields.get("problem", name)))
    if isinstance(fields.get("tests"), str):
        return _task_of_text(fields)
    read = read_verifier(fields, name)
    return Task(key=_key(msgspec.json.encode(fields, order="sorted")), problem=read.problem(name), plan=read.plan)


def task_of_tests(language: str, tests: str, *, reference: str = "", environment: str | None = None) -> Task:
    """Build a task from the text of tests. Without a reference it is unknown what the tests do with a correct solution,
    so passes cannot be confirmed with altered tests."""
    problem = Problem(
        id="",
        language=find_language(language).id,
        question="",
        canonical_solution=reference,
        tests={"full": tests},
        environment=environment,
    )
    return Task(key=_key(msgspec.json.encode(problem, order="deterministic")), problem=problem)


def _task_of_text(fields: Mapping[str, Any]) -> Task:
    try:
        given = msgspec.convert(dict(fields), _Text)
    except msgspec.ValidationError as error:
        hint = 'pass {"tests": TEXT, "language": NAME}, and optionally "reference"'
        raise UsageError(f"tests as text: {error}", hint) from None
    return task_of_tests(given.language, given.tests, reference=given.reference)


def _without_nulls(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _without_nulls(each) for name, each in value.items() if each is not None}
    if isinstance(value, list | tuple):
        return [_without_nulls(each) for each in value]
    return value


def _key(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


Mode = Literal["binary", "fraction"]
"""binary: 1 for a pass, else 0. fraction: the share of tests that passed."""


class Reward(msgspec.Struct, frozen=True, kw_only=True):
    """Reward of one completion."""

    value: float | None
    """Number from 0 to 1. None: unscored, which says nothing about the completion."""
    verdict: str = ""
    """Verdict behind the reward; empty if unscored."""
    why: str = ""
    """Reason for the verdict, or why it is unscored."""


def check_mode(name: str) -> Mode:
    """Validate the name of a mode."""
    known: dict[str, Mode] = {mode: mode for mode in get_args(Mode)}
    if name not in known:
        raise UsageError(f"unknown reward mode {name!r}", f"choose from {', '.join(known)}")
    return known[name]


def reward_of(judgement: SolutionJudgement, plan: ProblemPlan, mode: Mode) -> Reward:
    """Convert a judgement to a reward."""
    value = float(judgement.passed)
    if mode == "fraction" and not judgement.passed:
        value = _fraction(judgement, plan)
    return Reward(value=value, verdict=judgement.verdict.value, why=judgement.reason)


def _fraction(judgement: SolutionJudgement, plan: ProblemPlan) -> float:
    """Share of passed tests over all test sets; a set whose tests cannot be distinguished counts as one test. Only a
    pass is worth 1, and tampering with one set forfeits the others."""
    if any(each.verdict is Verdict.TAMPERED for each in judgement.sets.values()):
        return 0.0
    counts = [_count(each, name, plan) for name, each in judgement.sets.items()]
    return sum(passed for passed, _ in counts) / sum(total for _, total in counts)


def _count(result: SetJudgement, name: str, plan: ProblemPlan) -> tuple[int, int]:
    """Return the number of passed tests of a set, and its total including tests that never started."""
    planned = plan.plans[name].completions if name in plan.plans else 0
    total = max(len(result.tests), planned, 1)
    if result.verdict is Verdict.PASSED:
        return total, total
    passed = sum(1 for test in result.tests if test.status == "passed")
    return min(passed, total - 1), total


T = TypeVar("T")
MakePlan = Callable[[Problem, Sandbox], Awaitable[ProblemPlan]]

_KEPT = 10_000


class Rewarder:
    """Computes rewards with one sandbox. Caches recent ones, because a policy repeats itself."""

    def __init__(
        self,
        sandbox: Sandbox,
        *,
        mode: Mode = "binary",
        canary: bool = True,
        make_plan: MakePlan | None = None,
        window: int = WINDOW,
    ) -> None:
        """`canary`: confirm each pass with altered tests that a correct solution must fail; passing those too earns 0.
        `make_plan`: makes the plan of a problem; None: from the reference, cached on this machine.
        `window`: completions judged at the same time."""
        self._sandbox = sandbox
        self._mode = mode
        self._canary = canary
        self._make_plan = make_plan or _plan_here
        self._window = window
        self._rewards: OrderedDict[str, Reward] = OrderedDict()
        self._plans: OrderedDict[str, ProblemPlan] = OrderedDict()
        self._judging: SingleFlight[Reward] = SingleFlight()
        self._planning: SingleFlight[ProblemPlan] = SingleFlight()

    async def rewards(self, pairs: Sequence[tuple[Task, str]]) -> list[Reward]:
        """Compute the rewards of completions, in order."""
        distinct = {(task.key, completion): (task, completion) for task, completion in pairs}

        async def one(pair: tuple[Task, str]) -> Reward:
            return await self.reward(*pair)

        made = dict([each async for each in as_completed(one, distinct.values(), self._window)])
        by_pair = {key: made[index] for index, key in enumerate(distinct)}
        return [by_pair[task.key, completion] for task, completion in pairs]

    async def reward(self, task: Task, completion: str) -> Reward:
        """Compute the reward of one completion, a model's raw answer. Raises UsageError if the task itself is invalid.
        Any other failure is benchwright's, and leaves only this completion unscored."""
        try:
            return await self._reward(task, completion)
        except UsageError:
            raise
        except Exception as error:
            logging.getLogger(__name__).exception("a completion could not be scored")
            return Reward(value=None, why=f"{type(error).__name__}: {error}")

    async def _reward(self, task: Task, completion: str) -> Reward:
        code = extract_answer(task.problem, completion, "answer").code
        key = hashlib.sha256(f"{task.key}\0{code}".encode(errors="surrogatepass")).hexdigest()
        known = self._rewards.get(key)
        if known is not None:
            self._rewards.move_to_end(key)
            return known
        return await self._judging.do(key, lambda: self._judge(key, task, code))

    def cancel(self) -> None:
        """Cancel everything in progress, because nobody waits for it anymore."""
        self._judging.cancel()
        self._planning.cancel()

    async def _judge(self, key: str, task: Task, code: str) -> Reward:
        try:
            plan = await self._plan(task)
            if plan.defect:
                return Reward(value=None, why=f"the task is defective: {plan.defect}")
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


class Session:
    """Opens its sandbox with the first completion, in a separate thread; a forked process opens its own. The sandbox is
    closed when the session is garbage-collected."""

    def __init__(self, sandbox: str = "", *, mode: str = "binary", canary: bool = True) -> None:
        """`sandbox` is a value as in $BENCHWRIGHT_SANDBOX: `local`, or the URL of a service."""
        self._spec = sandbox
        self._mode: Mode = check_mode(mode)
        self._canary = canary
        self._opened = _Opened()
        self._end = weakref.finalize(self, self._opened.close)

    def rewards(self, pairs: Sequence[tuple[Task, str]]) -> list[Reward]:
        """Compute the rewards of completions, in order."""
        opened = self._here()
        return opened.loop.run(self._rewards(opened, pairs))

    async def rewards_later(self, pairs: Sequence[tuple[Task, str]]) -> list[Reward]:
        """Compute the rewards of completions without blocking the event loop."""
        opened = self._here()
        return await asyncio.wrap_future(opened.loop.submit(self._rewards(opened, pairs)))

    def _here(self) -> _Opened:
        if self._opened.process != os.getpid():
            self._end.detach()
            self._opened = _Opened()
            self._end = weakref.finalize(self, self._opened.close)
        return self._opened

    async def _rewards(self, opened: _Opened, pairs: Sequence[tuple[Task, str]]) -> list[Reward]:
        if opened.rewarder is None:
            opened.sandbox = open_sandbox(self._spec)
            opened.rewarder = Rewarder(opened.sandbox, mode=self._mode, canary=self._canary)
        return await opened.rewarder.rewards(pairs)


class _Opened:
    """The resources that a session has opened in this process."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self.loop = LoopThread()
        self.sandbox: Sandbox | None = None
        self.rewarder: Rewarder | None = None

    def close(self) -> None:
        """Close only in the process that opened it: a forked process has neither the thread nor the launcher."""
        if self.process != os.getpid() or self.sandbox is None:
            return
        closing = self.loop.submit(self.sandbox.aclose())
        if threading.current_thread().name != LoopThread.NAME:  # the garbage collector may run in any thread
            closing.result()
            self.loop.close()
