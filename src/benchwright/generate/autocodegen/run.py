"""One generation from beginning to end: open the job, send every item through the steps, choose and publish."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchwright.generate.autocodegen import steps as steps_package
from benchwright.generate.autocodegen.assemble import assemble
from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.items import Item, choose_items
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.contamination import Contamination
from benchwright.generate.engine import Engine, Event
from benchwright.generate.finish import FINAL_STEP, Finished, finish
from benchwright.generate.models import open_roles
from benchwright.generate.pipeline import load_steps, track_of
from benchwright.generate.prompts import load_prompts
from benchwright.generate.publish import Publication
from benchwright.generate.seedfile import keep_harvest
from benchwright.generate.work import ANSWER_STEP, Means
from benchwright.jobs import Job, open_job, worth_keeping
from benchwright.jobs.manifest import new_manifest
from benchwright.languages.versions import toolchain_versions
from benchwright.models import ModelOptions
from benchwright.models.prompt import Prompt
from benchwright.problems import Problem
from benchwright.problems.formats.benchwright import write
from benchwright.sandbox import LocalSandbox, Sandbox
from benchwright.sandbox.concurrent import as_completed
from benchwright.seeds import Harvest

PROMPTS = Path(__file__).parent / "prompts"
ROLES = ("model", "critic", "solver")

_HOW = (
    "AutoCodeGen (arXiv 2508.09101): a model evolves a fragment of real code into a solution and inputs for it; a "
    "sandbox runs them; what is printed, the same every time, becomes the expected values of the tests; the question "
    "is written last. Solutions, tests and questions are written by a model. No expected value is: all were observed."
)

_STEPS = load_steps(steps_package)
DIRECT = track_of(_STEPS, "direct")
TRANSLATION = track_of(_STEPS, "translation")


def step_names() -> list[str]:
    """All steps in their order."""
    return [step.name for step in _STEPS]


async def generate(
    folder: Path,
    harvest: Harvest,
    settings: Settings,
    specs: Mapping[str, str],
    options: ModelOptions,
    *,
    prompts: Mapping[str, Prompt] | None = None,
    references: Contamination | None = None,
    allows: Mapping[str, Any] | None = None,
    only: Collection[str] = (),
    sandbox: Sandbox | None = None,
    watch: Callable[[Event], None] = lambda _: None,
) -> Finished:
    """Begin the job or go on with it, in the sandbox of this machine if none is given. `only` keeps to items of some
    languages now; the others stay to be done."""
    prompts = prompts or load_prompts(PROMPTS)
    async with open_roles(specs, options, folder) as models:
        settings = msgspec.structs.replace(
            settings,
            models={role: model.identity for role, model in models.items()},
            prompts={name: prompt.digest for name, prompt in prompts.items()},
        )
        named = (*settings.languages, *settings.translate_to)
        manifest = new_manifest("generation", settings.decides(), allows or {}, toolchain_versions(named))
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
                )
                batch = any(spec.startswith("batch:") for spec in specs.values())
                items = _kept_to(only, choose_items(harvest.seeds, settings))
                await _Production(job, Engine(means, watch, ahead=batch)).run(items, options.concurrency)
            return finish(job, _publication(folder, harvest, settings, items, specs))


def _kept_to(only: Collection[str], items: list[Item]) -> list[Item]:
    if not only:
        return items
    return [
        msgspec.structs.replace(item, targets=tuple(target for target in item.targets if target in only))
        for item in items
        if item.language in only
    ]


@contextlib.asynccontextmanager
async def _opened(sandbox: Sandbox | None) -> AsyncIterator[Sandbox]:
    if sandbox is not None:
        yield sandbox
        return
    async with LocalSandbox() as own:
        yield own


def _publication(
    folder: Path, harvest: Harvest, settings: Settings, items: Sequence[Item], specs: Mapping[str, str]
) -> Publication:
    return Publication(
        name=folder.resolve().name,
        keys=[key for item in items for key in (item.key, *(f"{item.key}-{target}" for target in item.targets))],
        steps=step_names(),
        count=settings.count,
        similar_above=settings.similar_above,
        read=harvest.read,
        seeds=len(harvest.seeds),
        dropped=harvest.dropped,
        models=(told := {role: _without_folder(spec) for role, spec in specs.items()}),
        how=_HOW,
        command=_command(settings, told),
    )


def _without_folder(spec: str) -> str:
    """A card goes out into the world, and says nothing of this machine."""
    provider, _, name = spec.partition(":")
    return f"{provider}:{Path(name).name}" if provider == "replay" else spec


_SAID = {
    "translate_to": "--translate-to",
    "translations": "--translations",
    "oversample": "--oversample",
    "strictness": "--strictness",
    "reruns": "--reruns",
    "samples": "--samples",
    "easy_above": "--easy-above",
    "medium_above": "--medium-above",
    "mutants": "--mutants",
    "bugs": "--bugs",
    "temperature": "--temperature",
    "max_tokens": "--max-tokens",
}
"""Field of the settings → option that says it."""


def _command(settings: Settings, specs: Mapping[str, str]) -> list[str]:
    """What makes it again, apart from where its seeds are: all that is not as by default."""
    usual = Settings(languages=settings.languages, count=settings.count)
    command = ["benchwright", "generate", "autocodegen", "SEEDS", "--languages", ",".join(settings.languages)]
    command += ["--count", str(settings.count), "--model", specs["model"]]
    for role in ("critic", "solver"):
        if specs[role] != specs["model"]:
            command += [f"--{role}-model", specs[role]]
    for field, option in _SAID.items():
        if (value := getattr(settings, field)) != getattr(usual, field):
            command += [option, ",".join(value) if isinstance(value, tuple) else str(value)]
    if not settings.drop_solved:
        command.append("--keep-solved")
    return [*command, "--out", "JOB"]


class _Production:
    """Sends items, and the translations of what becomes of them, through the steps."""

    def __init__(self, job: Job, engine: Engine[Settings, Draft]) -> None:
        self._store = job.store
        self._engine = engine

    async def run(self, items: Sequence[Item], concurrency: int) -> None:
        async for _ in as_completed(self._one, items, max(8, concurrency)):
            pass

    async def _one(self, item: Item) -> None:
        passage = await self._engine.through(item.key, DIRECT, Draft(seed=item.seed, language=item.language))
        if passage.state != "finished":
            return
        problem = assemble(passage, f"{item.language}/{item.seed.id[:8]}")
        self._keep(item.key, problem)
        await asyncio.gather(*(self._translate(item, passage.draft, problem, target) for target in item.targets))

    async def _translate(self, item: Item, draft: Draft, problem: Problem, target: str) -> None:
        given = Draft(
            language=target,
            seed=item.seed,
            source=msgspec.structs.replace(problem, lineage={}, evidence={}),
            difficulty=draft.difficulty,
            category=draft.category,
            tags=draft.tags,
        )
        key = f"{item.key}-{target}"
        passage = await self._engine.through(key, TRANSLATION, given)
        if passage.state == "finished":
            self._keep(key, assemble(passage, f"{target}/{item.seed.id[:8]}-{item.language}"))

    def _keep(self, key: str, problem: Problem) -> None:
        self._store.put(FINAL_STEP, key, msgspec.json.encode(write(problem)))
