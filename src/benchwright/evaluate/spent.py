"""What a job has spent so far."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from benchwright.evaluate.codet import TESTS_STEP
from benchwright.evaluate.sample import ANSWER_STEP, Bill
from benchwright.jobs import State, Store, read_job
from benchwright.jobs.manifest import MANIFEST_FILE
from benchwright.models import ModelOptions


def with_spent(folder: Path, options: ModelOptions) -> ModelOptions:
    """A budget is the job's, not the run's: what earlier runs spent counts."""
    if (options.max_cost is None and options.max_tokens_total is None) or not (folder / MANIFEST_FILE).exists():
        return options
    with read_job(folder) as job:
        spent = [bill for step in (ANSWER_STEP, TESTS_STEP) for bill in _bills(job.store, step)]
    return msgspec.structs.replace(
        options,
        spent_cost=sum(bill.cost or 0.0 for bill in spent),
        used_tokens=sum((bill.prompt_tokens or 0) + (bill.completion_tokens or 0) for bill in spent),
    )


def _bills(store: Store, step: str) -> Iterator[Bill]:
    """Of the answers that were paid for; those from the cache were not."""
    for item in store.items(step):
        if item.state is State.DONE and not (bill := msgspec.json.decode(item.data, type=Bill)).cached:
            yield bill
