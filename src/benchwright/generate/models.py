"""Opens the models of a run: one for each role, one budget for all."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import msgspec

from benchwright.generate.work import ANSWER_STEP, KeptAnswer
from benchwright.jobs import State, read_job
from benchwright.jobs.manifest import MANIFEST_FILE
from benchwright.models import ModelOptions, OpenedModel, open_model
from benchwright.models.budget import Ledger


@contextlib.asynccontextmanager
async def open_roles(
    specs: Mapping[str, str], options: ModelOptions, folder: Path
) -> AsyncIterator[dict[str, OpenedModel]]:
    """Role → model. Roles with the same model share it; what earlier runs of the job spent counts."""
    options = _with_spent(folder, options)
    ledger = Ledger(options)
    opened: dict[str, OpenedModel] = {}
    try:
        for spec in dict.fromkeys(specs.values()):
            # Batches of different models are run by different endpoints.
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
