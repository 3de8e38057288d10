"""Run one generation: open the job, send every item through the steps, select and publish."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.generate.autocodegen import steps as steps_package
from benchwright.generate.autocodegen.assemble import assemble, publication_of
from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.items import Item, choose_items
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.engine import Engine, Event, load_steps, track_of
from benchwright.generate.finish import FINAL_STEP, ITEMS_FACT, Finished, finish
from benchwright.generate.production import begin
from benchwright.generate.work import load_prompts
from benchwright.jobs import Job
from benchwright.judging.similarity import KnownBenchmarks
from benchwright.models import ModelOptions
from benchwright.models.prompt import Prompt
from benchwright.problems import Problem
from benchwright.problems.formats.benchwright import write
from benchwright.sandbox import Sandbox
from benchwright.sandbox.concurrent import as_completed
from benchwright.seeds import Harvest

PROMPTS = Path(__file__).parent / "prompts"
ROLES = ("model", "critic", "solver")

STEPS = load_steps(steps_package, "autocodegen")
DIRECT = track_of(STEPS, "direct")
TRANSLATION = track_of(STEPS, "translation")


def all_prompts(own: Path | None = None) -> dict[str, Prompt]:
    """Return the prompts of all steps; those in the user's own folder replace the built-in ones."""
    return load_prompts(PROMPTS, own, [step.prompt_folder for step in STEPS if step.prompt_folder])


def step_names() -> list[str]:
    """Return all steps, in order."""
    return [step.name for step in STEPS]


async def generate(
    folder: Path,
    harvest: Harvest,
    settings: Settings,
    specs: Mapping[str, str],
    options: ModelOptions,
    *,
    prompts: Mapping[str, Prompt] | None = None,
    references: KnownBenchmarks | None = None,
    unpinned: Mapping[str, Any] | None = None,
    only: Collection[str] = (),
    limit: int | None = None,
    sandbox: Sandbox | None = None,
    watch: Callable[[Event], None] = lambda _: None,
) -> Finished:
    """Start or resume the job, in the local sandbox if none is given. `only` restricts this run to items in some
    languages, `limit` to the first of those; the others stay pending."""
    named = (*settings.languages, *settings.translate_to)
    async with begin(
        folder,
        harvest,
        settings,
        specs,
        options,
        prompts or all_prompts(),
        languages=named,
        references=references,
        unpinned=unpinned,
        sandbox=sandbox,
    ) as production:
        job, settings = production.job, production.settings
        items = choose_items(harvest.seeds, settings)
        job.store.note(ITEMS_FACT, str(len(items)))
        engine: Engine[Settings, Draft] = Engine(production.context, watch, ahead=production.ahead)
        await _Production(job, engine).run(_kept_to(only, items)[:limit], options.concurrency)
        publication = publication_of(folder, harvest, settings, items, specs, job.manifest.unpinned, step_names())
        return finish(job, publication)


def _kept_to(only: Collection[str], items: list[Item]) -> list[Item]:
    """Return the items in some languages. A translation is made together with its source."""
    if not only:
        return items
    known = {name for item in items for name in (item.language, *item.targets)}
    if unknown := sorted(set(only) - known) or ([] if any(item.language in only for item in items) else sorted(only)):
        there = ", ".join(sorted({item.language for item in items}))
        hint = f"items are in {there}; a translation is made with its source"
        raise UsageError(f"--only: no items in {', '.join(unknown)}", hint)
    return [
        msgspec.structs.replace(item, targets=tuple(target for target in item.targets if target in only))
        for item in items
        if item.language in only
    ]


class _Production:
    """Sends items, and the translations of finished problems, through the steps."""

    def __init__(self, job: Job, engine: Engine[Settings, Draft]) -> None:
        self._store = job.store
        self._engine = engine

    async def run(self, items: Sequence[Item], concurrency: int) -> None:
        async for _ in as_completed(self._run_item, items, max(8, concurrency)):
            pass

    async def _run_item(self, item: Item) -> None:
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
