"""Run one generation: send every target through the steps, try all examples together, publish."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchwright.environments import Policy
from benchwright.errors import UsageError
from benchwright.generate.codebenchgen import steps as steps_package
from benchwright.generate.codebenchgen.assemble import assemble, publication_of
from benchwright.generate.codebenchgen.draft import Draft
from benchwright.generate.codebenchgen.final_pass import STEP, Ended, FinalPass
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.engine import Engine, Event, load_steps
from benchwright.generate.finish import ITEMS_FACT, Finished, finish
from benchwright.generate.packages import read_locks
from benchwright.generate.production import begin
from benchwright.generate.work import load_prompts
from benchwright.judging.similarity import KnownBenchmarks
from benchwright.models import ModelOptions
from benchwright.models.prompt import Prompt
from benchwright.sandbox import Sandbox
from benchwright.sandbox.concurrent import as_completed
from benchwright.seeds import Harvest, Seed

PROMPTS = Path(__file__).parent / "prompts"
ROLES = ("model", "tester")

STEPS = load_steps(steps_package, "codebenchgen")


def all_prompts(own: Path | None = None) -> dict[str, Prompt]:
    """Return the prompts of all steps; those in the user's own folder replace the built-in ones."""
    return load_prompts(PROMPTS, own, [step.prompt_folder for step in STEPS if step.prompt_folder])


def step_names() -> list[str]:
    """Return all steps, in order."""
    return [*(step.name for step in STEPS), STEP]


def key_of(seed: Seed) -> str:
    """Return an item's key in the job."""
    return f"{seed.language}-{seed.id}"


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
    policy: Policy | None = None,
    locks: Path | None = None,
    only: Collection[str] = (),
    limit: int | None = None,
    sandbox: Sandbox | None = None,
    watch: Callable[[Event], None] = lambda _: None,
) -> Finished:
    """Start or resume the job, in the local sandbox if none is given. `policy` says what may be installed; `locks` is a
    recording's file of resolutions. `only` restricts this run to some languages, `limit` to the first targets
    in them."""
    async with begin(
        folder,
        harvest,
        settings,
        specs,
        options,
        prompts or all_prompts(),
        languages=sorted({seed.language for seed in harvest.seeds}),
        references=references,
        unpinned=unpinned,
        policy=policy,
        sandbox=sandbox,
    ) as production:
        store, context = production.job.store, production.context
        if locks is not None:
            read_locks(store, locks)
        store.note(ITEMS_FACT, str(len(harvest.seeds)))
        engine: Engine[Settings, Draft] = Engine(context, watch, ahead=production.ahead)
        ended = await _through(engine, kept_to(only, harvest.seeds)[:limit], options.concurrency)
        await FinalPass(store, context.sandbox, context.packages, watch).run(ended)
        publication = publication_of(
            folder, harvest, production.settings, specs, production.job.manifest.unpinned, step_names()
        )
        return finish(production.job, publication)


def kept_to(only: Collection[str], seeds: Sequence[Seed]) -> list[Seed]:
    """Return the seeds in some languages; all if none is given."""
    there = {seed.language for seed in seeds}
    if unknown := sorted(set(only) - there):
        hint = f"targets are in {', '.join(sorted(there))}"
        raise UsageError(f"--only: no targets in {', '.join(unknown)}", hint)
    return [seed for seed in seeds if not only or seed.language in only]


async def _through(engine: Engine[Settings, Draft], seeds: Sequence[Seed], concurrency: int) -> list[Ended]:
    ended: dict[str, Ended] = {}

    async def one(seed: Seed) -> None:
        key = key_of(seed)
        passage = await engine.through(key, STEPS, Draft(seed=seed, language=seed.language))
        if passage.state == "finished":
            ended[key] = Ended(key=key, problem=assemble(passage), lock=passage.draft.lock)

    async for _ in as_completed(one, seeds, max(8, concurrency)):
        pass
    return [ended[key_of(seed)] for seed in seeds if key_of(seed) in ended]
