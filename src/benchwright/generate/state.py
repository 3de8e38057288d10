"""How far a generation has come: its method, its published funnel, and whether everything is done."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.generate.finish import ITEMS_FACT
from benchwright.generate.funnel import Row, funnel_of
from benchwright.jobs import Job, Manifest, Store

FUNNEL_FILE = "funnel.json"


def method_of(manifest: Manifest) -> str:
    """autocodegen or codebenchgen."""
    if manifest.kind != "generation":
        raise UsageError(f"this is a job of another kind ({manifest.kind})", "name a generation")
    return str(manifest.decides.get("method", "autocodegen"))


def step_names_of(method: str) -> list[str]:
    """The steps that every item goes through, in their order."""
    from benchwright.generate.autocodegen.run import step_names as of_autocodegen
    from benchwright.generate.codebenchgen.run import step_names as of_codebenchgen

    return of_codebenchgen() if method == "codebenchgen" else of_autocodegen()


def published_rows(folder: Path) -> tuple[Row, ...]:
    """The funnel as the last run wrote it; empty before."""
    try:
        return msgspec.json.decode((folder / FUNNEL_FILE).read_bytes(), type=tuple[Row, ...])
    except (OSError, msgspec.DecodeError):
        return ()


def funnel_now(job: Job) -> tuple[tuple[Row, ...], bool]:
    """The funnel of what the job has, and whether it is the published one. That has also the steps that are done for
    all items at once; if the job has gone on since, those are not known."""
    rows = funnel_of(job.store, step_names_of(method_of(job.manifest))).rows
    kept = published_rows(job.folder)
    by_step = {row.step: row for row in kept}
    holds = bool(kept) and all(by_step.get(row.step) == row for row in rows)
    return (kept if holds else rows), holds


def items_to_do(store: Store) -> int:
    """How many items the job began with."""
    return int(store.fact(ITEMS_FACT, "0"))


def is_finished(job: Job, rows: Sequence[Row]) -> bool:
    """Whether every item came to the first step, and nothing waits or has to be tried again."""
    first = step_names_of(method_of(job.manifest))[0]
    begun = sum(row.entered for row in rows if row.step == first)
    return bool(rows) and begun >= items_to_do(job.store) and not any(row.waiting or row.failed for row in rows)
