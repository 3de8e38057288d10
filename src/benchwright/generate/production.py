"""What every method's run has in common: models, job, sandbox, prompts; opened together and closed together."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Collection, Mapping
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from benchwright.environments import Policy
from benchwright.generate.contamination import Contamination
from benchwright.generate.flag import Strictness
from benchwright.generate.models import open_roles
from benchwright.generate.packages import Packages
from benchwright.generate.seedfile import keep_harvest
from benchwright.generate.work import ANSWER_STEP, Means
from benchwright.jobs import Job, open_job, worth_keeping
from benchwright.jobs.manifest import new_manifest
from benchwright.languages.versions import toolchain_versions
from benchwright.models import ModelOptions
from benchwright.models.prompt import Prompt
from benchwright.sandbox import Sandbox
from benchwright.sandbox.opening import open_sandbox
from benchwright.seeds import Harvest


class MethodSettings(Protocol):
    """What the settings of every method have."""

    @property
    def strictness(self) -> Strictness:
        """What drops a problem and what is only told."""
        ...

    @property
    def max_tokens(self) -> int:
        """An answer is cut off after so many tokens."""
        ...

    def decides(self) -> dict[str, Any]:
        """For the job's manifest."""
        ...


Settings = TypeVar("Settings", bound=MethodSettings)


class Production(msgspec.Struct, Generic[Settings], frozen=True, kw_only=True):
    """A run that has begun."""

    job: Job
    """Where everything is kept."""
    settings: Settings
    """What the results depend on, with the identities of models and prompts."""
    means: Means[Settings]
    """What the steps work with."""
    ahead: bool
    """Whether models answer by batch, so that as much as possible is asked at once."""


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
    references: Contamination | None = None,
    allows: Mapping[str, Any] | None = None,
    policy: Policy | None = None,
    sandbox: Sandbox | None = None,
) -> AsyncIterator[Production[Settings]]:
    """Begin the job or go on with it, in the sandbox of this machine if none is given. Packages are installed where a
    policy says which."""
    async with open_roles(specs, options, folder) as models:
        known = {
            "models": {role: model.identity for role, model in models.items()},
            "prompts": {name: prompt.digest for name, prompt in prompts.items()},
        }
        settings = msgspec.structs.replace(settings, **known)  # type: ignore[type-var]
        manifest = new_manifest("generation", settings.decides(), allows or {}, toolchain_versions(languages))
        with open_job(folder, manifest) as job, worth_keeping(job, ANSWER_STEP):
            keep_harvest(folder, harvest)
            async with _opened(sandbox) as opened:
                means = Means(
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
                batch = any(spec.startswith("batch:") for spec in specs.values())
                yield Production(job=job, settings=settings, means=means, ahead=batch)


@contextlib.asynccontextmanager
async def _opened(sandbox: Sandbox | None) -> AsyncIterator[Sandbox]:
    if sandbox is not None:
        yield sandbox
        return
    async with open_sandbox() as own:
        yield own
