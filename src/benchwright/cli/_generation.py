"""Planning, watching and showing a generation."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import typer

import benchwright
from benchwright.cli._output import print_table
from benchwright.errors import UsageError
from benchwright.generate.autocodegen.estimate import estimate
from benchwright.generate.autocodegen.items import Item, choose_items
from benchwright.generate.autocodegen.run import PROMPTS, ROLES, generate, step_names
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.contamination import Contamination
from benchwright.generate.engine import Event
from benchwright.generate.finish import Finished
from benchwright.generate.funnel import Funnel, Row
from benchwright.generate.prompts import load_prompts
from benchwright.generate.seedfile import kept_harvest, seeds_digest
from benchwright.jobs.manifest import read_manifest
from benchwright.models import ModelOptions
from benchwright.models.prompt import Prompt
from benchwright.problems import Problem, fingerprint, read_problems
from benchwright.seeds import Harvest, SeedOptions, read_seeds

RECORDINGS = Path(benchwright.__file__).parent / "recordings"
"""One folder each."""

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a generation needs."""

    harvest: Harvest
    """The seeds."""
    settings: Settings
    """What the problems depend on."""
    specs: Mapping[str, str]
    """Role → model."""
    options: ModelOptions
    """How models are asked."""
    prompts: Mapping[str, Prompt]
    """What they are asked."""
    references: Contamination | None
    """Problems that new ones must not resemble."""
    allows: Mapping[str, Any]
    """For the manifest: what it takes to go on."""
    only: tuple[str, ...] = ()
    """The languages to keep to now; empty for all."""

    @property
    def items(self) -> list[Item]:
        """What there is to do."""
        return choose_items(self.harvest.seeds, self.settings)


def plan(
    seeds: str,
    wanted: SeedOptions,
    settings: Settings,
    specs: Mapping[str, str],
    options: ModelOptions,
    own_prompts: Path | None,
    against: list[str],
) -> Plan:
    """From what the user says."""
    harvest = read_seeds(seeds, wanted)
    if not harvest.seeds:
        reasons = ", ".join(f"{reason} ({number})" for reason, number in harvest.dropped.items()) or "no code was found"
        hint = (
            "no fragment has one of the licences"
            if "licence" in harvest.dropped
            else "docs/seeds.md says what is taken"
        )
        raise UsageError(f"{seeds} gives no seeds: {reasons}", hint)
    allows = {
        "seeds": Path(seeds).name,
        "specs": dict(specs),
        "prompts": str(own_prompts or ""),
        "against": against,
        "asking": _kept_options(options),
    }
    return _plan(harvest, settings, specs, options, own_prompts, against, allows)


def begun(folder: Path, options: ModelOptions) -> Plan:
    """From the manifest of a job."""
    manifest = read_manifest(folder)
    if manifest.kind != "generation":
        raise UsageError(f"{folder} is a job of another kind ({manifest.kind})", "name a generation job")
    settings = msgspec.convert(manifest.decides, Settings)
    own = Path(manifest.allows["prompts"]) if manifest.allows["prompts"] else None
    specs, against = manifest.allows["specs"], manifest.allows["against"]
    options = _with_kept(options, manifest.allows.get("asking", {}))
    return _plan(kept_harvest(folder), settings, specs, options, own, against, manifest.allows)


_KEPT_OPTIONS = ("api_key_env", "extra_body", "max_cost", "max_tokens_total", "prices", "record")
"""How models are asked, as far as whoever goes on with a job means the same unless told otherwise."""


def _kept_options(options: ModelOptions) -> dict[str, Any]:
    kept = {name: getattr(options, name) for name in _KEPT_OPTIONS}
    return {name: str(value) if isinstance(value, Path) else value for name, value in kept.items()}


def _with_kept(options: ModelOptions, kept: Mapping[str, Any]) -> ModelOptions:
    """What is not told now is as it was told first."""
    usual = ModelOptions()
    missing = {name: value for name, value in kept.items() if getattr(options, name) == getattr(usual, name) and value}
    for name in ("prices", "record"):
        if name in missing:
            missing[name] = Path(missing[name])
    return msgspec.structs.replace(options, **missing)


def recorded(name: str, options: ModelOptions) -> Plan:
    """From a recording that comes with us: seeds, settings, and all requests with their answers."""
    folder = RECORDINGS / name
    if name not in recording_names():
        raise UsageError(f"no recording {name!r} comes with us", f"there are: {', '.join(recording_names())}")
    settings = msgspec.json.decode((folder / "settings.json").read_bytes(), type=Settings)
    specs = dict.fromkeys(ROLES, f"replay:{folder / 'answers.jsonl'}")
    allows = {"seeds": name, "recording": name, "specs": specs, "prompts": "", "against": []}
    return _plan(kept_harvest(folder), settings, specs, options, None, [], allows)


def recording_names() -> list[str]:
    """The recordings that come with us."""
    return sorted(folder.name for folder in RECORDINGS.iterdir() if (folder / "settings.json").is_file())


def _plan(
    harvest: Harvest,
    settings: Settings,
    specs: Mapping[str, str],
    options: ModelOptions,
    own_prompts: Path | None,
    against: list[str],
    allows: Mapping[str, Any],
) -> Plan:
    known = {name: read_problems(name) for name in against}
    prints = tuple(fingerprint(problems) for problems in known.values())
    return Plan(
        harvest=harvest,
        settings=msgspec.structs.replace(settings, seeds=seeds_digest(harvest.seeds), against=prints),
        specs=specs,
        options=options,
        prompts=load_prompts(PROMPTS, own_prompts),
        references=_references(known),
        allows=allows,
    )


def _references(known: Mapping[str, list[Problem]]) -> Contamination | None:
    if not known:
        return None
    references = Contamination()
    for name, problems in known.items():
        references.add(problems, Path(name).name)
    return references


async def run_plan(planned: Plan, out: Path, watch: Callable[[Event], None]) -> Finished:
    """Do it."""
    return await generate(
        out,
        planned.harvest,
        planned.settings,
        planned.specs,
        planned.options,
        prompts=planned.prompts,
        references=planned.references,
        allows=planned.allows,
        only=planned.only,
        watch=watch,
    )


class GenerationProgress:
    """The funnel while it fills: a table on a terminal, plain lines otherwise."""

    def __init__(self, planned: Plan) -> None:
        self._funnel = Funnel(step_names())
        self._total = len(planned.items)
        self._live: Live | None = None

    def hear(self, event: Event) -> None:
        """One step of one item ended."""
        self._funnel.hear(event)
        if not sys.stderr.isatty():
            if not event.kept:
                print(f"{event.item} {event.step}: {event.state}{_reason(event)}", file=sys.stderr)
            return
        if self._live is None:
            from rich.console import Console
            from rich.live import Live

            self._live = Live(console=Console(stderr=True), transient=True, refresh_per_second=4)
            self._live.start()
        self._live.update(_table(self._funnel.rows, f"{self._total} items"))

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


def _table(rows: Iterable[Row], title: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(*_COLUMNS, box=box.SIMPLE_HEAD, title=title)
    for row in rows:
        table.add_row(*_cells(row))
    return table


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
    harvest, items = planned.harvest, planned.items
    dropped = ", ".join(f"{reason} {number}" for reason, number in sorted(harvest.dropped.items()))
    typer.echo(f"{harvest.read} fragments, {len(harvest.seeds)} seeds (left out: {dropped or 'none'})")
    by_language: dict[str, int] = {}
    for item in items:
        for language in (item.language, *item.targets):
            by_language[language] = by_language.get(language, 0) + 1
    listed = ", ".join(f"{language} {number}" for language, number in sorted(by_language.items()))
    typer.echo(f"{len(items)} items: {listed}")
    if sum(by_language.values()) < planned.settings.count:
        typer.echo(
            f"note: that is fewer than the {planned.settings.count} problems wanted; give more seeds or languages"
        )
    typer.echo(estimate(items, planned.settings, planned.specs, planned.options).sentence())
