"""What the `generate` commands share: the command group, the estimate, and the funnel."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from benchwright.cli import EXIT_UNSCORED, app
from benchwright.cli._output import laid_out, print_table, printable_line
from benchwright.errors import UsageError
from benchwright.generate.engine import Event
from benchwright.generate.funnel import Funnel, Row
from benchwright.generate.plan import Plan

if TYPE_CHECKING:
    from rich.live import Live

    from benchwright.generate.finish import Finished


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


commands = typer.Typer(help="Make a benchmark from code.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(commands, name="generate")


def language_names(text: str) -> tuple[str, ...]:
    """Language ids of a comma list."""
    from benchwright.languages import find_language

    return tuple(dict.fromkeys(find_language(name).id for name in text.split(",") if name.strip()))


def known_languages(text: str) -> tuple[str, ...]:
    """Language ids whose toolchains are here: a problem that cannot be run cannot be proven."""
    from benchwright.languages import find_language, find_toolchain

    names = language_names(text)
    for name in names:
        find_toolchain(find_language(name))
    return names


def refuse_with(context: typer.Context, option: str, deciding: Sequence[str]) -> None:
    """The job, or the recording, says what is made: what is said besides would be passed over."""
    sources = {name: context.get_parameter_source(name) for name in deciding}
    given = [name for name, source in sources.items() if source is not None and source.name != "DEFAULT"]
    if given:
        said = given[0].upper() if given[0] in ("seeds", "source") else f"--{given[0].replace('_', '-')}"
        raise UsageError(f"{said} has no meaning with {option}", f"leave it out, or {option}")


def go(planned: Plan, out: Path | None, as_json: bool, only: str, estimate: bool) -> None:
    """Do what is planned, or only say what it would take."""
    if estimate:
        _show_estimate(planned)
    elif out is not None:
        _run(planned, out, as_json, language_names(only))


def _run(planned: Plan, out: Path, as_json: bool, only: tuple[str, ...]) -> None:
    planned = planned.keeping_to(only)
    progress = GenerationProgress(planned)
    try:
        finished = asyncio.run(planned.run(out, progress.hear))
    except KeyboardInterrupt:
        print(f"stopped; the same command, or --resume, goes on with {out}", file=sys.stderr)
        raise
    finally:
        progress.end()
    _report(planned.method, finished, out, as_json)


def _report(method: str, finished: Finished, out: Path, as_json: bool) -> None:
    from benchwright.cli._output import print_json

    if as_json:
        import msgspec

        told: dict[str, Any] = msgspec.to_builtins(finished)
        print_json({"job": str(out), **told})
    else:
        print_funnel(finished.funnel)
        short = "" if finished.problems >= finished.wanted else f" of {finished.wanted} wanted"
        typer.echo(f"{finished.problems} problems{short}: {out}")
    if finished.waiting or finished.failed:
        if finished.waiting:
            print(f"{finished.waiting} steps wait: {finished.why_waiting}", file=sys.stderr)
        if finished.failed:
            print(f"{finished.failed} steps failed, the first: {finished.why_failed}", file=sys.stderr)
        print(f"hint: `benchwright generate {method} --out {out} --resume` goes on", file=sys.stderr)
        raise typer.Exit(EXIT_UNSCORED)


def _show_estimate(planned: Plan) -> None:
    print_estimate(planned)
