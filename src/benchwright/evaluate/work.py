"""Answers and judges all that a job has to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from benchwright.evaluate.asking import ModelAnswerer
from benchwright.evaluate.codet import WrittenTests
from benchwright.evaluate.engine import Evaluation, Progress
from benchwright.evaluate.outcomes import results
from benchwright.evaluate.plans import Plans
from benchwright.evaluate.sample import Sample
from benchwright.evaluate.settings import Settings
from benchwright.evaluate.tasks import Tasks
from benchwright.jobs import Job
from benchwright.judge.plan_cache import PlanCache
from benchwright.models import Model
from benchwright.models.prompt import Prompt
from benchwright.problems import Problem
from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.opening import open_sandbox

Watch = Callable[[Progress], None]

_MOST_TURNS = 1000
"""A file of samples has the turns that it has."""


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """An open model and what it is asked with."""

    model: Model
    """It answers."""
    prompt: Prompt
    """What it is asked."""
    concurrency: int
    """How many requests may be under way."""


async def work(
    job: Job,
    problems: Mapping[str, Problem],
    settings: Settings,
    asking: Asking | None,
    tasks: Tasks,
    watch: Watch,
    *,
    sandbox_spec: str = "",
) -> None:
    """Answer what can be answered, and judge all answers."""
    cache = PlanCache()
    try:
        async with open_sandbox(sandbox_spec) as sandbox:
            evaluation = Evaluation(
                job,
                problems,
                sandbox,
                Plans(sandbox, job.store, cache),
                answerer=ModelAnswerer(asking.model, asking.prompt, settings) if asking else None,
                turns=_MOST_TURNS if settings.from_file else settings.turns,
                canary=settings.canary,
                early_stop=settings.early_stop,
            )
            await evaluation.run(tasks, watch, window=max(64, 2 * (asking.concurrency if asking else 0)))
            if asking and settings.codet:
                await _choose(WrittenTests(asking.model, sandbox, job.store, settings), job, problems, tasks)
    finally:
        cache.close()


async def _choose(written: WrittenTests, job: Job, problems: Mapping[str, Problem], tasks: Tasks) -> None:
    """By CodeT, for each problem with several scored answers."""
    groups: dict[str, list[Sample]] = {}
    for result in results(job.store, problems, iter(tasks)):
        if result.sample is not None and result.judgement is not None and result.sample.turn == 1:
            groups.setdefault(result.sample.problem, []).append(result.sample)

    async def one(problem: str) -> None:
        await written.choose(problems[problem], groups[problem])

    several = [problem for problem, group in groups.items() if len(group) > 1]
    async for _ in as_completed(one, several, 16):
        pass
