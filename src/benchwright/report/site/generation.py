"""Reads one generation for the page: its funnel, its problems and its card."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.generate.finish import FINAL_STEP
from benchwright.generate.funnel import Row
from benchwright.generate.publish import PROBLEMS_FILE
from benchwright.generate.state import funnel_now, is_finished, items_to_do
from benchwright.jobs import Job, Manifest, State
from benchwright.problems import Problem, fingerprint, read_problems
from benchwright.problems.formats.benchwright import Row as ProblemRow
from benchwright.problems.formats.benchwright import read
from benchwright.report.site.benchmark_records import Funnel, FunnelStep
from benchwright.report.site.job_files import state_of

CARD_FILE = "README.md"


class Generation(msgspec.Struct, frozen=True, kw_only=True):
    """What the page needs of one generation."""

    folder: Path
    """As it was named."""
    manifest: Manifest
    """What it is about."""
    state: str
    """running, done or unfinished."""
    rows: tuple[Row, ...]
    """Its funnel."""
    fingerprint: str
    """Of its problems; empty while there are none."""
    problems: tuple[Problem, ...]
    """What it published; while it has not, what is ready."""
    card: str
    """In Markdown; empty before it is published."""
    total: int
    """Items that there are to do."""


def read_generation(job: Job) -> Generation:
    """From its published files, or from the store where it has gone on since."""
    rows, published = funnel_now(job)
    state = state_of(job.folder, finished=published and is_finished(job, rows))
    problems = tuple(_problems(job))
    return Generation(
        folder=job.folder,
        manifest=job.manifest,
        state=state,
        rows=rows,
        fingerprint=fingerprint(problems) if problems else "",
        problems=problems,
        card=card_in(job.folder),
        total=items_to_do(job.store),
    )


def funnel_record(generation: Generation, key: str, name: str) -> Funnel:
    """The funnel as the page has it, without steps that nothing came to."""
    return Funnel(run=key, name=name, steps=tuple(_step(row) for row in generation.rows if _reached(row)))


def card_in(folder: Path) -> str:
    """The card that lies in a folder."""
    try:
        return (folder / CARD_FILE).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _reached(row: Row) -> bool:
    return bool(row.entered or row.waiting or row.failed)


def _step(row: Row) -> FunnelStep:
    return FunnelStep(
        step=row.step,
        entered=row.entered,
        left=row.left,
        waiting=row.waiting,
        failed=row.failed,
        reasons=row.reasons,
        flags=row.flags,
        repairs=row.repairs,
        prompt_tokens=row.prompt_tokens,
        completion_tokens=row.completion_tokens,
        cost_usd=row.cost,
    )


def _problems(job: Job) -> Iterable[Problem]:
    if (job.folder / PROBLEMS_FILE).is_file():
        try:
            return read_problems(job.folder / PROBLEMS_FILE, "benchwright")
        except UsageError:
            return ()
    ready = (item for item in job.store.items(FINAL_STEP) if item.state is State.DONE)
    return [read(job.store.decoded(FINAL_STEP, item.item, item.data, ProblemRow), 0) for item in ready]
