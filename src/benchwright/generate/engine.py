"""Send items through the steps of a method, many concurrently, recording each step as soon as it finishes."""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar

import msgspec

from benchwright.errors import (
    AnswerPending,
    BenchwrightError,
    BudgetSpent,
    CannotResolve,
    ModelError,
    SandboxError,
    SandboxUnavailable,
)
from benchwright.generate.estimate import Ask
from benchwright.generate.record import Asked, Dropped, Flag, Severity, StepRecord
from benchwright.generate.work import StepContext, Work
from benchwright.jobs import State
from benchwright.plugins import load_plugin, plugins

Draft = TypeVar("Draft", bound=msgspec.Struct)

_NOTES = "notes."
"""A step without its own field in the draft writes `notes.NAME`."""


class Step(msgspec.Struct, Generic[Draft], frozen=True, kw_only=True):
    """One step of a method."""

    name: str
    """Name of its module, of its prompt and of its rows in the job."""
    order: int
    """Position among the steps; lower numbers run first."""
    reads: tuple[str, ...]
    """Fields of the draft that it needs."""
    writes: tuple[str, ...]
    """Fields of the draft that it fills or replaces."""
    tracks: frozenset[str] | None
    """Tracks that it belongs to; None for all."""
    prompts: tuple[str, ...]
    """Names of the prompts that it uses; empty if it asks no model."""
    options: Mapping[str, Any] = {}
    """Options of this step alone, with their defaults; set by `--set STEP.NAME=VALUE`."""
    flags: Mapping[str, Severity] = {}
    """Rules of this step alone, by which it flags problems."""
    asks: tuple[Ask, ...] = ()
    """Requests that it makes for each item, for the estimate."""
    prompt_folder: Path | None = None
    """Folder of a plugin's prompts; None for built-in steps."""
    make: Callable[[Any, Draft], Awaitable[Draft]]
    """Function that performs the step."""


def load_steps(package: ModuleType, method: str) -> tuple[Step[Any], ...]:
    """Return the steps of a folder, in order."""
    names = (item.name for item in pkgutil.iter_modules(package.__path__) if not item.name.startswith("_"))
    steps = [_step(name, importlib.import_module(f"{package.__name__}.{name}")) for name in names]
    steps += _plugged(method, frozenset(step.name for step in steps))
    return tuple(sorted(steps, key=lambda step: (step.order, step.name)))


def _plugged(method: str, builtin: frozenset[str]) -> Iterator[Step[Any]]:
    """Yield the steps that plugins add to a method, each by an entry point named `METHOD.NAME`."""
    for entry in plugins("steps", frozenset(f"{method}.{name}" for name in builtin)).values():
        of, _, name = entry.name.partition(".")
        if of == method:
            module = load_plugin(entry, "ORDER", "READS", "WRITES", "make")
            folder = Path(module.__file__ or "").parent / "prompts"
            yield msgspec.structs.replace(_step(name, module), prompt_folder=folder if folder.is_dir() else None)


def track_of(steps: tuple[Step[Draft], ...], track: str) -> tuple[Step[Draft], ...]:
    """Return the steps of one track."""
    return tuple(step for step in steps if step.tracks is None or track in step.tracks)


def needs(steps: tuple[Step[Draft], ...]) -> dict[str, frozenset[str]]:
    """Map each step to the earlier steps that write what it reads. Steps that do not need each other may run
    concurrently."""
    return {
        step.name: frozenset(other.name for other in steps[:index] if set(other.writes) & set(step.reads))
        for index, step in enumerate(steps)
    }


def _step(name: str, module: ModuleType) -> Step[Any]:
    return Step(
        name=name,
        order=module.ORDER,
        reads=module.READS,
        writes=module.WRITES,
        tracks=getattr(module, "TRACKS", None),
        prompts=getattr(module, "PROMPTS", ()),
        options=getattr(module, "OPTIONS", {}),
        flags=getattr(module, "FLAGS", {}),
        asks=getattr(module, "ASKS", ()),
        make=module.make,
    )


Settings = TypeVar("Settings")


class ItemRun(msgspec.Struct, Generic[Draft], frozen=True, kw_only=True):
    """How far an item got."""

    draft: Draft
    """The draft after the last step that finished."""
    state: str
    """One of finished, dropped, waiting (for a batch), or failed (the next run retries it)."""
    step: str = ""
    """Step where it stopped; empty if it finished."""
    records: Mapping[str, StepRecord] = {}
    """Step → its record, for the steps that finished."""

    @property
    def flags(self) -> tuple[Flag, ...]:
        """Return the objections against the problem."""
        return tuple(flag for record in self.records.values() for flag in record.flags)


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """One step of one item has ended."""

    item: str
    """Key of the item in the job."""
    step: str
    """Name of the step."""
    state: str
    """One of done, dropped, waiting or failed."""
    reason: str = ""
    """Why it ended like this; empty if it is done."""
    record: StepRecord = StepRecord()
    """What the step recorded."""
    kept: bool = False
    """Whether an earlier run completed it."""


class Engine(Generic[Settings, Draft]):
    """Runs steps over items. With `ahead`, steps that do not need each other run concurrently, so that models with a
    batch API are asked in few rounds. Otherwise steps run one by one, so that nothing is paid for an item that is
    dropped."""

    def __init__(self, context: StepContext[Settings], watch: Callable[[Event], None], *, ahead: bool = False) -> None:
        self._context = context
        self._watch = watch
        self._ahead = ahead

    async def through(self, key: str, steps: tuple[Step[Draft], ...], draft: Draft) -> ItemRun[Draft]:
        """Send one item through the steps."""
        needed = needs(steps)
        done: dict[str, StepRecord] = {}
        stopped: dict[str, Event] = {}
        while ready := self._ready(key, steps, needed, done, stopped):
            for event in await asyncio.gather(*(self._step(key, step, draft) for step in ready)):
                if event.state == "done":
                    done[event.step] = event.record
                else:
                    stopped[event.step] = event
            draft = _with(draft, [step for step in ready if step.name in done], done)
            if dropped := next((event for event in stopped.values() if event.state == "dropped"), None):
                self._end(key, steps)
                return ItemRun(draft=draft, state="dropped", step=dropped.step)
        for event in stopped.values():
            return ItemRun(draft=draft, state=event.state, step=event.step)
        records = {step.name: done[step.name] for step in steps}
        return ItemRun(draft=draft, state="finished", records=records)

    def _ready(
        self,
        key: str,
        steps: tuple[Step[Draft], ...],
        needed: Mapping[str, frozenset[str]],
        done: Mapping[str, StepRecord],
        stopped: Mapping[str, Event],
    ) -> list[Step[Draft]]:
        """Return the steps that can run next; a stopped step is not retried in this run. Steps that are already
        recorded, and steps that ask no model, come first: they may drop the item before anything is paid for the
        rest."""
        if stopped and not self._ahead:
            return []
        tried = done.keys() | stopped.keys()
        ready = [step for step in steps if step.name not in tried and needed[step.name] <= done.keys()]
        if not self._ahead:
            return ready[:1]
        kept = [step for step in ready if self._context.store.done(step.name, key)]
        return kept or [step for step in ready if not step.prompts] or ready

    def _end(self, key: str, steps: tuple[Step[Draft], ...]) -> None:
        """Remove pending steps of a dropped item."""
        for step in steps:
            self._context.store.forget_unfinished(step.name, key)

    async def _step(self, key: str, step: Step[Draft], draft: Draft) -> Event:
        event = self._stored_event(key, step.name)
        if event is None:
            event = await self._run_step(key, step, draft)
        self._watch(event)
        return event

    def _stored_event(self, key: str, name: str) -> Event | None:
        if data := self._context.store.done(name, key):
            return msgspec.structs.replace(_event(key, name, msgspec.json.decode(data, type=StepRecord)), kept=True)
        return None

    async def _run_step(self, key: str, step: Step[Draft], draft: Draft) -> Event:
        work = Work(self._context, step.name, step.options, step.flags)
        started = time.monotonic()
        try:
            after = await step.make(work, draft)
            record = StepRecord(wrote=_written(step, after))
        except Dropped as dropped:
            record = StepRecord(dropped=dropped.reason, detail=dropped.detail)
        except AnswerPending as error:
            return self._stopped(key, step.name, State.WAITING, error)
        except SandboxUnavailable:
            raise
        except (ModelError, BudgetSpent, SandboxError, CannotResolve) as error:
            return self._stopped(key, step.name, State.FAILED, error)
        wall_s = round(time.monotonic() - started, 3)
        record = msgspec.structs.replace(record, flags=tuple(work.flags), asked=_ordered(work.asked), wall_s=wall_s)
        self._context.store.put(step.name, key, msgspec.json.encode(record))
        return _event(key, step.name, record)

    def _stopped(self, key: str, step: str, state: State, error: BenchwrightError) -> Event:
        self._context.store.put(step, key, b"", state, error.sentence)
        return Event(item=key, step=step, state=state.value, reason=error.sentence)


def _ordered(asked: Iterable[Asked]) -> tuple[Asked, ...]:
    """Sort what was asked: answers arrive in any order, but the record must be reproducible."""
    return tuple(sorted(asked, key=lambda each: (each.role, each.prompt, each.repair, each.key)))


def _event(key: str, step: str, record: StepRecord) -> Event:
    return Event(
        item=key, step=step, state="dropped" if record.dropped else "done", reason=record.dropped, record=record
    )


def _written(step: Step[Draft], draft: Draft) -> dict[str, Any]:
    """Return what a step writes: fields of the draft, and of `notes.NAME` that note."""
    notes: Mapping[str, Any] = getattr(draft, "notes", {})
    values = {name: getattr(draft, name) for name in step.writes if not name.startswith(_NOTES)}
    values |= {name: notes.get(name.removeprefix(_NOTES)) for name in step.writes if name.startswith(_NOTES)}
    return {name: msgspec.to_builtins(value) for name, value in values.items()}


def _with(draft: Draft, steps: Iterable[Step[Draft]], done: Mapping[str, StepRecord]) -> Draft:
    for step in steps:
        wrote = done[step.name].wrote or {}
        notes = {name.removeprefix(_NOTES): value for name, value in wrote.items() if name.startswith(_NOTES)}
        fields = {name: value for name, value in wrote.items() if not name.startswith(_NOTES)}
        partial = msgspec.convert(fields, type(draft))
        changed = {name: getattr(partial, name) for name in step.writes if not name.startswith(_NOTES)}
        if notes:
            changed["notes"] = {**getattr(draft, "notes", {}), **notes}
        draft = msgspec.structs.replace(draft, **changed)
    return draft
