"""Plans a generation: from what the user says, from a job that was begun, or from a recording."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

import benchwright
from benchwright.errors import UsageError
from benchwright.generate.autocodegen.items import Item, choose_items
from benchwright.generate.autocodegen.run import PROMPTS, ROLES, generate
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.contamination import Contamination
from benchwright.generate.engine import Event
from benchwright.generate.finish import Finished
from benchwright.generate.prompts import load_prompts
from benchwright.generate.seedfile import kept_harvest, seeds_digest
from benchwright.jobs.manifest import read_manifest
from benchwright.models import ModelOptions
from benchwright.models.prompt import Prompt
from benchwright.problems import Problem, fingerprint, read_problems
from benchwright.seeds import Harvest, SeedOptions, read_seeds

RECORDINGS = Path(benchwright.__file__).parent / "recordings"
"""One folder each."""


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
