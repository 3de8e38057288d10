"""Re-judge the stored answers of a job, in place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluation.benchmark import load_problems
from benchwright.evaluation.codet import CHOICE_STEP
from benchwright.evaluation.engine import JudgedRecord, with_code
from benchwright.evaluation.finish import REJUDGING_FACT, ROUND_FACT, Score, finish
from benchwright.evaluation.outcomes import Tasks
from benchwright.evaluation.run import Watch, work
from benchwright.evaluation.sample import ANSWER_STEP, JUDGE_STEP, PLAN_STEP, Sample
from benchwright.evaluation.settings import Settings
from benchwright.jobs import Job, Manifest, State, Store, reopen_job
from benchwright.jobs.manifest import new_manifest, write_manifest
from benchwright.languages.registry import toolchain_versions
from benchwright.metrics.outcome import Options
from benchwright.problems import Problem

BEFORE_STEP = "verdict before"
"""Step that stores the previous verdicts until the job is rejudged completely."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A sample whose verdict changed."""

    sample: str
    """Key of the sample in the job."""
    before: str
    """The previous verdict; empty if it had none."""
    now: str
    """The new verdict; empty if it has none."""


class Rejudged(msgspec.Struct, frozen=True, kw_only=True):
    """Result of rejudging a job."""

    score: Score
    """The score after rejudging."""
    changes: tuple[Change, ...]
    """Samples whose verdict changed."""


def settings_of(manifest: Manifest) -> Settings:
    """Return the settings that a job was started with."""
    if manifest.kind != "evaluation":
        raise UsageError(f"this job is a {manifest.kind}, not an evaluation", "pass the directory of an evaluation")
    try:
        return msgspec.convert(manifest.pinned, Settings)
    except msgspec.ValidationError as error:
        raise UsageError(
            f"not the manifest of an evaluation: {error}", "restore the manifest if it was edited"
        ) from None


async def rejudge(
    folder: Path, *, re_extract: bool, options: Options | None, begin: Callable[[int], Watch], sandbox: str = ""
) -> Rejudged:
    """Re-judge every stored answer, in place. With `re_extract`, the code is first re-extracted from each answer, and
    only changed code is judged. An interrupted run resumes the next time. Without `options`, the score is computed
    with the options used before."""
    with reopen_job(folder) as job:
        settings = settings_of(job.manifest)
        problems = load_problems(folder, settings.benchmark)
        if not job.store.fact(REJUDGING_FACT):
            _begin(job, problems, re_extract)
        tasks = Tasks(job, problems, settings)
        await work(job, problems, settings, None, tasks, begin(tasks.count()), sandbox_spec=sandbox)
        changes = tuple(_changes(job.store))
        return Rejudged(score=finish(job, problems, tasks, options), changes=changes)


def _begin(job: Job, problems: Mapping[str, Problem], re_extract: bool) -> None:
    """Store the previous verdicts and mark the job as being rejudged, in one transaction."""
    store = job.store
    with store.transaction():
        store.forget(BEFORE_STEP)
        for key, verdict in _verdicts(store):
            store.put(BEFORE_STEP, key, verdict.encode())
        if re_extract:
            _re_extract(store, problems)
            store.forget(CHOICE_STEP)
        else:
            store.note(ROUND_FACT, str(int(store.fact(ROUND_FACT, "0")) + 1))
            store.forget(PLAN_STEP)
        store.note(REJUDGING_FACT, "yes")
    if not re_extract:
        old = job.manifest
        made = new_manifest(
            old.kind, old.pinned, old.unpinned, toolchain_versions(problem.language for problem in problems.values())
        )
        write_manifest(job.folder, msgspec.structs.replace(made, created=old.created))


def _re_extract(store: Store, problems: Mapping[str, Problem]) -> None:
    for item in store.items(ANSWER_STEP):
        if item.state is State.DONE:
            sample = store.decoded(ANSWER_STEP, item.item, item.data, Sample)
            changed = with_code(problems[sample.problem], sample)
            if changed != sample:
                store.put(ANSWER_STEP, item.item, msgspec.json.encode(changed))


def _verdicts(store: Store) -> Iterator[tuple[str, str]]:
    """Yield sample keys and verdicts, empty if there is none."""
    for item in store.items(ANSWER_STEP):
        if item.state is State.DONE:
            key = store.decoded(ANSWER_STEP, item.item, item.data, Sample).judge_key
            judged = store.done(JUDGE_STEP, key)
            yield (
                item.item,
                store.decoded(JUDGE_STEP, key, judged, JudgedRecord).judgement.verdict.value if judged else "",
            )


def _changes(store: Store) -> Iterator[Change]:
    for key, now in _verdicts(store):
        before = (store.done(BEFORE_STEP, key) or b"").decode()
        if before != now:
            yield Change(sample=key, before=before, now=now)
