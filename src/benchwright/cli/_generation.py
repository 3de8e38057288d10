"""Shows a generation: the funnel while it fills and at the end, and the estimate before."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

from benchwright.cli._generation_plan import Plan
from benchwright.cli._output import print_table
from benchwright.cli._printable import printable_line
from benchwright.cli._table import laid_out
from benchwright.generate.engine import Event
from benchwright.generate.funnel import Funnel, Row

if TYPE_CHECKING:
    from rich.live import Live


class GenerationProgress:
    """The funnel while it fills: a table on a terminal, plain lines otherwise."""

    def __init__(self, planned: Plan) -> None:
        self._funnel = Funnel(planned.steps())
        self._total = planned.items()
        self._live: Live | None = None

    def hear(self, event: Event) -> None:
        """One step of one item ended."""
        self._funnel.hear(event)
        if not sys.stderr.isatty():
            if not event.kept:
                print(printable_line(f"{event.item} {event.step}: {event.state}{_reason(event)}"), file=sys.stderr)
            return
        from rich.console import Console, Group
        from rich.live import Live

        if self._live is None:
            self._live = Live(console=Console(stderr=True), transient=True, refresh_per_second=4)
            self._live.start()
        table = laid_out(_COLUMNS, map(_cells, self._funnel.rows), self._live.console.width)
        self._live.update(Group(f"{self._total} items", table))

    def end(self) -> None:
        """Leave the terminal as it was."""
        if self._live is not None:
            self._live.stop()


def _reason(event: Event) -> str:
    """Why, unless that is said at the end for all: what waits, waits for one file."""
    if event.state in ("done", "waiting"):
        return ""
    said = f"{event.reason}: {event.record.detail}" if event.record.detail else event.reason
    return f" ({said if len(said) <= 200 else said[:199] + '…'})"


_COLUMNS = ("step", "in", "out", "waiting", "failed", "tokens", "USD", "why not")


def print_funnel(rows: Iterable[Row]) -> None:
    """The funnel as a table; steps that nothing came to are left out."""
    print_table(_COLUMNS, [_cells(row) for row in rows if row.entered or row.waiting or row.failed])


def _cells(row: Row) -> tuple[str, ...]:
    tokens = row.prompt_tokens + row.completion_tokens
    reasons = ", ".join(f"{reason} {number}" for reason, number in sorted(row.reasons.items()) if number)
    return (
        row.step,
        str(row.entered or ""),
        str(row.left or ""),
        str(row.waiting or ""),
        str(row.failed or ""),
        f"{tokens:,}" if tokens else "",
        f"{row.cost:.2f}" if row.cost else "",
        reasons,
    )


def print_estimate(planned: Plan) -> None:
    """What would be done, and about how many tokens it takes."""
    harvest, by_language = planned.harvest, Counter(planned.languages())
    dropped = ", ".join(f"{reason} {number}" for reason, number in sorted(harvest.dropped.items()))
    typer.echo(f"{harvest.read} fragments, {len(harvest.seeds)} seeds (left out: {dropped or 'none'})")
    listed = ", ".join(f"{language} {number}" for language, number in sorted(by_language.items()))
    typer.echo(f"{planned.items()} items: {listed}")
    if by_language.total() < planned.wanted:
        typer.echo(f"note: that is fewer than the {planned.wanted} problems wanted; give more seeds or languages")
    typer.echo(planned.estimate().sentence())
