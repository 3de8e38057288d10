"""Shared by the `generate` commands: the command group, the estimate, the funnel and its progress."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from benchwright.cli import EXIT_UNSCORED, app
from benchwright.cli._help import BUILD, Commands
from benchwright.cli._output import counted, laid_out, print_table, printable_line
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from rich.live import Live

    from benchwright.generate.engine import Event, Step
    from benchwright.generate.finish import Finished
    from benchwright.generate.funnel import Row
    from benchwright.generate.plan import Plan


class GenerationProgress:
    """Show the funnel as it fills: a live table on a terminal, otherwise one line per step."""

    def __init__(self, planned: Plan) -> None:
        from benchwright.generate.funnel import Funnel

        self._funnel = Funnel(planned.steps())
        self._total = planned.items()
        self._live: Live | None = None

    def update(self, event: Event) -> None:
        """Record that one step of one item finished."""
        self._funnel.update(event)
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
        """Remove the live table from the terminal."""
        if self._live is not None:
            self._live.stop()


def _reason(event: Event) -> str:
    """Return the reason in parentheses, except for waiting items: they share one reason, printed at the end."""
    if event.state in ("done", "waiting"):
        return ""
    detail = f"{event.reason}: {event.record.detail}" if event.record.detail else event.reason
    return f" ({detail if len(detail) <= 200 else detail[:199] + '…'})"


_COLUMNS = ("step", "in", "out", "waiting", "failed", "tokens", "USD", "dropped because")


def print_funnel(rows: Iterable[Row]) -> None:
    """Print the funnel as a table, without steps that no item reached."""
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
    """Print the seeds, the items by language, and the estimated tokens and cost."""
    harvest, by_language = planned.harvest, Counter(planned.languages())
    dropped = ", ".join(f"{reason} {number}" for reason, number in sorted(harvest.dropped.items()))
    typer.echo(f"{harvest.read} fragments, {len(harvest.seeds)} seeds (skipped: {dropped or 'none'})")
    listed = ", ".join(f"{language} {number}" for language, number in sorted(by_language.items()))
    typer.echo(f"{planned.items()} items: {listed}")
    if by_language.total() < planned.wanted:
        typer.echo(f"note: fewer than the {planned.wanted} problems requested; add seeds or languages")
    typer.echo(planned.estimate().sentence())


commands = Commands(help="Generate a benchmark from source code.", no_args_is_help=True)
app.add_typer(commands, name="generate", rich_help_panel=BUILD)


def language_names(text: str) -> tuple[str, ...]:
    """Return the language ids of a comma-separated list, without duplicates."""
    from benchwright.languages import find_language

    return tuple(dict.fromkeys(find_language(name).id for name in text.split(",") if name.strip()))


def known_languages(text: str) -> tuple[str, ...]:
    """Like `language_names`, but require each toolchain: a problem that cannot be run cannot be verified."""
    from benchwright.languages import find_language, find_toolchain

    names = language_names(text)
    for name in names:
        find_toolchain(find_language(name))
    return names


StepOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="STEP.NAME=VALUE",
        help="Set an option of a step that a plugin adds. Repeatable.",
        rich_help_panel="Quality",
    ),
]


def read_step_options(given: Sequence[str], steps: Iterable[Step[Any]]) -> dict[str, dict[str, Any]]:
    """Return step → its options, from `STEP.NAME=VALUE`; values are JSON where they can be."""
    known = {step.name: step.options for step in steps}
    found: dict[str, dict[str, Any]] = {}
    for each in given:
        target, equals, value = each.partition("=")
        step, dot, name = target.partition(".")
        if not equals or not dot:
            raise UsageError(f"--set {each} is not STEP.NAME=VALUE", "use STEP.NAME=VALUE")
        if name not in known.get(step, {}):
            options = ", ".join(f"{step}.{name}" for step, names in known.items() for name in names)
            hint = f"choose from {options}" if options else "no installed step has options"
            raise UsageError(f"--set: unknown step option {target!r}", hint)
        found.setdefault(step, {})[name] = _value(value)
    return found


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def reject_combination(context: typer.Context, option: str, deciding: Sequence[str]) -> None:
    """Refuse options that the job or the recording already decides, instead of ignoring them."""
    sources = {name: context.get_parameter_source(name) for name in deciding}
    given = [name for name, source in sources.items() if source is not None and source.name != "DEFAULT"]
    if given:
        argument = given[0].upper() if given[0] in ("seeds", "source") else f"--{given[0].replace('_', '-')}"
        raise UsageError(f"{argument} cannot be used with {option}", f"remove {argument} or {option}")


def go(planned: Plan, out: Path | None, as_json: bool, only: str, limit: int | None, estimate: bool) -> None:
    """Run the plan, or only print its estimate."""
    if estimate:
        _show_estimate(planned)
    elif out is not None:
        _run(planned.restricted_to(language_names(only), limit), out, as_json)


def _run(planned: Plan, out: Path, as_json: bool) -> None:
    progress = GenerationProgress(planned)
    try:
        finished = asyncio.run(planned.run(out, progress.update))
    except KeyboardInterrupt:
        print("Interrupted. Re-run the same command to resume.", file=sys.stderr)
        raise
    finally:
        progress.end()
    _report(planned.method, finished, out, as_json)


def _report(method: str, finished: Finished, out: Path, as_json: bool) -> None:
    from benchwright.cli._output import print_json

    if as_json:
        import msgspec

        fields: dict[str, Any] = msgspec.to_builtins(finished)
        print_json({"job": str(out), **fields})
    else:
        print_funnel(finished.funnel)
        short = "" if finished.problems >= finished.wanted else f" of {finished.wanted} requested"
        typer.echo(f"{counted(finished.problems, 'problem')}{short}: {out}")
    if finished.waiting or finished.failed:
        if finished.waiting:
            print(f"{finished.waiting} steps are waiting: {finished.why_waiting}", file=sys.stderr)
        if finished.failed:
            print(f"{finished.failed} steps failed; first failure: {finished.why_failed}", file=sys.stderr)
        print(f"hint: resume with `benchwright generate {method} --out {out} --resume`", file=sys.stderr)
        raise typer.Exit(EXIT_UNSCORED)


def _show_estimate(planned: Plan) -> None:
    print_estimate(planned)
