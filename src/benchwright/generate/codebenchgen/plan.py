"""Plan a generation by CodeBenchGen: which functions become examples, and what that costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from benchwright.environments import Policy
from benchwright.errors import ToolchainMissing
from benchwright.generate.codebenchgen.run import ROLES, STEPS, all_prompts, generate, step_names
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.engine import Event
from benchwright.generate.estimate import Estimate, estimated
from benchwright.generate.finish import Finished
from benchwright.generate.packages import LOCKS_FILE
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
from benchwright.languages import find_language, find_toolchain
from benchwright.models import ModelOptions
from benchwright.seeds import Harvest, TargetOptions, read_targets


def estimate(targets: int, settings: Settings, specs: Mapping[str, str], options: ModelOptions) -> Estimate:
    """Estimate requests, tokens and cost without asking any model. Repairs add to it; dropped items reduce it."""
    asks = [(ask, ask.times(settings) * targets) for step in STEPS for ask in step.asks]
    return estimated(asks, specs, options)


METHOD = "codebenchgen"


class CodebenchgenPlan(Planned[Settings], frozen=True, kw_only=True):
    """The plan of a generation by CodeBenchGen."""

    wheels: Path | None = None
    """A folder of packages to install from instead of the registry."""
    locks: Path | None = None
    """Resolutions of a recording; None without a recording."""

    @property
    def method(self) -> str:
        """Name of the method."""
        return METHOD

    @property
    def wanted(self) -> int:
        """Number of examples requested."""
        return self.settings.count

    def languages(self) -> list[str]:
        """Return the language of each example that may result."""
        return [seed.language for seed in self.harvest.seeds]

    def items(self) -> int:
        """Return the number of targets."""
        return len(self.harvest.seeds)

    def steps(self) -> list[str]:
        """Return all steps, in order."""
        return step_names()

    def estimate(self) -> Estimate:
        """Estimate requests, tokens and cost."""
        return estimate(self.items(), self.settings, self.specs, self.options)

    async def run(self, out: Path, watch: Callable[[Event], None]) -> Finished:
        """Run the generation."""
        settings = self.settings
        policy = Policy(allow=settings.allow, deny=settings.deny, wheels=self.wheels) if settings.packages else None
        return await generate(
            out,
            self.harvest,
            settings,
            self.specs,
            self.options,
            prompts=self.prompts,
            references=self.references,
            unpinned=self.unpinned,
            policy=policy,
            locks=self.locks,
            only=self.only,
            limit=self.limit,
            watch=watch,
        )


def plan(
    source: str,
    wanted: TargetOptions,
    settings: Settings,
    specs: Mapping[str, str],
    options: ModelOptions,
    own_prompts: Path | None,
    against: list[str],
    wheels: Path | None,
) -> CodebenchgenPlan:
    """Make a plan from the user's options."""
    harvest = _runnable(read_targets(source, wanted))
    refuse_empty(source, harvest, "see docs/seeds.md for which functions are accepted")
    unpinned = {
        "source": Path(source).name,
        "functions": list(wanted.functions),
        "specs": dict(specs),
        "prompts": str(own_prompts or ""),
        "against": against,
        "wheels": str(wheels.resolve()) if wheels else "",
        "asking": saved_options(options),
    }
    settings = msgspec.structs.replace(settings, count=min(settings.count, len(harvest.seeds)))
    return _plan(harvest, settings, specs, options, unpinned)


def _runnable(harvest: Harvest) -> Harvest:
    """Drop targets whose language cannot run here: they cannot be verified."""
    missing = {name for name in {seed.language for seed in harvest.seeds} if not _is_here(name)}
    if not missing:
        return harvest
    kept = tuple(seed for seed in harvest.seeds if seed.language not in missing)
    return Harvest(
        seeds=kept,
        read=harvest.read,
        dropped={**harvest.dropped, "no toolchain": len(harvest.seeds) - len(kept)},
    )


def _is_here(name: str) -> bool:
    try:
        find_toolchain(find_language(name))
    except ToolchainMissing:
        return False
    return True


def resumed(folder: Path, options: ModelOptions) -> CodebenchgenPlan:
    """Make a plan from the manifest of a job."""
    manifest = manifest_of(folder, METHOD)
    settings = msgspec.convert(manifest.pinned, Settings)
    options = with_saved(options, manifest.unpinned.get("asking", {}))
    return _plan(read_harvest(folder), settings, manifest.unpinned["specs"], options, manifest.unpinned)


def replayed(name: str, options: ModelOptions) -> CodebenchgenPlan:
    """Make a plan from a bundled recording: targets, settings, packages, and all requests with their answers."""
    folder = recording_folder(name, METHOD)
    settings = msgspec.json.decode((folder / "settings.json").read_bytes(), type=Settings)
    specs = dict.fromkeys(ROLES, f"replay:{folder / 'answers.jsonl'}")
    unpinned = {"source": name, "recording": name, "specs": specs, "prompts": "", "against": [], "wheels": ""}
    planned = _plan(read_harvest(folder), settings, specs, options, unpinned)
    return msgspec.structs.replace(planned, locks=folder / LOCKS_FILE)


def _plan(
    harvest: Harvest,
    settings: Settings,
    specs: Mapping[str, str],
    options: ModelOptions,
    unpinned: Mapping[str, Any],
) -> CodebenchgenPlan:
    prints, references = known_problems(unpinned["against"])
    own_prompts = Path(unpinned["prompts"]) if unpinned["prompts"] else None
    return CodebenchgenPlan(
        harvest=harvest,
        settings=msgspec.structs.replace(settings, seeds=seeds_digest(harvest.seeds), against=prints),
        specs=specs,
        options=options,
        prompts=all_prompts(own_prompts),
        references=references,
        unpinned=unpinned,
        wheels=Path(unpinned["wheels"]) if unpinned["wheels"] else None,
    )
