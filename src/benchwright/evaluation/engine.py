"""Answer and judge every sample of a job, recording each result as soon as it is available."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

import msgspec

from benchwright.errors import AnswerPending, BudgetSpent, ModelError, SandboxError, SandboxUnavailable, UsageError
from benchwright.evaluation.sample import ANSWER_STEP, JUDGE_STEP, PLAN_STEP, Sample, sample_key
from benchwright.jobs import Job, State, Store
from benchwright.judging.extract.answer import Kind, extract_answer
from benchwright.judging.solution import PlanCache, ProblemPlan, SolutionJudgement, judge_solution, plan_with
from benchwright.problems import Problem
from benchwright.sandbox import Sandbox
from benchwright.sandbox.concurrent import SingleFlight, as_completed


def with_code(problem: Problem, sample: Sample) -> Sample:
    """Return the sample with its code re-extracted from the raw answer."""
    kind: Kind = sample.kind  # type: ignore[assignment]
    found = extract_answer(problem, sample.raw, kind, sample.finish_reason)
    return msgspec.structs.replace(
        sample,
        code=found.code,
        how=found.how,
        repairs=found.repairs,
        flaw=found.flaw,
        reasoning=found.reasoning or sample.reasoning,
    )


class Plans:
    """The plans for one job's problems."""

    def __init__(self, sandbox: Sandbox, store: Store, cache: PlanCache) -> None:
        self._sandbox = sandbox
        self._store = store
        self._cache = cache
        self._making: SingleFlight[ProblemPlan] = SingleFlight()

    async def of(self, problem: Problem) -> ProblemPlan:
        """Return the plan. Concurrent callers share one calculation."""
        if kept := self._store.done(PLAN_STEP, problem.id):
            return msgspec.json.decode(kept, type=ProblemPlan)
        return await self._making.do(problem.id, lambda: self._make(problem))

    async def _make(self, problem: Problem) -> ProblemPlan:
        plan = await plan_with(self._cache, self._sandbox, problem)
        self._store.put(PLAN_STEP, problem.id, msgspec.json.encode(plan))
        return plan


Task = tuple[str, int]
"""Problem id and sample number."""


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """Outcome of one sample, for progress displays."""

    problem: str
    """Id of the problem."""
    state: str
    """A verdict, or defect, unscored, unanswered, waiting."""
    cost: float = 0.0
    """Cost of its answers in USD."""


class Answerer(Protocol):
    """Provides samples that the job does not have yet."""

    async def answer(self, problem: Problem, sample: int, before: list[tuple[Sample, SolutionJudgement]]) -> Sample:
        """Return the next attempt, given the failed ones before it."""
        ...


class JudgedRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What the judging step stores."""

    judgement: SolutionJudgement
    """The verdict, its reason and its evidence."""
    round: int = 0
    """How often the job had been rejudged before this judgement."""


class Evaluation:
    """One run over a job's samples."""

    def __init__(
        self,
        job: Job,
        problems: Mapping[str, Problem],
        sandbox: Sandbox,
        plans: Plans,
        *,
        answerer: Answerer | None = None,
        turns: int = 1,
        canary: bool = True,
        early_stop: bool = False,
    ) -> None:
        self._store = job.store
        self._problems = problems
        self._sandbox = sandbox
        self._plans = plans
        self._answerer = answerer
        self._turns = turns
        self._canary = canary
        self._early_stop = early_stop
        self._round = int(job.store.fact("round", "0"))
        self._judging: SingleFlight[SolutionJudgement | None] = SingleFlight()
        self._spent = ""
        """Why no further answers are requested; empty as long as they are."""

    async def run(self, tasks: Iterable[Task], watch: Callable[[Progress], None], window: int = 64) -> None:
        """Run all tasks, at most `window` concurrently, and call `watch` after each. A spent budget only stops further
        requests."""
        async for _, progress in as_completed(self._run_task, tasks, window):
            watch(progress)

    async def _run_task(self, task: Task) -> Progress:
        problem = self._problems[task[0]]
        if self._spent and not self._store.done(ANSWER_STEP, sample_key(problem.id, task[1], 1)):
            return Progress(problem=problem.id, state="unanswered")
        try:
            plan = await self._plans.of(problem)
        except SandboxUnavailable:
            raise
        except (SandboxError, UsageError) as error:
            self._store.put(PLAN_STEP, problem.id, b"", State.FAILED, error.sentence)
            return Progress(problem=problem.id, state="unscored")
        if plan.defect:
            return Progress(problem=problem.id, state="defect")
        return await self._attempts(problem, task[1], plan)

    async def _attempts(self, problem: Problem, number: int, plan: ProblemPlan) -> Progress:
        before: list[tuple[Sample, SolutionJudgement]] = []
        state, cost = "unanswered", 0.0
        while len(before) < self._turns:
            sample, missing = await self._sample(problem, number, before)
            if sample is None and before and self._answerer is None:
                break  # the answers come from a file, so there is no further attempt
            if sample is None:
                return Progress(problem=problem.id, state=missing, cost=cost)
            cost += sample.cost or 0.0
            judgement = await self._judgement(problem, plan, sample)
            if judgement is None:
                return Progress(problem=problem.id, state="unscored", cost=cost)
            state = judgement.verdict.value
            if judgement.passed:
                break
            before.append((sample, judgement))
        return Progress(problem=problem.id, state=state, cost=cost)

    async def _sample(
        self, problem: Problem, number: int, before: list[tuple[Sample, SolutionJudgement]]
    ) -> tuple[Sample | None, str]:
        """Return the sample, or None and the state that explains why it is missing."""
        key = sample_key(problem.id, number, len(before) + 1)
        if kept := self._store.done(ANSWER_STEP, key):
            return msgspec.json.decode(kept, type=Sample), ""
        if self._answerer is None:
            return None, "unanswered"
        try:
            sample = await self._answerer.answer(problem, number, before)
        except AnswerPending as error:
            self._store.put(ANSWER_STEP, key, b"", State.WAITING, error.sentence)
            return None, "waiting"
        except (ModelError, BudgetSpent) as error:
            if isinstance(error, BudgetSpent):
                self._spent = str(error)
            self._store.put(ANSWER_STEP, key, b"", State.FAILED, error.sentence)
            return None, "unanswered"
        self._store.put(ANSWER_STEP, key, msgspec.json.encode(sample))
        return sample, ""

    async def _judgement(self, problem: Problem, plan: ProblemPlan, sample: Sample) -> SolutionJudgement | None:
        """Return the judgement; None if benchwright itself failed. Identical code is judged once, even if it
        arrives concurrently."""
        key = sample.judge_key
        if kept := self._store.done(JUDGE_STEP, key):
            record = msgspec.json.decode(kept, type=JudgedRecord)
            if record.round >= self._round:
                return record.judgement
        return await self._judging.do(key, lambda: self._judge(problem, plan, sample))

    async def _judge(self, problem: Problem, plan: ProblemPlan, sample: Sample) -> SolutionJudgement | None:
        try:
            judgement = await judge_solution(
                self._sandbox, problem, plan, sample.code, canary=self._canary, early_stop=self._early_stop
            )
        except SandboxUnavailable:
            raise
        except (SandboxError, UsageError) as error:
            self._store.put(JUDGE_STEP, sample.judge_key, b"", State.FAILED, error.sentence)
            return None
        record = JudgedRecord(judgement=judgement, round=self._round)
        self._store.put(JUDGE_STEP, sample.judge_key, msgspec.json.encode(record))
        return judgement
