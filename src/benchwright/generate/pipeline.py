"""The steps of a method: modules of a folder, each saying what it reads of a draft and what it writes.

A step's module has

    ORDER   where it stands among the others
    READS   fields of the draft that it needs
    WRITES  fields that it fills or replaces
    TRACKS  optional: the tracks that it belongs to; all if not told
    PROMPTS optional: names of the prompts that it asks with; none if not told
    make    async (work, draft) → the draft with the written fields; Dropped ends the item
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Awaitable, Callable
from types import ModuleType
from typing import Any, Generic, TypeVar

import msgspec

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
