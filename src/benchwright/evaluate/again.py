"""Judges the kept answers of a job again: with mended extraction, newer toolchains, or only to see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluate.benchmark import kept_problems
from benchwright.evaluate.engine import JudgedRecord
from benchwright.evaluate.run import Tasks, Watch, finish, work
from benchwright.evaluate.sample import ANSWER_STEP, JUDGE_STEP, PLAN_STEP, Sample
from benchwright.evaluate.score import Score
from benchwright.evaluate.settings import Settings
from benchwright.evaluate.understand import understood
from benchwright.jobs import Manifest, State, Store, reopen_job
from benchwright.metrics.outcome import Options
from benchwright.problems import Problem

_UNDER_WAY = "judging anew"


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A sample whose verdict is another now."""

    sample: str
    """Its key."""
    before: str
    """The old verdict; empty if it had none."""
    now: str
    """The new one; empty if it has none."""


class Rejudged(msgspec.Struct, frozen=True, kw_only=True):
    """What came of judging again."""

    score: Score
    """The numbers now."""
    changes: tuple[Change, ...]
    """What is different."""


def settings_of(manifest: Manifest) -> Settings:
    """The settings that a job was begun with."""
    if manifest.kind != "evaluation":
        raise UsageError(f"this is a job of another kind ({manifest.kind})", "name an evaluation")
    try:
        return msgspec.convert(manifest.decides, Settings)
    except msgspec.ValidationError as error:
        raise UsageError(f"the manifest is not that of an evaluation: {error}", "was it edited?") from None


async def rejudge(folder: Path, *, re_extract: bool, options: Options, begin: Callable[[int], Watch]) -> Rejudged:
    """Judge every kept answer again, in place. With `re_extract` the code is first found anew in each answer, and only
    what changed is judged. If killed, the next time goes on."""
    with reopen_job(folder) as job:
        settings = settings_of(job.manifest)
        problems = kept_problems(folder, settings.benchmark)
        before = _verdicts(job.store)
        if re_extract:
            _extract_again(job.store, problems)
        elif not job.store.fact(_UNDER_WAY):
            with job.store.transaction():
                job.store.note("round", str(int(job.store.fact("round", "0")) + 1))
                job.store.forget(PLAN_STEP)
                job.store.note(_UNDER_WAY, "yes")
        tasks = Tasks(job, problems, settings)
        await work(job, problems, settings, None, tasks, begin(tasks.count()))
        job.store.note(_UNDER_WAY, "")
        now = _verdicts(job.store)
        return Rejudged(score=finish(job, problems, tasks, options), changes=tuple(_changes(before, now)))


def _extract_again(store: Store, problems: Mapping[str, Problem]) -> None:
    with store.transaction():
        for item in store.items(ANSWER_STEP):
            if item.state is State.DONE:
                sample = msgspec.json.decode(item.data, type=Sample)
                again = understood(problems[sample.problem], sample)
                if again != sample:
                    store.put(ANSWER_STEP, item.item, msgspec.json.encode(again))


def _verdicts(store: Store) -> dict[str, str]:
    """Sample → verdict, for those that have one."""
    found: dict[str, str] = {}
    for item in store.items(ANSWER_STEP):
        if item.state is State.DONE:
            sample = msgspec.json.decode(item.data, type=Sample)
            judged = store.done(JUDGE_STEP, sample.judge_key)
            found[item.item] = _verdict(judged) if judged else ""
    return found


def _verdict(data: bytes) -> str:
    return msgspec.json.decode(data, type=JudgedRecord).judgement.verdict.value


def _changes(before: Mapping[str, str], now: Mapping[str, str]) -> list[Change]:
    return [
        Change(sample=key, before=before.get(key, ""), now=verdict)
        for key, verdict in now.items()
        if before.get(key, "") != verdict
    ]
