"""Reads one generation for the page: its funnel, its problems and its card."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.generate.finish import FINAL_STEP, ITEMS_FACT
from benchwright.generate.funnel import Row, funnel_of
from benchwright.generate.publish import PROBLEMS_FILE
from benchwright.jobs import Job, Manifest, State
from benchwright.problems import Problem, fingerprint, read_problems
from benchwright.problems.formats.benchwright import Row as ProblemRow
from benchwright.problems.formats.benchwright import read
from benchwright.report.site.job_files import state_of
from benchwright.report.site.records import Funnel, FunnelStep

FUNNEL_FILE, CARD_FILE = "funnel.json", "README.md"


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
    """From its published files, or from the store where it is under way."""
    rows = _published_rows(job.folder)
    total = int(job.store.fact(ITEMS_FACT, "0"))
    state = state_of(job.folder, finished=_finished(rows, total))
    if state == "running" or not rows:
        rows = funnel_of(job.store, _steps(job)).rows
    problems = tuple(_problems(job))
    return Generation(
        folder=job.folder,
        manifest=job.manifest,
        state=state,
        rows=rows,
        fingerprint=fingerprint(problems) if problems else "",
        problems=problems,
        card=card_in(job.folder),
        total=total,
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


def _published_rows(folder: Path) -> tuple[Row, ...]:
    try:
        return msgspec.json.decode((folder / FUNNEL_FILE).read_bytes(), type=tuple[Row, ...])
    except (OSError, msgspec.DecodeError):
        return ()


def _finished(rows: Iterable[Row], total: int) -> bool:
    rows = list(rows)
    begun = next((row.entered for row in rows if row.step == "solution"), None)
    everything = begun is None or begun >= total
    return bool(rows) and everything and not any(row.waiting or row.failed for row in rows)


def _steps(job: Job) -> list[str]:
    """The steps of its method, which is the one that has most of what the job has."""
    from benchwright.generate.autocodegen import run as autocodegen
    from benchwright.generate.codebenchgen import run as codebenchgen

    known = set(job.store.steps())
    methods = (autocodegen.step_names(), codebenchgen.step_names())
    return max(methods, key=lambda names: len(known & set(names)))


def _problems(job: Job) -> Iterable[Problem]:
    if (job.folder / PROBLEMS_FILE).is_file():
        try:
            return read_problems(job.folder / PROBLEMS_FILE, "benchwright")
        except UsageError:
            return ()
    ready = (item for item in job.store.items(FINAL_STEP) if item.state is State.DONE)
    return [read(msgspec.json.decode(item.data, type=ProblemRow), 0) for item in ready]
