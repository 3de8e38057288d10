"""Reads one evaluation for the page: its numbers, and the answers to one problem."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from benchwright.evaluate.again import settings_of
from benchwright.evaluate.finish import options_of
from benchwright.evaluate.outcomes import Result, problem_defects, results_of, sample_numbers
from benchwright.evaluate.score import Score
from benchwright.evaluate.settings import Settings
from benchwright.evaluate.state import holding, score_on_disk, state_of
from benchwright.jobs import Job, Manifest, Store
from benchwright.metrics.outcome import Estimate, Options
from benchwright.metrics.registry import measure_all
from benchwright.report.site.columns import Columns
from benchwright.report.site.pool import Pool

Metrics = Mapping[str, Mapping[str, Estimate]]


class Evaluation(msgspec.Struct, frozen=True, kw_only=True):
    """What the page needs of one evaluation, apart from the answers themselves."""

    folder: Path
    """As it was named."""
    manifest: Manifest
    """What it is about."""
    settings: Settings
    """What it was begun with."""
    state: str
    """running, done or unfinished."""
    columns: Columns
    """What it says of each problem."""
    defects: Mapping[str, tuple[str, str]]
    """Problem → `defect` or `unscored`, and why."""
    metrics: Metrics
    """Those of score.json, or as measured now."""
    options: Options
    """How they were made."""

    def has(self, problem: str) -> bool:
        """Whether the problem is one of its benchmark."""
        return problem in self.columns.places

    def judged_by(self, problem: str) -> bool:
        """Whether the problem is one of its benchmark, and has no defect."""
        return self.has(problem) and self.defects.get(problem, ("", ""))[0] != "defect"


def read_evaluation(job: Job, pool: Pool, *, live: bool) -> Evaluation:
    """All of it but the answers; one pass through the store, which may be larger than memory. The pool has its
    benchmark."""
    settings = settings_of(job.manifest)
    told = score_on_disk(job)
    options = options_of(job)
    defects = problem_defects(job.store)
    columns = _columns(job, settings, pool, defects, keep_outcomes=state_of(job.folder, told) != "done")
    score = holding(told, columns.states)
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
    """The samples of one problem with their turns; one that has none, but should, is there as unanswered."""
    numbers: Iterable[int] = range(settings.sampling.n)
    if settings.from_file:
        numbers = sample_numbers(store, name) or [0]
    return results_of(store, pool.problems[name], numbers, defects, pool.traits(name), settings.turns_to_ask)


def _metrics(score: Score | None, columns: Columns, options: Options, *, live: bool) -> Metrics:
    """Those of the score, where there is one that holds."""
    outcomes, columns.outcomes = columns.outcomes, None
    if score is not None:
        return score.metrics
    if live:
        # Intervals of numbers that change every second are not worth the wait.
        options = msgspec.structs.replace(options, resamples=0)
    return measure_all(outcomes or [], options)
