"""`runs/KEY`: progress of a job, computed from counts on every request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from benchwright.evaluation.sample import ANSWER_STEP, JUDGE_STEP, PLAN_STEP
from benchwright.jobs import Job, State
from benchwright.report.site.jobs import Evaluation, Generation, funnel_record
from benchwright.report.site.records import RunDetails, Trouble
from benchwright.report.site.texts import cut

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
                told = lacking.get(step, state.value) if state is State.FAILED else state.value
                yield Trouble(step=step, item=item.item, state=told, reason=cut(item.reason, _MOST_REASON))
