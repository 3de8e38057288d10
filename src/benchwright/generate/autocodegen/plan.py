"""Plan a generation by AutoCodeGen: which seeds become problems in which languages, and what that costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchwright.generate.autocodegen.items import Item, choose_items
from benchwright.generate.autocodegen.run import ROLES, STEPS, all_prompts, generate, step_names
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.engine import Event
from benchwright.generate.estimate import Estimate, estimated
from benchwright.generate.finish import Finished
from benchwright.generate.plan import (
    Planned,
    known_problems,
    manifest_of,
    recording_folder,
    refuse_empty,
    saved_options,
    with_saved,
)
from benchwright.generate.production import read_harvest, seeds_digest
from benchwright.models import ModelOptions
from benchwright.seeds import Harvest, SeedOptions, read_seeds


def estimate(items: Sequence[Item], settings: Settings, specs: Mapping[str, str], options: ModelOptions) -> Estimate:
    """Estimate requests, tokens and cost without asking any model. Repairs add to it; dropped items reduce it."""
    numbers = {"direct": len(items), "translation": sum(len(item.targets) for item in items)}
    asks = [
        (ask, ask.times(settings) * sum(numbers[track] for track in step.tracks or numbers))
        for step in STEPS
        for ask in step.asks
    ]
    return estimated(asks, specs, options)


METHOD = "autocodegen"


class AutocodegenPlan(Planned[Settings], frozen=True, kw_only=True):
    """The plan of a generation by AutoCodeGen."""

    @property
    def method(self) -> str:
        """Name of the method."""
        return METHOD

    @property
    def wanted(self) -> int:
        """Number of problems requested."""
        return self.settings.count

    def languages(self) -> list[str]:
        """Return the language of each problem that may result."""
        return [language for item in self._items for language in (item.language, *item.targets)]

    def items(self) -> int:
        """Return the number of items to process."""
        return len(self._items)

    def steps(self) -> list[str]:
        """Return all steps, in order."""
        return step_names()

    def estimate(self) -> Estimate:
        """Estimate requests, tokens and cost."""
        return estimate(self._items, self.settings, self.specs, self.options)

    async def run(self, out: Path, watch: Callable[[Event], None]) -> Finished:
        """Run the generation."""
        return await generate(
            out,
            self.harvest,
            self.settings,
            self.specs,
            self.options,
            prompts=self.prompts,
            references=self.references,
            unpinned=self.unpinned,
            only=self.only,
            limit=self.limit,
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
    """Make a plan from the user's options."""
    harvest = read_seeds(seeds, wanted)
    refuse_empty(seeds, harvest, "see docs/seeds.md for what is accepted")
    unpinned = {
        "seeds": Path(seeds).name,
        "specs": dict(specs),
        "prompts": str(own_prompts or ""),
        "against": against,
        "asking": saved_options(options),
    }
    return _plan(harvest, settings, specs, options, own_prompts, against, unpinned)


def resumed(folder: Path, options: ModelOptions) -> AutocodegenPlan:
    """Make a plan from the manifest of a job."""
    manifest = manifest_of(folder, METHOD)
    settings = msgspec.convert(manifest.pinned, Settings)
    own = Path(manifest.unpinned["prompts"]) if manifest.unpinned["prompts"] else None
    specs, against = manifest.unpinned["specs"], manifest.unpinned["against"]
    options = with_saved(options, manifest.unpinned.get("asking", {}))
    return _plan(read_harvest(folder), settings, specs, options, own, against, manifest.unpinned)


def replayed(name: str, options: ModelOptions) -> AutocodegenPlan:
    """Make a plan from a bundled recording: seeds, settings, and all requests with their answers."""
    folder = recording_folder(name, METHOD)
    settings = msgspec.json.decode((folder / "settings.json").read_bytes(), type=Settings)
    specs = dict.fromkeys(ROLES, f"replay:{folder / 'answers.jsonl'}")
    unpinned = {"seeds": name, "recording": name, "specs": specs, "prompts": "", "against": []}
    return _plan(read_harvest(folder), settings, specs, options, None, [], unpinned)


def _plan(
    harvest: Harvest,
    settings: Settings,
    specs: Mapping[str, str],
    options: ModelOptions,
    own_prompts: Path | None,
    against: list[str],
    unpinned: Mapping[str, Any],
) -> AutocodegenPlan:
    prints, references = known_problems(against)
    return AutocodegenPlan(
        harvest=harvest,
        settings=msgspec.structs.replace(settings, seeds=seeds_digest(harvest.seeds), against=prints),
        specs=specs,
        options=options,
        prompts=all_prompts(own_prompts),
        references=references,
        unpinned=unpinned,
    )
