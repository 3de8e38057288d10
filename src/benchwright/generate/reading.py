"""Read a generation for display: its state, funnel and items, even while it is running."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.generate.finish import FINAL_STEP, ITEMS_FACT
from benchwright.generate.funnel import Row, funnel_of
from benchwright.generate.publish import PROBLEMS_FILE
from benchwright.generate.record import StepRecord
from benchwright.jobs import Item, Job, Manifest, State, Store, read_job
from benchwright.jobs.job import is_held
from benchwright.languages import languages
from benchwright.problems import Problem
from benchwright.problems.formats.benchwright import Row as ProblemRow
from benchwright.problems.formats.benchwright import read

FUNNEL_FILE = "funnel.json"


def method_of(manifest: Manifest) -> str:
    """Return the method of a job: autocodegen or codebenchgen."""
    if manifest.kind != "generation":
        raise UsageError(f"not a generation, but a job of kind {manifest.kind}", "pass the directory of a generation")
    return str(manifest.pinned.get("method", "autocodegen"))


def step_names_of(method: str) -> list[str]:
    """Return the steps that every item goes through, in order."""
    from benchwright.generate.autocodegen.run import step_names as of_autocodegen
    from benchwright.generate.codebenchgen.run import step_names as of_codebenchgen

    return of_codebenchgen() if method == "codebenchgen" else of_autocodegen()


def published_rows(folder: Path) -> tuple[Row, ...]:
    """Return the funnel written by the last run; empty if there was none."""
    try:
        return msgspec.json.decode((folder / FUNNEL_FILE).read_bytes(), type=tuple[Row, ...])
    except (OSError, msgspec.DecodeError):
        return ()


def funnel_now(job: Job) -> tuple[tuple[Row, ...], bool]:
    """Return the current funnel of a job, and whether it is the published one. Only the published funnel has the steps
    that handle all items together; if the job has continued since, those are unknown."""
    rows = funnel_of(job.store, step_names_of(method_of(job.manifest))).rows
    kept = published_rows(job.folder)
    by_step = {row.step: row for row in kept}
    holds = bool(kept) and all(by_step.get(row.step) == row for row in rows)
    return (kept if holds else rows), holds


def items_to_do(store: Store) -> int:
    """Return the number of items the job started with."""
    return int(store.fact(ITEMS_FACT, "0"))


def is_finished(job: Job, rows: Sequence[Row]) -> bool:
    """Whether every item reached the first step, and nothing is waiting or needs a retry."""
    first = step_names_of(method_of(job.manifest))[0]
    begun = sum(row.entered for row in rows if row.step == first)
    return bool(rows) and begun >= items_to_do(job.store) and not any(row.waiting or row.failed for row in rows)


class StepSeen(msgspec.Struct, frozen=True, kw_only=True):
    """One step of one item."""

    step: str
    """Name of the step."""
    state: str
    """One of done, dropped, waiting or failed."""
    reason: str = ""
    """Why it ended like this; empty if it is done."""
    record: StepRecord = StepRecord()
    """What the step recorded."""


class ItemState(msgspec.Struct, frozen=True, kw_only=True):
    """How far an item has come."""

    key: str
    """Key of the item in the job."""
    name: str
    """Id of its problem, or its key if it did not become one."""
    language: str
    """Id of the problem's language."""
    state: str
    """One of: in the benchmark, left out (a duplicate, or not needed), dropped, waiting, failed, under way."""
    step: str = ""
    """The step where it is, or where it ended."""
    reason: str = ""
    """Why it did not get further."""
    detail: str = ""
    """Details of the reason."""
    steps: tuple[StepSeen, ...] = ()
    """Its steps so far."""
    problem: Problem | None = None
    """The finished problem; None if there is none."""

    @property
    def translated(self) -> bool:
        """Whether it is a translation of another problem, and therefore not one of the original items."""
        return _is_translation(self.key)


class GenerationReading(msgspec.Struct, frozen=True, kw_only=True):
    """The current results of a generation."""

    folder: Path
    """Path of the job directory."""
    manifest: Manifest
    """Manifest that the job was started with."""
    method: str
    """One of autocodegen or codebenchgen."""
    state: str
    """One of running, done or unfinished."""
    total: int
    """Number of items to process."""
    problems: int
    """Number of problems in the published benchmark."""
    rows: tuple[Row, ...]
    """Rows of the current funnel."""
    items: tuple[ItemState, ...]
    """Items by key, without what their steps wrote."""


class _Named(msgspec.Struct):
    id: str


def read_generation(folder: Path) -> GenerationReading:
    """Read everything except the texts that steps wrote."""
    with read_job(folder) as job:
        method = method_of(job.manifest)
        names = step_names_of(method)
        chosen = _chosen(folder)
        steps = _all_steps(job.store, names)
        items = tuple(_item(job.store, key, seen, chosen) for key, seen in sorted(steps.items()))
        rows, _ = funnel_now(job)
        finished = is_finished(job, rows) and not any(item.state == "under way" for item in items)
        return GenerationReading(
            folder=folder,
            manifest=job.manifest,
            method=method,
            state="running" if is_held(folder) else "done" if finished else "unfinished",
            total=items_to_do(job.store),
            problems=len(chosen),
            rows=rows,
            items=items,
        )


def read_item(folder: Path, key: str) -> ItemState:
    """Read one item with everything its steps wrote."""
    with read_job(folder) as job:
        seen: list[StepSeen] = []
        for name in step_names_of(method_of(job.manifest)):
            if item := job.store.get(name, key):
                seen.append(_read_step(job.store, name, item))
        return _item(job.store, key, seen, _chosen(folder))


def draft_of(item: ItemState) -> dict[str, Any]:
    """Return what the steps have written so far, the latest value of each field."""
    draft: dict[str, Any] = {}
    for seen in item.steps:
        if isinstance(seen.record.wrote, Mapping):
            draft |= seen.record.wrote
    return draft


def _all_steps(store: Store, names: Iterable[str]) -> dict[str, list[StepSeen]]:
    found: dict[str, list[StepSeen]] = {}
    for name in names:
        for item in store.items(name):
            seen = _read_step(store, name, item)
            record = msgspec.structs.replace(seen.record, wrote=None)
            found.setdefault(item.item, []).append(msgspec.structs.replace(seen, record=record))
    return found


def _read_step(store: Store, step: str, item: Item) -> StepSeen:
    if item.state is not State.DONE:
        return StepSeen(step=step, state=item.state.value, reason=item.reason)
    record = store.decoded(step, item.item, item.data, StepRecord)
    return StepSeen(step=step, state="dropped" if record.dropped else "done", reason=record.dropped, record=record)


def _item(store: Store, key: str, steps: Sequence[StepSeen], chosen: frozenset[str]) -> ItemState:
    data = store.done(FINAL_STEP, key)
    problem = read(store.decoded(FINAL_STEP, key, data, ProblemRow), 0) if data else None
    stopped = next((seen for state in ("dropped", "failed", "waiting") for seen in steps if seen.state == state), None)
    item = ItemState(key=key, name=key, language=_language(key), state="under way", steps=tuple(steps), problem=problem)
    if problem is not None:
        inside = problem.id in chosen
        return msgspec.structs.replace(
            item,
            name=problem.id,
            language=problem.language,
            state="in the benchmark" if inside else "left out",
            reason="" if inside else "a near duplicate, or not needed",
        )
    if stopped is None:
        return msgspec.structs.replace(item, step=steps[-1].step if steps else "")
    detail = stopped.record.detail
    return msgspec.structs.replace(item, state=stopped.state, step=stopped.step, reason=stopped.reason, detail=detail)


def _language(key: str) -> str:
    """Return the language of a key `language-seed`; a translation's key ends with its own language."""
    return key.rpartition("-")[2] if _is_translation(key) else key.partition("-")[0]


def _is_translation(key: str) -> bool:
    return key.rpartition("-")[2] in languages()


def _chosen(folder: Path) -> frozenset[str]:
    """Return the ids of the published problems."""
    try:
        lines = (folder / PROBLEMS_FILE).read_bytes().splitlines()
    except OSError:
        return frozenset()
    return frozenset(msgspec.json.decode(line, type=_Named).id for line in lines if line.strip())
