"""Plans a generation by AutoCodeGen: which seeds become problems in which languages, and what that costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchwright.generate.autocodegen.items import Item, choose_items
from benchwright.generate.autocodegen.run import PROMPTS, ROLES, generate, step_names
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.engine import Event
from benchwright.generate.estimate import Estimate, estimated
from benchwright.generate.finish import Finished
from benchwright.generate.plan import (
    Planned,
    kept_options,
    known_problems,
    manifest_of,
    recording_folder,
    refuse_empty,
    with_kept,
)
from benchwright.generate.production import kept_harvest, seeds_digest
from benchwright.generate.work import load_prompts
from benchwright.models import ModelOptions
from benchwright.seeds import Harvest, SeedOptions, read_seeds

_TOKENS = {
    "solution": (1600, 1700),
    "tests": (3000, 1350),
    "bugs": (900, 1500),
    "question": (2400, 900),
    "critic": (3300, 100),
    "solve": (950, 700),
    "tags": (1850, 30),
    "translate": (4800, 3300),
}
"""Prompt → tokens that it takes to read and to write: averages of the bundled recording, at four characters a token."""


def estimate(items: Sequence[Item], settings: Settings, specs: Mapping[str, str], options: ModelOptions) -> Estimate:
    """Without asking any model. Weak tests and answers that are sent back come on top, what is dropped does not."""
    number = len(items)
    asked = {
        "model": dict.fromkeys(("solution", "tests", "question", "tags"), number)
        | {"bugs": number if settings.bugs else 0, "translate": sum(len(item.targets) for item in items)},
        "critic": {"critic": number},
        "solver": {"solve": number * settings.samples},
    }
    return estimated(asked, _TOKENS, specs, options)


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
            unpinned=self.unpinned,
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
    unpinned = {
        "seeds": Path(seeds).name,
        "specs": dict(specs),
        "prompts": str(own_prompts or ""),
        "against": against,
        "asking": kept_options(options),
    }
    return _plan(harvest, settings, specs, options, own_prompts, against, unpinned)


def begun(folder: Path, options: ModelOptions) -> AutocodegenPlan:
    """From the manifest of a job."""
    manifest = manifest_of(folder, METHOD)
    settings = msgspec.convert(manifest.pinned, Settings)
    own = Path(manifest.unpinned["prompts"]) if manifest.unpinned["prompts"] else None
    specs, against = manifest.unpinned["specs"], manifest.unpinned["against"]
    options = with_kept(options, manifest.unpinned.get("asking", {}))
    return _plan(kept_harvest(folder), settings, specs, options, own, against, manifest.unpinned)


def recorded(name: str, options: ModelOptions) -> AutocodegenPlan:
    """From a recording that comes with us: seeds, settings, and all requests with their answers."""
    folder = recording_folder(name, METHOD)
    settings = msgspec.json.decode((folder / "settings.json").read_bytes(), type=Settings)
    specs = dict.fromkeys(ROLES, f"replay:{folder / 'answers.jsonl'}")
    unpinned = {"seeds": name, "recording": name, "specs": specs, "prompts": "", "against": []}
    return _plan(kept_harvest(folder), settings, specs, options, None, [], unpinned)


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
        prompts=load_prompts(PROMPTS, own_prompts),
        references=references,
        unpinned=unpinned,
    )
