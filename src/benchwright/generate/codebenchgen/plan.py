"""Plans a generation by CodeBenchGen: which functions become examples, and what that costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from benchwright.environments import Policy
from benchwright.errors import ToolchainMissing
from benchwright.generate.codebenchgen.run import PROMPTS, ROLES, generate, step_names
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.engine import Event
from benchwright.generate.estimate import Estimate, estimated
from benchwright.generate.finish import Finished
from benchwright.generate.packages import LOCKS_FILE
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
from benchwright.languages import find_language, find_toolchain
from benchwright.models import ModelOptions
from benchwright.seeds import Harvest, TargetOptions, read_targets

_TOKENS = {
    "sandboxing": (2200, 1600),
    "tests": (2400, 1300),
    "debug": (4500, 1500),
    "instruction": (2800, 450),
    "extra_tests": (2900, 1300),
}
"""Prompt → tokens that it takes to read and to write: averages of the bundled recording, at four characters a token."""
_MENDED = 0.5
"""Rounds of mending that an example takes on average: less than half pass at once, by the published funnel."""


def estimate(targets: int, settings: Settings, specs: Mapping[str, str], options: ModelOptions) -> Estimate:
    """Without asking any model. Files that are asked for again come on top, what is dropped does not."""
    asked = {
        "model": dict.fromkeys(("sandboxing", "tests", "instruction"), targets)
        | {"debug": round(targets * _MENDED) if settings.rounds else 0},
        "tester": {"extra_tests": targets if settings.samples else 0},
    }
    return estimated(asked, _TOKENS, specs, options)


METHOD = "codebenchgen"


class CodebenchgenPlan(Planned[Settings], frozen=True, kw_only=True):
    """Everything that it needs."""

    wheels: Path | None = None
    """A folder of packages that are installed from, instead of the registry."""
    locks: Path | None = None
    """What a recording resolved."""

    @property
    def method(self) -> str:
        """Its name."""
        return METHOD

    @property
    def wanted(self) -> int:
        """How many examples are wanted."""
        return self.settings.count

    def languages(self) -> list[str]:
        """The language of each example that may come."""
        return [seed.language for seed in self.harvest.seeds]

    def items(self) -> int:
        """How many targets there are."""
        return len(self.harvest.seeds)

    def steps(self) -> list[str]:
        """All steps in their order."""
        return step_names()

    def estimate(self) -> Estimate:
        """About what it takes."""
        return estimate(self.items(), self.settings, self.specs, self.options)

    async def run(self, out: Path, watch: Callable[[Event], None]) -> Finished:
        """Do it."""
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
    """From what the user says."""
    harvest = _runnable(read_targets(source, wanted))
    refuse_empty(source, harvest, "docs/seeds.md says which functions are taken")
    unpinned = {
        "source": Path(source).name,
        "functions": list(wanted.functions),
        "specs": dict(specs),
        "prompts": str(own_prompts or ""),
        "against": against,
        "wheels": str(wheels.resolve()) if wheels else "",
        "asking": kept_options(options),
    }
    settings = msgspec.structs.replace(settings, count=min(settings.count, len(harvest.seeds)))
    return _plan(harvest, settings, specs, options, unpinned)


def _runnable(harvest: Harvest) -> Harvest:
    """What cannot be run here cannot be proven."""
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


def begun(folder: Path, options: ModelOptions) -> CodebenchgenPlan:
    """From the manifest of a job."""
    manifest = manifest_of(folder, METHOD)
    settings = msgspec.convert(manifest.pinned, Settings)
    options = with_kept(options, manifest.unpinned.get("asking", {}))
    return _plan(kept_harvest(folder), settings, manifest.unpinned["specs"], options, manifest.unpinned)


def recorded(name: str, options: ModelOptions) -> CodebenchgenPlan:
    """From a recording that comes with us: targets, settings, packages, and all requests with their answers."""
    folder = recording_folder(name, METHOD)
    settings = msgspec.json.decode((folder / "settings.json").read_bytes(), type=Settings)
    specs = dict.fromkeys(ROLES, f"replay:{folder / 'answers.jsonl'}")
    unpinned = {"source": name, "recording": name, "specs": specs, "prompts": "", "against": [], "wheels": ""}
    planned = _plan(kept_harvest(folder), settings, specs, options, unpinned)
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
        prompts=load_prompts(PROMPTS, own_prompts),
        references=references,
        unpinned=unpinned,
        wheels=Path(unpinned["wheels"]) if unpinned["wheels"] else None,
    )
