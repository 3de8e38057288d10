"""What every generation plan has in common: made from the user's options, from an existing job, or from a recording."""

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
"""One folder per recording."""

Settings = TypeVar("Settings")

METHODS = ("autocodegen", "codebenchgen")


class Plan(Protocol):
    """Everything that a generation needs."""

    @property
    def method(self) -> str:
        """Name of the method."""
        ...

    @property
    def harvest(self) -> Harvest:
        """The seeds to start from."""
        ...

    @property
    def wanted(self) -> int:
        """Number of problems requested."""
        ...

    def languages(self) -> list[str]:
        """Return the language of each problem that may result."""
        ...

    def items(self) -> int:
        """Return the number of items to process."""
        ...

    def steps(self) -> list[str]:
        """Return all steps, in order."""
        ...

    def estimate(self) -> Estimate:
        """Estimate requests, tokens and cost."""
        ...

    def restricted_to(self, languages: tuple[str, ...] = (), limit: int | None = None) -> Plan:
        """Restrict the run to items in these languages (empty: all), and to the first `limit` of them."""
        ...

    async def run(self, out: Path, watch: Callable[[Event], None]) -> Finished:
        """Run the generation."""
        ...


class Planned(msgspec.Struct, Generic[Settings], frozen=True, kw_only=True):
    """The fields of all methods' plans."""

    harvest: Harvest
    """The seeds to start from."""
    settings: Settings
    """Settings that the problems depend on."""
    specs: Mapping[str, str]
    """Role → spec of its model."""
    options: ModelOptions
    """Connection and budget options of the models."""
    prompts: Mapping[str, Prompt]
    """Name → prompt that models are asked with."""
    references: KnownBenchmarks | None
    """Problems that new ones must not resemble; None: no check."""
    unpinned: Mapping[str, Any]
    """What resuming needs, for the manifest."""
    only: tuple[str, ...] = ()
    """Languages to process in this run; empty for all."""
    limit: int | None = None
    """Number of items to process in this run; None for all."""

    def restricted_to(self, languages: tuple[str, ...] = (), limit: int | None = None) -> Self:
        """Restrict the run to items in these languages (empty: all), and to the first `limit` of them. The others stay
        pending in the job."""
        return msgspec.structs.replace(self, only=languages, limit=limit)


def manifest_of(folder: Path, method: str) -> Manifest:
    """Return the manifest of a job that this method started."""
    manifest = read_manifest(folder)
    if manifest.kind != "generation":
        raise UsageError(f"{folder} is a job of kind {manifest.kind}, not a generation", "pass a generation job")
    began = manifest.pinned.get("method", METHODS[0])
    if began != method:
        raise UsageError(f"{folder} was started by {began}", f"resume it with `benchwright generate {began} --resume`")
    return manifest


_KEPT_OPTIONS = ("api_key_env", "extra_body", "max_cost", "max_tokens_total", "prices", "record")
"""Model options that a resumed job reuses unless new values are given."""


def saved_options(options: ModelOptions) -> dict[str, Any]:
    """Return these options for the manifest."""
    kept = {name: getattr(options, name) for name in _KEPT_OPTIONS}
    return {name: str(value) if isinstance(value, Path) else value for name, value in kept.items()}


def with_saved(options: ModelOptions, kept: Mapping[str, Any]) -> ModelOptions:
    """Fill in the stored options that are not given now."""
    usual = ModelOptions()
    missing = {name: value for name, value in kept.items() if getattr(options, name) == getattr(usual, name) and value}
    for name in ("prices", "record"):
        if name in missing:
            missing[name] = Path(missing[name])
    return msgspec.structs.replace(options, **missing)


def recording_folder(name: str, method: str) -> Path:
    """Return the folder of a bundled recording of this method."""
    names = recording_names(method)
    if name not in names:
        raise UsageError(f"unknown recording {name!r} of {method}", f"choose from {', '.join(names)}")
    return RECORDINGS / name


def recording_names(method: str) -> list[str]:
    """Return the names of the bundled recordings of a method."""
    files = RECORDINGS.glob("*/settings.json")
    return sorted(file.parent.name for file in files if _method_of(file) == method)


def _method_of(file: Path) -> str:
    name: str = msgspec.json.decode(file.read_bytes()).get("method", METHODS[0])
    return name


def refuse_empty(source: str, harvest: Harvest, hint: str) -> None:
    """Raise UsageError if there are no seeds."""
    if harvest.seeds:
        return
    reasons = ", ".join(f"{reason} ({number})" for reason, number in harvest.dropped.items()) or "no code found"
    hint = "no fragment has an allowed licence; allow more licences" if "licence" in harvest.dropped else hint
    raise UsageError(f"{source} yields no seeds: {reasons}", hint)


def known_problems(names: list[str]) -> tuple[tuple[str, ...], KnownBenchmarks | None]:
    """Return the fingerprints of benchmarks that new problems must not resemble, and an index to detect resemblance."""
    known: dict[str, list[Problem]] = {name: read_problems(name) for name in names}
    references = KnownBenchmarks() if known else None
    for name, problems in known.items():
        if references is not None:
            references.add(problems, Path(name).name)
    return tuple(fingerprint(problems) for problems in known.values()), references
