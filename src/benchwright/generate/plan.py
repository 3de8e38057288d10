"""What every plan of a generation has: made from what the user says, from a job that was begun, or from a recording."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec

import benchwright
from benchwright.errors import UsageError
from benchwright.generate.engine import Event
from benchwright.generate.estimate import Estimate
from benchwright.generate.finish import Finished
from benchwright.jobs.manifest import Manifest, read_manifest
from benchwright.judging.similarity import KnownBenchmarks
from benchwright.models import ModelOptions
from benchwright.models.prompt import Prompt
from benchwright.problems import Problem, fingerprint, read_problems
from benchwright.seeds import Harvest

RECORDINGS = Path(benchwright.__file__).parent / "recordings"
"""One folder each."""

Settings = TypeVar("Settings")

METHODS = ("autocodegen", "codebenchgen")


class Plan(Protocol):
    """Everything that a generation needs."""

    @property
    def method(self) -> str:
        """Its name."""
        ...

    @property
    def harvest(self) -> Harvest:
        """The seeds."""
        ...

    @property
    def wanted(self) -> int:
        """How many problems are wanted."""
        ...

    def languages(self) -> list[str]:
        """The language of each problem that may come."""
        ...

    def items(self) -> int:
        """How many items there are to do."""
        ...

    def steps(self) -> list[str]:
        """All steps in their order."""
        ...

    def estimate(self) -> Estimate:
        """About what it takes."""
        ...

    def keeping_to(self, languages: tuple[str, ...]) -> Plan:
        """The same for items of these languages alone."""
        ...

    async def run(self, out: Path, watch: Callable[[Event], None]) -> Finished:
        """Do it."""
        ...


class Planned(msgspec.Struct, Generic[Settings], frozen=True, kw_only=True):
    """What the plans of all methods hold."""

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
    references: KnownBenchmarks | None
    """Problems that new ones must not resemble."""
    unpinned: Mapping[str, Any]
    """For the manifest: what it takes to go on."""
    only: tuple[str, ...] = ()
    """The languages to keep to now; empty for all."""

    def keeping_to(self, languages: tuple[str, ...]) -> Self:
        """The same for items of these languages alone."""
        return msgspec.structs.replace(self, only=languages)


def manifest_of(folder: Path, method: str) -> Manifest:
    """The manifest of a job that this method began."""
    manifest = read_manifest(folder)
    if manifest.kind != "generation":
        raise UsageError(f"{folder} is a job of another kind ({manifest.kind})", "name a generation job")
    began = manifest.pinned.get("method", METHODS[0])
    if began != method:
        raise UsageError(f"{folder} was begun by {began}", f"go on with `benchwright generate {began} --resume`")
    return manifest


_KEPT_OPTIONS = ("api_key_env", "extra_body", "max_cost", "max_tokens_total", "prices", "record")
"""How models are asked, as far as whoever goes on with a job means the same unless told otherwise."""


def kept_options(options: ModelOptions) -> dict[str, Any]:
    """For the manifest."""
    kept = {name: getattr(options, name) for name in _KEPT_OPTIONS}
    return {name: str(value) if isinstance(value, Path) else value for name, value in kept.items()}


def with_kept(options: ModelOptions, kept: Mapping[str, Any]) -> ModelOptions:
    """What is not told now is as it was told first."""
    usual = ModelOptions()
    missing = {name: value for name, value in kept.items() if getattr(options, name) == getattr(usual, name) and value}
    for name in ("prices", "record"):
        if name in missing:
            missing[name] = Path(missing[name])
    return msgspec.structs.replace(options, **missing)


def recording_folder(name: str, method: str) -> Path:
    """Where a recording of this method lies."""
    names = recording_names(method)
    if name not in names:
        raise UsageError(f"no recording {name!r} of {method} comes with us", f"there are: {', '.join(names)}")
    return RECORDINGS / name


def recording_names(method: str) -> list[str]:
    """The recordings of a method that come with us."""
    files = RECORDINGS.glob("*/settings.json")
    return sorted(file.parent.name for file in files if _method_of(file) == method)


def _method_of(file: Path) -> str:
    name: str = msgspec.json.decode(file.read_bytes()).get("method", METHODS[0])
    return name


def refuse_empty(source: str, harvest: Harvest, hint: str) -> None:
    """Nothing comes of nothing."""
    if harvest.seeds:
        return
    reasons = ", ".join(f"{reason} ({number})" for reason, number in harvest.dropped.items()) or "no code was found"
    hint = "no fragment has one of the licences" if "licence" in harvest.dropped else hint
    raise UsageError(f"{source} gives no seeds: {reasons}", hint)


def known_problems(names: list[str]) -> tuple[tuple[str, ...], KnownBenchmarks | None]:
    """Fingerprints of benchmarks that new problems must not resemble, and what finds a resemblance."""
    known: dict[str, list[Problem]] = {name: read_problems(name) for name in names}
    references = KnownBenchmarks() if known else None
    for name, problems in known.items():
        if references is not None:
            references.add(problems, Path(name).name)
    return tuple(fingerprint(problems) for problems in known.values()), references
