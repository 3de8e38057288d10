"""Plans a generation by AutoCodeGen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from benchwright.cli._generation_plan import (
    Planned,
    kept_options,
    known_problems,
    manifest_of,
    recording_folder,
    refuse_empty,
    with_kept,
)
from benchwright.generate.autocodegen.estimate import estimate
from benchwright.generate.autocodegen.items import Item, choose_items
from benchwright.generate.autocodegen.run import PROMPTS, ROLES, generate, step_names
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.engine import Event
from benchwright.generate.estimate import Estimate
from benchwright.generate.finish import Finished
from benchwright.generate.prompts import load_prompts
from benchwright.generate.seedfile import kept_harvest, seeds_digest
from benchwright.models import ModelOptions
from benchwright.seeds import Harvest, SeedOptions, read_seeds

METHOD = "autocodegen"


class AutocodegenPlan(Planned[Settings], frozen=True, kw_only=True):
    """Everything that it needs."""

    @property
    def method(self) -> str:
        """Its name."""
        return METHOD

    @property
    def wanted(self) -> int:
        """How many problems are wanted."""
        return self.settings.count

    def languages(self) -> list[str]:
        """The language of each problem that may come."""
        return [language for item in self._items for language in (item.language, *item.targets)]

    def items(self) -> int:
        """How many items there are to do."""
        return len(self._items)

    def steps(self) -> list[str]:
        """All steps in their order."""
        return step_names()

    def estimate(self) -> Estimate:
        """About what it takes."""
        return estimate(self._items, self.settings, self.specs, self.options)

    async def run(self, out: Path, watch: Callable[[Event], None]) -> Finished:
        """Do it."""
        return await generate(
            out,
            self.harvest,
            self.settings,
            self.specs,
            self.options,
            prompts=self.prompts,
            references=self.references,
            allows=self.allows,
            only=self.only,
            watch=watch,
        )

    @property
    def _items(self) -> list[Item]:
        return choose_items(self.harvest.seeds, self.settings)


def plan(
    seeds: str,
    wanted: SeedOptions,
    settings: Settings,
    specs: Mapping[str, str],
    options: ModelOptions,
    own_prompts: Path | None,
    against: list[str],
) -> AutocodegenPlan:
    """From what the user says."""
    harvest = read_seeds(seeds, wanted)
    refuse_empty(seeds, harvest, "docs/seeds.md says what is taken")
    allows = {
        "seeds": Path(seeds).name,
        "specs": dict(specs),
        "prompts": str(own_prompts or ""),
        "against": against,
        "asking": kept_options(options),
    }
    return _plan(harvest, settings, specs, options, own_prompts, against, allows)


def begun(folder: Path, options: ModelOptions) -> AutocodegenPlan:
    """From the manifest of a job."""
    manifest = manifest_of(folder, METHOD)
    settings = msgspec.convert(manifest.decides, Settings)
    own = Path(manifest.allows["prompts"]) if manifest.allows["prompts"] else None
    specs, against = manifest.allows["specs"], manifest.allows["against"]
    options = with_kept(options, manifest.allows.get("asking", {}))
    return _plan(kept_harvest(folder), settings, specs, options, own, against, manifest.allows)


def recorded(name: str, options: ModelOptions) -> AutocodegenPlan:
    """From a recording that comes with us: seeds, settings, and all requests with their answers."""
    folder = recording_folder(name, METHOD)
    settings = msgspec.json.decode((folder / "settings.json").read_bytes(), type=Settings)
    specs = dict.fromkeys(ROLES, f"replay:{folder / 'answers.jsonl'}")
    allows = {"seeds": name, "recording": name, "specs": specs, "prompts": "", "against": []}
    return _plan(kept_harvest(folder), settings, specs, options, None, [], allows)


def _plan(
    harvest: Harvest,
    settings: Settings,
    specs: Mapping[str, str],
    options: ModelOptions,
    own_prompts: Path | None,
    against: list[str],
    allows: Mapping[str, Any],
) -> AutocodegenPlan:
    prints, references = known_problems(against)
    return AutocodegenPlan(
        harvest=harvest,
        settings=msgspec.structs.replace(settings, seeds=seeds_digest(harvest.seeds), against=prints),
        specs=specs,
        options=options,
        prompts=load_prompts(PROMPTS, own_prompts),
        references=references,
        allows=allows,
    )
