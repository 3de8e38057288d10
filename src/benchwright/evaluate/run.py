"""One evaluation from beginning to end: open the job, bring the answers, judge them, score and export."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from benchwright.evaluate.benchmark import keep_problems
from benchwright.evaluate.finish import finish
from benchwright.evaluate.sample import ANSWER_STEP
from benchwright.evaluate.samples import LoadedSamples, load_samples
from benchwright.evaluate.score import Score
from benchwright.evaluate.settings import Settings
from benchwright.evaluate.spent import with_spent
from benchwright.evaluate.tasks import Tasks
from benchwright.evaluate.work import Asking, Watch, work
from benchwright.jobs import open_job, worth_keeping
from benchwright.jobs.manifest import new_manifest
from benchwright.languages.versions import toolchain_versions
from benchwright.metrics.outcome import Options
from benchwright.models import Model, ModelOptions, open_model
from benchwright.models.prompt import Prompt
from benchwright.problems import Problem


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
    sandbox: str = "",
) -> Evaluated:
    """Begin the job or go on with it. `begin` is told how many samples there will be and gives what hears of each.
    `sandbox`: as in $BENCHWRIGHT_SANDBOX."""
    # Opened first: a model that cannot be had must not leave a job behind.
    model = open_model(source.model, with_spent(folder, source.options)) if source.model else None
    decides = settings.decides() | ({"model": model.identity} if model else {})
    manifest = new_manifest(
        "evaluation", decides, allows or {}, toolchain_versions(problem.language for problem in problems.values())
    )
    try:
        with open_job(folder, manifest) as job, worth_keeping(job, ANSWER_STEP):
            keep_problems(folder, problems.values())
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


def _asking(model: Model | None, source: Source) -> Asking | None:
    if model is None or source.prompt is None:
        return None
    return Asking(model=model, prompt=source.prompt, concurrency=source.options.concurrency)
