"""How many items entered and left each step, why the others were dropped, and what it cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from benchwright.generate.engine import Event
from benchwright.generate.record import StepRecord
from benchwright.jobs import State, Store


class Row(msgspec.Struct, kw_only=True):
    """Counts of one step."""

    step: str
    """Name of the step."""
    entered: int = 0
    """Items that reached the step and completed it, or were dropped."""
    left: int = 0
    """Items that continued to the next step."""
    waiting: int = 0
    """Items whose answers are pending."""
    failed: int = 0
    """Items that the next run retries: a model or the sandbox failed, or the budget is spent."""
    reasons: dict[str, int] = {}
    """Reason → number of items dropped."""
    flags: dict[str, int] = {}
    """Rule → number of continuing problems with a flag of it."""
    repairs: int = 0
    """Number of answers that were sent back for repair."""
    prompt_tokens: int = 0
    """Number of prompt tokens, as far as known."""
    completion_tokens: int = 0
    """Number of completion tokens, as far as known."""
    cost: float = 0.0
    """Cost in USD, as far as prices are known."""
    wall_s: float = 0.0
    """Total time of all items in seconds, including waiting."""


class Funnel:
    """Rows in the order of the steps."""

    def __init__(self, steps: Iterable[str]) -> None:
        self._rows = {step: Row(step=step) for step in steps}

    @property
    def rows(self) -> tuple[Row, ...]:
        """Return one row per step."""
        return tuple(self._rows.values())

    def update(self, event: Event) -> None:
        """Count one step of one item."""
        row = self._rows[event.step]
        if event.state in ("waiting", "failed"):
            setattr(row, event.state, getattr(row, event.state) + 1)
            return
        self._count(row, event.record)

    def add(self, step: str, entered: int, reasons: Mapping[str, int]) -> None:
        """Add a step that handles all items together."""
        left = entered - sum(reasons.values())
        counted = {reason: number for reason, number in reasons.items() if number}
        self._rows[step] = Row(step=step, entered=entered, left=left, reasons=counted)

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
    """Return the funnel of everything a job has done so far."""
    funnel = Funnel(steps)
    for row in funnel.rows:
        for item in store.items(row.step):
            if item.state is State.DONE:
                record = store.decoded(row.step, item.item, item.data, StepRecord)
                state = "dropped" if record.dropped else "done"
                funnel.update(Event(item=item.item, step=row.step, state=state, record=record))
            else:
                funnel.update(Event(item=item.item, step=row.step, state=item.state.value, reason=item.reason))
    return funnel
