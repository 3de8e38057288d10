"""Read one job for the explorer: an evaluation's scores and answers, or a generation's funnel, problems and card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluation.benchmark import BENCHMARK_FILE
from benchwright.evaluation.finish import Score, options_of
from benchwright.evaluation.outcomes import Result, problem_defects, results_of, sample_numbers
from benchwright.evaluation.reading import if_current, score_on_disk, state_of
from benchwright.evaluation.rejudge import settings_of
from benchwright.evaluation.sample import ANSWER_STEP, JUDGE_STEP, PLAN_STEP
from benchwright.evaluation.settings import Settings
from benchwright.generate.finish import FINAL_STEP
from benchwright.generate.funnel import Row
from benchwright.generate.publish import PROBLEMS_FILE
from benchwright.generate.reading import funnel_now, is_finished, items_to_do
from benchwright.jobs import Job, Manifest, State, Store
from benchwright.jobs.job import is_held
from benchwright.metrics import measure_all
from benchwright.metrics.outcome import Estimate, Options
from benchwright.problems import Problem, fingerprint, read_problems
from benchwright.problems.formats.benchwright import Row as ProblemRow
from benchwright.problems.formats.benchwright import read
from benchwright.report.site.columns import Columns, Pool
from benchwright.report.site.records import Funnel, FunnelStep, RunDetails, Trouble
from benchwright.report.site.texts import cut

Signature = tuple[object, ...]

_WATCHED = (
    "manifest.json",
    "job.sqlite",
    "job.sqlite-wal",
    "score.json",
    "funnel.json",
    "problems.jsonl",
    BENCHMARK_FILE,
)


def signature(folder: Path) -> Signature:
    """Return a value that changes as soon as anything shown of the job may have changed."""
    return (is_held(folder), *(_stamp(folder / name) for name in _WATCHED))


def progress_of(folder: Path, *, finished: bool) -> str:
    """Return the state of a job: running, done or unfinished."""
    return "running" if is_held(folder) else "done" if finished else "unfinished"


def _stamp(file: Path) -> tuple[int, int] | None:
    """Identify a version of the file, including its permissions. None also for an empty file: readers leave an empty
    log behind, which is not a change."""
    try:
        found = file.stat()
    except OSError:
        return None
    return (found.st_ctime_ns, found.st_size) if found.st_size else None


Metrics = Mapping[str, Mapping[str, Estimate]]


class Evaluation(msgspec.Struct, frozen=True, kw_only=True):
    """One evaluation without its answers."""

    folder: Path
    """Folder as the user named it."""
    manifest: Manifest
    """Manifest of the job."""
    settings: Settings
    """Settings that the job was started with."""
    state: str
    """State of the job: running, done or unfinished."""
    columns: Columns
    """Results of each problem."""
    defects: Mapping[str, tuple[str, str]]
    """Problem → `defect` or `unscored`, and the reason."""
    metrics: Metrics
    """Metrics from score.json, or computed now."""
    options: Options
    """Options that the metrics were computed with."""

    def has(self, problem: str) -> bool:
        """Whether the problem is in its benchmark."""
        return problem in self.columns.places

    def judged_by(self, problem: str) -> bool:
        """Whether the problem is in its benchmark and has no defect."""
        return self.has(problem) and self.defects.get(problem, ("", ""))[0] != "defect"


def read_evaluation(job: Job, pool: Pool, *, live: bool) -> Evaluation:
    """Read everything except the answers, in one pass over the store, which may be larger than memory. The pool must
    contain its benchmark."""
    settings = settings_of(job.manifest)
    stored = score_on_disk(job)
    options = options_of(job)
    defects = problem_defects(job.store)
    columns = _columns(job, settings, pool, defects, keep_outcomes=state_of(job.folder, stored) != "done")
    score = if_current(stored, columns.states)
    if score is None and columns.outcomes is None:
        columns = _columns(job, settings, pool, defects, keep_outcomes=True)
    state = state_of(job.folder, score)
    return Evaluation(
        folder=job.folder,
        manifest=job.manifest,
        settings=settings,
        state=state,
        columns=columns,
        defects=defects,
        metrics=_metrics(score, columns, options, live=live),
        options=options,
    )


def _columns(
    job: Job, settings: Settings, pool: Pool, defects: Mapping[str, tuple[str, str]], *, keep_outcomes: bool
) -> Columns:
    columns = Columns(keep_outcomes=keep_outcomes)
    for name in pool.ids(settings.benchmark):
        columns.add(name, problem_results(job.store, settings, pool, name, defects))
    return columns


def problem_results(
    store: Store, settings: Settings, pool: Pool, name: str, defects: Mapping[str, tuple[str, str]]
) -> Iterator[Result]:
    """Yield the samples of one problem with their turns; missing samples are included as unanswered."""
    numbers: Iterable[int] = range(settings.sampling.n)
    if settings.from_file:
        numbers = sample_numbers(store, name) or [0]
    return results_of(store, pool.problems[name], numbers, defects, pool.traits(name), settings.turns_to_ask)


def _metrics(score: Score | None, columns: Columns, options: Options, *, live: bool) -> Metrics:
    """Return the metrics from the score, if there is one that is still valid."""
    outcomes, columns.outcomes = columns.outcomes, None
    if score is not None:
        return score.metrics
    if live:
        # Numbers change every second: intervals are not worth the wait.
        options = msgspec.structs.replace(options, resamples=0)
    return measure_all(outcomes or [], options)


CARD_FILE = "README.md"


class Generation(msgspec.Struct, frozen=True, kw_only=True):
    """One generation, as the explorer shows it."""

    folder: Path
    """Folder as the user named it."""
    manifest: Manifest
    """Manifest of the job."""
    state: str
    """State of the job: running, done or unfinished."""
    rows: tuple[Row, ...]
    """Rows of its funnel."""
    fingerprint: str
    """Fingerprint of its problems; empty if there are none yet."""
    problems: tuple[Problem, ...]
    """Published problems; before publishing, those that are ready."""
    card: str
    """Dataset card in Markdown; empty before publishing."""
    total: int
    """Number of items to process."""


def read_generation(job: Job) -> Generation:
    """Read the published files, or the store if the job has continued since."""
    rows, published = funnel_now(job)
    state = progress_of(job.folder, finished=published and is_finished(job, rows))
    problems = tuple(_problems(job))
    return Generation(
        folder=job.folder,
        manifest=job.manifest,
        state=state,
        rows=rows,
        fingerprint=fingerprint(problems) if problems else "",
        problems=problems,
        card=card_in(job.folder),
        total=items_to_do(job.store),
    )


def funnel_record(generation: Generation, key: str, name: str) -> Funnel:
    """Convert the funnel for the page, without steps that no item reached."""
    return Funnel(run=key, name=name, steps=tuple(_step(row) for row in generation.rows if _reached(row)))


def card_in(folder: Path) -> str:
    """Return the dataset card in a folder; empty if there is none."""
    try:
        return (folder / CARD_FILE).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _reached(row: Row) -> bool:
    return bool(row.entered or row.waiting or row.failed)


def _step(row: Row) -> FunnelStep:
    return FunnelStep(
        step=row.step,
        entered=row.entered,
        left=row.left,
        waiting=row.waiting,
        failed=row.failed,
        reasons=row.reasons,
        flags=row.flags,
        repairs=row.repairs,
        prompt_tokens=row.prompt_tokens,
        completion_tokens=row.completion_tokens,
        cost_usd=row.cost,
    )


def _problems(job: Job) -> Iterable[Problem]:
    if (job.folder / PROBLEMS_FILE).is_file():
        try:
            return read_problems(job.folder / PROBLEMS_FILE, "benchwright")
        except UsageError:
            return ()
    ready = (item for item in job.store.items(FINAL_STEP) if item.state is State.DONE)
    return [read(job.store.decoded(FINAL_STEP, item.item, item.data, ProblemRow), 0) for item in ready]


_MOST_TROUBLES = 100
_MOST_REASON = 1000
_LACKING = {ANSWER_STEP: "unanswered", JUDGE_STEP: "unscored", PLAN_STEP: "unscored"}


def evaluation_run(job: Job, evaluation: Evaluation, key: str) -> RunDetails:
    """Build the record of an evaluation."""
    defects = [
        Trouble(step=PLAN_STEP, item=name, state=state, reason=cut(why, _MOST_REASON))
        for name, (state, why) in evaluation.defects.items()
        if state == "defect"
    ]
    steps = _steps(job)
    shown = [*_troubles(job, steps, _LACKING), *defects]
    samples = sum(evaluation.columns.states.values())
    return RunDetails(
        key=key,
        folder=str(evaluation.folder),
        kind=job.manifest.kind,
        state=evaluation.state,
        total=samples,
        steps=steps,
        states=dict(sorted(evaluation.columns.states.items())),
        pending=dict(sorted(evaluation.columns.pending.items())),
        totals={PLAN_STEP: len(evaluation.columns.places), ANSWER_STEP: samples, JUDGE_STEP: samples},
        troubles=tuple(shown[:_MOST_TROUBLES]),
        troubles_left_out=max(0, _unfinished(steps) + len(defects) - min(len(shown), _MOST_TROUBLES)),
        toolchains=job.manifest.toolchains,
        manifest=msgspec.to_builtins(job.manifest),
        funnel=None,
    )


def generation_run(job: Job, generation: Generation, key: str, name: str) -> RunDetails:
    """Build the record of a generation."""
    steps = _steps(job)
    shown = tuple(_troubles(job, steps, {}))[:_MOST_TROUBLES]
    return RunDetails(
        key=key,
        folder=str(generation.folder),
        kind=job.manifest.kind,
        state=generation.state,
        total=generation.total,
        steps=steps,
        states={},
        pending={},
        totals={},
        troubles=shown,
        troubles_left_out=max(0, _unfinished(steps) - len(shown)),
        toolchains=job.manifest.toolchains,
        manifest=msgspec.to_builtins(job.manifest),
        funnel=funnel_record(generation, key, name),
    )


def _steps(job: Job) -> dict[str, dict[str, int]]:
    counts = {step: job.store.count(step) for step in job.store.steps()}
    return {step: {state.value: number for state, number in found.items()} for step, found in counts.items()}


def _unfinished(steps: Mapping[str, Mapping[str, int]]) -> int:
    return sum(found.get(state, 0) for found in steps.values() for state in (State.FAILED, State.WAITING))


def _troubles(job: Job, steps: Iterable[str], lacking: Mapping[str, str]) -> Iterator[Trouble]:
    """Yield failed items first; `lacking` maps a step to the state that its failure gives a sample."""
    for state in (State.FAILED, State.WAITING):
        for step in steps:
            for item in job.store.unfinished(step, state, _MOST_TROUBLES):
                shown = lacking.get(step, state.value) if state is State.FAILED else state.value
                yield Trouble(step=step, item=item.item, state=shown, reason=cut(item.reason, _MOST_REASON))
