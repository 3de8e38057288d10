"""Run one evaluation: open the job, get the answers, judge them, score and export."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from benchwright.evaluation.asking import ModelAnswerer
from benchwright.evaluation.benchmark import save_problems
from benchwright.evaluation.codet import TESTS_STEP, WrittenTests
from benchwright.evaluation.engine import Evaluation, Plans, Progress
from benchwright.evaluation.finish import Score, finish
from benchwright.evaluation.outcomes import Tasks, results
from benchwright.evaluation.prompts import prompts_digest
from benchwright.evaluation.sample import ANSWER_STEP, Bill, Sample
from benchwright.evaluation.samples import LoadedSamples, load_samples
from benchwright.evaluation.settings import Feedback, Mode, Sampling, Settings, file_digest, references_digest
from benchwright.jobs import Job, State, Store, open_job, read_job, worth_keeping
from benchwright.jobs.manifest import MANIFEST_FILE, new_manifest
from benchwright.judging.solution import PlanCache
from benchwright.languages.registry import toolchain_versions
from benchwright.metrics import metrics
from benchwright.metrics.outcome import Options
from benchwright.models import Model, ModelOptions, open_model
from benchwright.models.prompt import Prompt
from benchwright.problems import Problem, fingerprint
from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.remote import open_sandbox


def with_spent(folder: Path, options: ModelOptions) -> ModelOptions:
    """Add what earlier runs of the job spent: a budget applies to the job, not to a single run."""
    if (options.max_cost is None and options.max_tokens_total is None) or not (folder / MANIFEST_FILE).exists():
        return options
    with read_job(folder) as job:
        spent = [bill for step in (ANSWER_STEP, TESTS_STEP) for bill in _bills(job.store, step)]
    return msgspec.structs.replace(
        options,
        spent_cost=sum(bill.cost or 0.0 for bill in spent),
        used_tokens=sum((bill.prompt_tokens or 0) + (bill.completion_tokens or 0) for bill in spent),
    )


def _bills(store: Store, step: str) -> Iterator[Bill]:
    """Yield the bills of answers that were paid for; cached ones were not."""
    for item in store.items(step):
        if item.state is State.DONE and not (bill := msgspec.json.decode(item.data, type=Bill)).cached:
            yield bill


Watch = Callable[[Progress], None]

_MOST_TURNS = 1000
"""Limit for samples from a file, which may contain any number of turns."""


class OpenModel(msgspec.Struct, frozen=True, kw_only=True):
    """An open model and how to ask it."""

    model: Model
    """Model that gives the answers."""
    prompt: Prompt
    """Prompt for the first request."""
    concurrency: int
    """Maximum number of concurrent requests to the model."""


async def work(
    job: Job,
    problems: Mapping[str, Problem],
    settings: Settings,
    asking: OpenModel | None,
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
    """Let CodeT choose, for each problem with several scored answers."""
    groups: dict[str, list[Sample]] = {}
    for result in results(job.store, problems, iter(tasks)):
        if result.sample is not None and result.judgement is not None and result.sample.turn == 1:
            groups.setdefault(result.sample.problem, []).append(result.sample)

    async def one(problem: str) -> None:
        await written.choose(problems[problem], groups[problem])

    several = [problem for problem, group in groups.items() if len(group) > 1]
    async for _ in as_completed(one, several, 16):
        pass


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """Where answers come from: a model, or a file of samples."""

    model: str = ""
    """Model as `provider:name`; empty for a file of samples."""
    options: ModelOptions = ModelOptions()
    """Connection and budget options of the model."""
    prompt: Prompt | None = None
    """Prompt for the first request; None for a file of samples."""
    samples: Path | None = None
    """File of samples; None for a model."""
    lenient: bool = False
    """Whether invalid rows of that file are skipped."""
    others: Mapping[str, Problem] = {}
    """Problems of the benchmark that are not evaluated now; their samples in the file are not an error."""


class Evaluated(msgspec.Struct, frozen=True, kw_only=True):
    """Result of an evaluation."""

    score: Score
    """Score of all samples in the job."""
    loaded: LoadedSamples | None = None
    """What was loaded from the file of samples; None for a model."""


def settings_for(
    problems: Mapping[str, Problem],
    source: Source,
    *,
    mode: Mode = "chat",
    system: str = "",
    sampling: Sampling | None = None,
    turns: int = 1,
    feedback: Feedback = "tests",
    codet: int = 0,
    canary: bool = True,
    early_stop: bool = False,
    environment: str | None = None,
) -> Settings:
    """Return the settings for evaluating these problems with answers from this source."""
    return Settings(
        benchmark=fingerprint(problems.values()),
        references=references_digest(problems),
        answers=source.model or f"samples:{file_digest(source.samples)}",
        extra_body=source.options.extra_body,
        mode=mode,
        prompt=prompts_digest(source.prompt, mode, problems.values()) if source.prompt else "",
        system=system,
        sampling=sampling or Sampling(),
        turns=turns,
        feedback=feedback,
        codet=codet,
        canary=canary,
        early_stop=early_stop,
        environment=environment,
    )


async def evaluate(
    folder: Path,
    problems: Mapping[str, Problem],
    settings: Settings,
    source: Source,
    *,
    options: Options | None = None,
    unpinned: Mapping[str, Any] | None = None,
    begin: Callable[[int], Watch] = lambda _: lambda _: None,
    sandbox: str = "",
) -> Evaluated:
    """Start the job in this folder, or resume it. `begin` receives the number of samples and returns a function that is
    called with the progress of each. `sandbox` has the syntax of $BENCHWRIGHT_SANDBOX."""
    metrics()  # a broken plugin must not be found after all answers are paid for
    # Opened first: an unavailable model must not leave a job behind.
    model = open_model(source.model, with_spent(folder, source.options)) if source.model else None
    pinned = settings.pinned() | ({"model": model.identity} if model else {})
    manifest = new_manifest(
        "evaluation", pinned, unpinned or {}, toolchain_versions(problem.language for problem in problems.values())
    )
    try:
        with open_job(folder, manifest) as job, worth_keeping(job, ANSWER_STEP):
            save_problems(folder, problems.values())
            loaded = None
            if source.samples is not None:
                loaded = load_samples(job.store, problems, source.samples, lenient=source.lenient, others=source.others)
            tasks = Tasks(job, problems, settings)
            asking = _asking(model, source)
            await work(job, problems, settings, asking, tasks, begin(tasks.count()), sandbox_spec=sandbox)
            return Evaluated(score=finish(job, problems, tasks, options or Options()), loaded=loaded)
    finally:
        if model is not None:
            await model.aclose()


def _asking(model: Model | None, source: Source) -> OpenModel | None:
    if model is None or source.prompt is None:
        return None
    return OpenModel(model=model, prompt=source.prompt, concurrency=source.options.concurrency)
