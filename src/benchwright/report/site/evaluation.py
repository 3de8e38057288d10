"""Reads one evaluation for the page: its numbers, and the answers to one problem."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from benchwright.evaluate.again import settings_of
from benchwright.evaluate.export import SCORE_FILE
from benchwright.evaluate.finish import OPTIONS_FACT, UNDER_WAY
from benchwright.evaluate.outcomes import Result, problem_defects, results_of, sample_numbers
from benchwright.evaluate.score import Score
from benchwright.evaluate.settings import Settings
from benchwright.jobs import Job, Manifest, Store
from benchwright.metrics.outcome import Estimate, Options
from benchwright.metrics.registry import measure_all
from benchwright.report.site.columns import Columns
from benchwright.report.site.job_files import state_of
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


def read_evaluation(job: Job, pool: Pool, *, live: bool) -> Evaluation:
    """All of it but the answers; one pass through the store, which may be larger than memory. The pool has its
    benchmark."""
    settings = settings_of(job.manifest)
    score = _score(job)
    state = state_of(job.folder, finished=score is not None and score.complete)
    options = msgspec.json.decode(job.store.fact(OPTIONS_FACT, "{}"), type=Options)
    defects = problem_defects(job.store)
    columns = Columns(keep_outcomes=score is None or state != "done")
    for name in pool.ids(settings.benchmark):
        columns.add(name, problem_results(job.store, settings, pool, name, defects))
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


def problem_results(
    store: Store, settings: Settings, pool: Pool, name: str, defects: Mapping[str, tuple[str, str]]
) -> Iterator[Result]:
    """The samples of one problem with their turns; one that has none, but should, is there as unanswered."""
    numbers: Iterable[int] = range(settings.sampling.n)
    if settings.from_file:
        numbers = sample_numbers(store, name) or [0]
    return results_of(store, pool.problems[name], numbers, defects, pool.traits(name))


def _score(job: Job) -> Score | None:
    """None where there is none, or none that still holds."""
    if job.store.fact(UNDER_WAY):
        return None
    try:
        return msgspec.json.decode((job.folder / SCORE_FILE).read_bytes(), type=Score)
    except (OSError, msgspec.DecodeError):
        return None


def _metrics(score: Score | None, columns: Columns, options: Options, *, live: bool) -> Metrics:
    """From score.json if it is of these samples."""
    outcomes, columns.outcomes = columns.outcomes, None
    if score is not None and (outcomes is None or dict(score.states) == dict(columns.states)):
        return score.metrics
    if live:
        # Intervals of numbers that change every second are not worth the wait.
        options = msgspec.structs.replace(options, resamples=0)
    return measure_all(outcomes or [], options)
