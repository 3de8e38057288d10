"""Sends items through the steps of a method, many at once, recording each step as soon as it is done."""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
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
from benchwright.generate.record import Asked, Dropped, Flag, StepRecord
from benchwright.generate.work import StepContext, Work
from benchwright.jobs import State

Draft = TypeVar("Draft", bound=msgspec.Struct)


class Step(msgspec.Struct, Generic[Draft], frozen=True, kw_only=True):
    """One step."""

    name: str
    """That of its module, its prompt and its rows in the job."""
    order: int
    """Where it stands."""
    reads: tuple[str, ...]
    """Fields that it needs."""
    writes: tuple[str, ...]
    """Fields that it fills or replaces."""
    tracks: frozenset[str] | None
    """The tracks that it belongs to. None: all."""
    prompts: tuple[str, ...]
    """What it asks with; empty if it asks nobody."""
    make: Callable[[Any, Draft], Awaitable[Draft]]
    """Does it."""


def load_steps(package: ModuleType) -> tuple[Step[Any], ...]:
    """The steps of a folder in their order."""
    names = (item.name for item in pkgutil.iter_modules(package.__path__) if not item.name.startswith("_"))
    steps = (_step(name, importlib.import_module(f"{package.__name__}.{name}")) for name in names)
    return tuple(sorted(steps, key=lambda step: (step.order, step.name)))


def track_of(steps: tuple[Step[Draft], ...], track: str) -> tuple[Step[Draft], ...]:
    """Those of one track."""
    return tuple(step for step in steps if step.tracks is None or track in step.tracks)


def needs(steps: tuple[Step[Draft], ...]) -> dict[str, frozenset[str]]:
    """Step → the earlier steps that write what it reads. Steps that need each other in no way may go on at once."""
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
        make=module.make,
    )


Settings = TypeVar("Settings")


class Passage(msgspec.Struct, Generic[Draft], frozen=True, kw_only=True):
    """How far an item came."""

    draft: Draft
    """What there is of it."""
    state: str
    """finished, dropped, waiting (for a batch), or failed (tried again by the next run)."""
    step: str = ""
    """Where it stopped."""
    records: Mapping[str, StepRecord] = {}
    """Step → what came of it, of the steps that are done."""

    @property
    def flags(self) -> tuple[Flag, ...]:
        """What speaks against it."""
        return tuple(flag for record in self.records.values() for flag in record.flags)


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """One step of one item ended."""

    item: str
    """The item's key."""
    step: str
    """The step."""
    state: str
    """done, dropped, waiting or failed."""
    reason: str = ""
    """Why, unless it is done."""
    record: StepRecord = StepRecord()
    """What came of it."""
    kept: bool = False
    """Whether an earlier run did it."""


class Engine(Generic[Settings, Draft]):
    """Runs steps over items. With `ahead`, steps that do not need each other run at once: models that answer by batch
    are then asked in few rounds; otherwise one by one, so that nothing is paid for an item that is dropped."""

    def __init__(self, context: StepContext[Settings], watch: Callable[[Event], None], *, ahead: bool = False) -> None:
        self._context = context
        self._watch = watch
        self._ahead = ahead

    async def through(self, key: str, steps: tuple[Step[Draft], ...], draft: Draft) -> Passage[Draft]:
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
                return Passage(draft=draft, state="dropped", step=dropped.step)
        for event in stopped.values():
            return Passage(draft=draft, state=event.state, step=event.step)
        records = {step.name: done[step.name] for step in steps}
        return Passage(draft=draft, state="finished", records=records)

    def _ready(
        self,
        key: str,
        steps: tuple[Step[Draft], ...],
        needed: Mapping[str, frozenset[str]],
        done: Mapping[str, StepRecord],
        stopped: Mapping[str, Event],
    ) -> list[Step[Draft]]:
        """What can be done next; a step that stopped has had its turn in this run. What is known already, and what asks
        nobody, comes first: it may end the item before anything is paid for the rest."""
        if stopped and not self._ahead:
            return []
        tried = done.keys() | stopped.keys()
        ready = [step for step in steps if step.name not in tried and needed[step.name] <= done.keys()]
        if not self._ahead:
            return ready[:1]
        kept = [step for step in ready if self._context.store.done(step.name, key)]
        return kept or [step for step in ready if not step.prompts] or ready

    def _end(self, key: str, steps: tuple[Step[Draft], ...]) -> None:
        """An item that is dropped waits for nothing."""
        for step in steps:
            self._context.store.forget_unfinished(step.name, key)

    async def _step(self, key: str, step: Step[Draft], draft: Draft) -> Event:
        event = self._kept(key, step.name)
        if event is None:
            event = await self._made(key, step, draft)
        self._watch(event)
        return event

    def _kept(self, key: str, name: str) -> Event | None:
        if data := self._context.store.done(name, key):
            return msgspec.structs.replace(_event(key, name, msgspec.json.decode(data, type=StepRecord)), kept=True)
        return None

    async def _made(self, key: str, step: Step[Draft], draft: Draft) -> Event:
        work = Work(self._context)
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
    """Answers come when they come; the record is the same each time."""
    return tuple(sorted(asked, key=lambda each: (each.role, each.prompt, each.repair, each.key)))


def _event(key: str, step: str, record: StepRecord) -> Event:
    return Event(
        item=key, step=step, state="dropped" if record.dropped else "done", reason=record.dropped, record=record
    )


def _written(step: Step[Draft], draft: Draft) -> dict[str, Any]:
    return {name: msgspec.to_builtins(getattr(draft, name)) for name in step.writes}


def _with(draft: Draft, steps: Iterable[Step[Draft]], done: Mapping[str, StepRecord]) -> Draft:
    for step in steps:
        partial = msgspec.convert(done[step.name].wrote or {}, type(draft))
        draft = msgspec.structs.replace(draft, **{name: getattr(partial, name) for name in step.writes})
    return draft
