"""What every method's run shares: models, job, sandbox, seeds and prompts, opened and closed together."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import os
from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from benchwright.environments import Policy
from benchwright.errors import UsageError
from benchwright.generate.packages import Packages
from benchwright.generate.record import Strictness
from benchwright.generate.settings import GenerationSettings
from benchwright.generate.work import ANSWER_STEP, KeptAnswer, StepContext
from benchwright.jobs import Job, State, open_job, read_job, worth_keeping
from benchwright.jobs.manifest import MANIFEST_FILE, new_manifest
from benchwright.judging.similarity import KnownBenchmarks
from benchwright.languages.registry import toolchain_versions
from benchwright.models import ModelOptions, OpenedModel, open_model
from benchwright.models.budget import Ledger
from benchwright.models.opening import provider_traits
from benchwright.models.prompt import Prompt
from benchwright.sandbox import Sandbox
from benchwright.sandbox.remote import open_sandbox
from benchwright.seeds import Harvest, Seed


@contextlib.asynccontextmanager
async def open_roles(
    specs: Mapping[str, str], options: ModelOptions, folder: Path
) -> AsyncIterator[dict[str, OpenedModel]]:
    """Open a model for each role. Roles with the same model share it; what earlier runs of the job spent counts."""
    options = _with_spent(folder, options)
    ledger = Ledger(options)
    opened: dict[str, OpenedModel] = {}
    try:
        for spec in dict.fromkeys(specs.values()):
            # Batches of different models run on different endpoints.
            place = folder / "batch" if spec == next(iter(specs.values())) else folder / f"batch-{len(opened) + 1}"
            opened[spec] = open_model(spec, msgspec.structs.replace(options, batch_folder=place), ledger)
        yield {role: opened[spec] for role, spec in specs.items()}
    finally:
        for model in opened.values():
            await model.aclose()


def _with_spent(folder: Path, options: ModelOptions) -> ModelOptions:
    if (options.max_cost is None and options.max_tokens_total is None) or not (folder / MANIFEST_FILE).exists():
        return options
    cost, tokens = 0.0, 0
    with read_job(folder) as job:
        for item in job.store.items(ANSWER_STEP):
            if item.state is State.DONE and not (kept := msgspec.json.decode(item.data, type=KeptAnswer)).answer.cached:
                cost += kept.answer.cost or 0.0
                tokens += kept.tokens
    return msgspec.structs.replace(options, spent_cost=cost, used_tokens=tokens)


SEEDS_FILE = "seeds.jsonl.gz"


class _Head(msgspec.Struct, frozen=True, kw_only=True):
    read: int
    dropped: dict[str, int]


def seeds_digest(seeds: Iterable[Seed]) -> str:
    """Return a digest of the seeds' texts, in order."""
    return hashlib.sha256("\n".join(seed.id for seed in seeds).encode()).hexdigest()[:16]


def keep_harvest(folder: Path, harvest: Harvest) -> None:
    """Write the harvest next to the manifest, unless it is already there."""
    file = folder / SEEDS_FILE
    if file.exists():
        return
    temporary = file.with_suffix(".new")
    with temporary.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as opened:
        opened.write(msgspec.json.encode(_Head(read=harvest.read, dropped=dict(harvest.dropped))) + b"\n")
        for seed in harvest.seeds:
            opened.write(msgspec.json.encode(seed) + b"\n")
    with temporary.open("rb") as written:
        os.fsync(written.fileno())
    temporary.replace(file)


def read_harvest(folder: Path) -> Harvest:
    """Read the harvest of a job."""
    file = folder / SEEDS_FILE
    try:
        with gzip.open(file) as opened:
            head = msgspec.json.decode(opened.readline(), type=_Head)
            seeds = tuple(msgspec.json.decode(line, type=Seed) for line in opened)
    except FileNotFoundError:
        raise UsageError(f"{folder} has no {SEEDS_FILE}", "start over in another folder") from None
    except (OSError, EOFError, msgspec.DecodeError) as error:
        raise UsageError(f"{file}: {error}", "the file is damaged; copy the job again") from None
    return Harvest(seeds=seeds, read=head.read, dropped=head.dropped)


def replay_command(method: str, unpinned: Mapping[str, Any]) -> list[str]:
    """Return the command for a generation from a recording, or from its first items in some languages."""
    only = ["--only", ",".join(unpinned["only"])] if unpinned.get("only") else []
    limit = ["--limit", str(unpinned["limit"])] if unpinned.get("limit") else []
    return ["benchwright", "generate", method, "--replay", unpinned["recording"], *only, *limit, "--out", "JOB"]


def changed_options(settings: object, usual: object, said: Mapping[str, str]) -> list[str]:
    """Return the options for fields that differ from their defaults; `said` maps each field to its option."""
    options: list[str] = []
    for field, option in said.items():
        if (value := getattr(settings, field)) != getattr(usual, field):
            options += [option, ",".join(value) if isinstance(value, tuple) else str(value)]
    return options


def options_of_steps(settings: GenerationSettings) -> list[str]:
    """Return the options of single steps that the user set."""
    given = ((step, name, value) for step, names in settings.options.items() for name, value in names.items())
    return [part for step, name, value in given for part in ("--set", f"{step}.{name}={json.dumps(value)}")]


def shared_options(unpinned: Mapping[str, Any]) -> list[str]:
    """Return the options that all methods share and that are not in the settings. Paths are reduced to their last
    part."""
    options = [part for name in unpinned.get("against", ()) for part in ("--against", Path(name).name)]
    if unpinned.get("prompts"):
        options += ["--prompts", Path(unpinned["prompts"]).name]
    return options


class MethodSettings(Protocol):
    """What the settings of every method have."""

    @property
    def strictness(self) -> Strictness:
        """What drops a problem, and what only flags it."""
        ...

    @property
    def max_tokens(self) -> int:
        """Maximum tokens per answer; longer answers are truncated."""
        ...

    def pinned(self) -> dict[str, Any]:
        """Return the settings as plain data for the job's manifest."""
        ...


Settings = TypeVar("Settings", bound=MethodSettings)


class GenerationRun(msgspec.Struct, Generic[Settings], frozen=True, kw_only=True):
    """A run in progress."""

    job: Job
    """The job that stores everything."""
    settings: Settings
    """Settings that the results depend on, with the identities of models and prompts."""
    context: StepContext[Settings]
    """What the steps work with."""
    ahead: bool
    """Whether models answer by batch, so that as much as possible is requested together."""


@contextlib.asynccontextmanager
async def begin(
    folder: Path,
    harvest: Harvest,
    settings: Settings,
    specs: Mapping[str, str],
    options: ModelOptions,
    prompts: Mapping[str, Prompt],
    *,
    languages: Collection[str],
    references: KnownBenchmarks | None = None,
    unpinned: Mapping[str, Any] | None = None,
    policy: Policy | None = None,
    sandbox: Sandbox | None = None,
) -> AsyncIterator[GenerationRun[Settings]]:
    """Start or resume the job, in the local sandbox if none is given. Packages are installed if a policy allows it."""
    async with open_roles(specs, options, folder) as models:
        known = {
            "models": {role: model.identity for role, model in models.items()},
            "prompts": {name: prompt.digest for name, prompt in prompts.items()},
        }
        settings = msgspec.structs.replace(settings, **known)  # type: ignore[type-var]
        manifest = new_manifest("generation", settings.pinned(), unpinned or {}, toolchain_versions(languages))
        with open_job(folder, manifest) as job, worth_keeping(job, ANSWER_STEP):
            keep_harvest(folder, harvest)
            async with _opened(sandbox) as opened:
                context = StepContext(
                    settings=settings,
                    sandbox=opened,
                    store=job.store,
                    models=models,
                    prompts=prompts,
                    strictness=settings.strictness,
                    max_tokens=settings.max_tokens,
                    references=references,
                    packages=Packages(job.store, policy, opened) if policy else None,
                )
                batch = any(provider_traits(spec).batch for spec in specs.values())
                yield GenerationRun(job=job, settings=settings, context=context, ahead=batch)


@contextlib.asynccontextmanager
async def _opened(sandbox: Sandbox | None) -> AsyncIterator[Sandbox]:
    if sandbox is not None:
        yield sandbox
        return
    async with open_sandbox() as own:
        yield own
