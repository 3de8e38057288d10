"""One evaluation from beginning to end: open the job, bring the answers, judge them, score and export."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from benchwright.errors import ToolchainMissing, UnknownLanguage, UsageError
from benchwright.evaluate.asking import ModelAnswerer
from benchwright.evaluate.benchmark import keep_problems
from benchwright.evaluate.codet import TESTS_STEP, WrittenTests, codet_choices, codet_missing
from benchwright.evaluate.engine import Evaluation, Progress, Task
from benchwright.evaluate.export import export
from benchwright.evaluate.outcomes import Result, results, stored_tasks
from benchwright.evaluate.plans import PlanCache, Plans
from benchwright.evaluate.prompts import Prompt
from benchwright.evaluate.sample import ANSWER_STEP, Bill, Sample
from benchwright.evaluate.samples import LoadedSamples, load_samples
from benchwright.evaluate.score import Score, score
from benchwright.evaluate.selection import PublicBehaviour, measure_choices
from benchwright.evaluate.settings import Settings
from benchwright.jobs import Job, State, Store, open_job, read_job
from benchwright.jobs.manifest import MANIFEST_FILE, new_manifest
from benchwright.languages import find_language, find_toolchain
from benchwright.metrics.outcome import Options, Outcome
from benchwright.models import Model, ModelOptions, open_model
from benchwright.problems import Problem
from benchwright.sandbox import LocalSandbox
from benchwright.sandbox.concurrent import as_completed

Watch = Callable[[Progress], None]

UNDER_WAY = "judging anew"
"""Fact of a job whose verdicts are being made anew."""
_OPTIONS = "score options"
"""Fact of a job: how its score was made last."""
_MOST_TURNS = 1000
"""A file of samples has the turns that it has."""


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """Where answers come from: a model, or a file of samples."""

    model: str = ""
    """`provider:name`."""
    options: ModelOptions = ModelOptions()
    """How the model is talked to."""
    prompt: Prompt | None = None
    """What it is asked."""
    samples: Path | None = None
    """A file of samples."""
    lenient: bool = False
    """Whether bad rows of that file are left out."""
    others: Mapping[str, Problem] = {}
    """Problems of the benchmark that are not evaluated now; their samples in the file are no mistake."""


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """An open model and what it is asked with."""

    model: Model
    """It answers."""
    prompt: Prompt
    """What it is asked."""
    concurrency: int
    """How many requests may be under way."""


class Evaluated(msgspec.Struct, frozen=True, kw_only=True):
    """What came of an evaluation."""

    score: Score
    """The numbers."""
    loaded: LoadedSamples | None = None
    """What became of the file of samples."""


async def evaluate(
    folder: Path,
    problems: Mapping[str, Problem],
    settings: Settings,
    source: Source,
    *,
    options: Options | None = None,
    allows: Mapping[str, Any] | None = None,
    begin: Callable[[int], Watch] = lambda _: lambda _: None,
) -> Evaluated:
    """Begin the job or go on with it. `begin` is told how many samples there will be and gives what hears of each."""
    # Opened first: a model that cannot be had must not leave a job behind.
    model = open_model(source.model, _with_spent(folder, source.options)) if source.model else None
    decides = settings.decides() | ({"model": model.identity} if model else {})
    manifest = new_manifest("evaluation", decides, allows or {}, toolchain_versions(problems))
    try:
        with open_job(folder, manifest) as job, _worth_keeping(job):
            keep_problems(folder, problems.values())
            loaded = None
            if source.samples is not None:
                loaded = load_samples(job.store, problems, source.samples, lenient=source.lenient, others=source.others)
            tasks = Tasks(job, problems, settings)
            asking = _asking(model, source)
            await work(job, problems, settings, asking, tasks, begin(tasks.count()))
            return Evaluated(score=finish(job, problems, tasks, options or Options()), loaded=loaded)
    finally:
        if model is not None:
            await model.aclose()


@contextlib.contextmanager
def _worth_keeping(job: Job) -> Iterator[None]:
    """A job that wrong use ended before it had any answer must not stand in the way of the right one."""
    try:
        yield
    except UsageError:
        job.discarded = not job.store.count(ANSWER_STEP).get(State.DONE)
        raise


def _asking(model: Model | None, source: Source) -> Asking | None:
    if model is None or source.prompt is None:
        return None
    return Asking(model=model, prompt=source.prompt, concurrency=source.options.concurrency)


def _with_spent(folder: Path, options: ModelOptions) -> ModelOptions:
    """A budget is the job's, not the run's: what earlier runs spent counts."""
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
    """Of the answers that were paid for; those from the cache were not."""
    for item in store.items(step):
        if item.state is State.DONE and not (bill := msgspec.json.decode(item.data, type=Bill)).cached:
            yield bill


class Tasks:
    """What there is to do, in an order that is always the same."""

    def __init__(self, job: Job, problems: Mapping[str, Problem], settings: Settings) -> None:
        self._job = job
        self._problems = problems
        self._n = settings.sampling.n
        self._from_file = settings.from_file

    def __iter__(self) -> Iterator[Task]:
        if not self._from_file:
            yield from ((problem, number) for problem in self._problems for number in range(self._n))
            return
        answered: set[str] = set()
        for task in stored_tasks(self._job.store):
            answered.add(task[0])
            yield task
        # A problem that the file leaves out has not been solved; it must not vanish from the numbers.
        yield from ((problem, 0) for problem in self._problems if problem not in answered)

    def count(self) -> int:
        """How much there is to do."""
        return sum(1 for _ in self)


async def work(
    job: Job,
    problems: Mapping[str, Problem],
    settings: Settings,
    asking: Asking | None,
    tasks: Tasks,
    watch: Watch,
) -> None:
    """Answer what can be answered, and judge all answers."""
    cache = PlanCache()
    try:
        async with LocalSandbox() as sandbox:
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


def finish(job: Job, problems: Mapping[str, Problem], tasks: Tasks, options: Options | None) -> Score:
    """Score what the job has, as told or else as the last time, and write the exports."""
    if options is None:
        options = msgspec.json.decode(job.store.fact(_OPTIONS, "{}"), type=Options)
    job.store.note(_OPTIONS, msgspec.json.encode(options).decode())
    job.store.note(UNDER_WAY, "")

    def all_results() -> Iterator[Result]:
        return results(job.store, problems, iter(tasks))

    behaviour = PublicBehaviour(problems)
    reasons: dict[str, str] = {}
    outcomes = list(_heard(all_results(), behaviour, reasons))
    choices = {**behaviour.choices(), "codet": codet_choices(job.store)}
    if missing := codet_missing(job.store):
        reasons["codet"] = missing
    made = score(outcomes, options, measure_choices(outcomes, choices, options), reasons, _unplanned(problems))
    export(job.folder, all_results(), made)
    return made


def _unplanned(problems: Mapping[str, Problem]) -> int:
    return sum(1 for problem in problems.values() if not problem.canonical_solution.strip())


def _heard(found: Iterable[Result], behaviour: PublicBehaviour, reasons: dict[str, str]) -> Iterator[Outcome]:
    for result in found:
        behaviour.hear(result)
        if result.why:
            reasons.setdefault(result.outcome.state, f"{result.outcome.problem}: {result.why}")
        yield result.outcome


def toolchain_versions(problems: Mapping[str, Problem]) -> dict[str, str]:
    """Language → version of its toolchain here, for the languages of these problems."""
    found: dict[str, str] = {}
    for name in sorted({problem.language for problem in problems.values()}):
        try:
            found[name] = find_toolchain(find_language(name)).version
        except (ToolchainMissing, UnknownLanguage):
            found[name] = "missing"
    return found
