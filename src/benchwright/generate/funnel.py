"""How many items came into and out of each step, why the others did not, and what it took."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from benchwright.generate.engine import Event
from benchwright.generate.record import StepRecord
from benchwright.jobs import State, Store


class Row(msgspec.Struct, kw_only=True):
    """One step."""

    step: str
    """Its name."""
    entered: int = 0
    """Items that came to it and are through with it, or were dropped."""
    left: int = 0
    """Those that went on."""
    waiting: int = 0
    """Items whose answers are still to come."""
    failed: int = 0
    """Items that the next run tries again: a model or the sandbox failed, or the budget is spent."""
    reasons: dict[str, int] = {}
    """Why items were dropped → how many."""
    flags: dict[str, int] = {}
    """What speaks against problems that went on → how many."""
    repairs: int = 0
    """Answers that were sent back once."""
    prompt_tokens: int = 0
    """Tokens that models read."""
    completion_tokens: int = 0
    """Tokens that they wrote."""
    cost: float = 0.0
    """USD, as far as prices are known."""
    wall_s: float = 0.0
    """Time of all items together, waiting included."""


class Funnel:
    """Rows in the order of the steps."""

    def __init__(self, steps: Iterable[str]) -> None:
        self._rows = {step: Row(step=step) for step in steps}

    @property
    def rows(self) -> tuple[Row, ...]:
        """One per step."""
        return tuple(self._rows.values())

    def hear(self, event: Event) -> None:
        """Count one step of one item."""
        row = self._rows[event.step]
        if event.state in ("waiting", "failed"):
            setattr(row, event.state, getattr(row, event.state) + 1)
            return
        self._count(row, event.record)

    def add(self, step: str, entered: int, reasons: Mapping[str, int]) -> None:
        """A step that is done for all items at once."""
        left = entered - sum(reasons.values())
        told = {reason: number for reason, number in reasons.items() if number}
        self._rows[step] = Row(step=step, entered=entered, left=left, reasons=told)

    def _count(self, row: Row, record: StepRecord) -> None:
        row.entered += 1
        if record.dropped:
            row.reasons[record.dropped] = row.reasons.get(record.dropped, 0) + 1
        else:
            row.left += 1
        for flag in record.flags:
            row.flags[flag.rule] = row.flags.get(flag.rule, 0) + 1
        for asked in record.asked:
            row.repairs += asked.repair
            row.prompt_tokens += asked.prompt_tokens
            row.completion_tokens += asked.completion_tokens
            row.cost += asked.cost
        row.wall_s = round(row.wall_s + record.wall_s, 3)


def funnel_of(store: Store, steps: Iterable[str]) -> Funnel:
    """The funnel of all that a job has done so far."""
    funnel = Funnel(steps)
    for row in funnel.rows:
        for item in store.items(row.step):
            if item.state is State.DONE:
                record = store.decoded(row.step, item.item, item.data, StepRecord)
                state = "dropped" if record.dropped else "done"
                funnel.hear(Event(item=item.item, step=row.step, state=state, record=record))
            else:
                funnel.hear(Event(item=item.item, step=row.step, state=item.state.value, reason=item.reason))
    return funnel
