"""Read a list of jobs, and re-read those whose files change."""

from __future__ import annotations

import contextlib
import sqlite3
import time
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluation.rejudge import settings_of
from benchwright.jobs import Job, Manifest, distinct_folders, read_job
from benchwright.jobs.manifest import read_manifest
from benchwright.report.results import model_names, unique_keys
from benchwright.report.site.benchmark_page import Solving, solving
from benchwright.report.site.benchmarks import Benchmarks, read_benchmark, title_and_card
from benchwright.report.site.columns import Pool
from benchwright.report.site.jobs import Evaluation, Generation, Signature, read_evaluation, read_generation, signature
from benchwright.report.site.records import RunHead


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """Snapshot of the jobs."""

    pool: Pool
    """Problems of all benchmarks."""
    ids: tuple[str, ...]
    """Ids of the problems, in order."""
    fingerprint: str
    """Fingerprint of the main benchmark."""
    title: str
    """Name of the main benchmark."""
    card: str
    """Card of the main benchmark."""
    notes: tuple[str, ...]
    """Caveats for reading the numbers."""
    evaluations: Mapping[str, Evaluation]
    """Key → evaluation, in the order in which they were named."""
    names: Mapping[str, str]
    """Key of a job → its display name."""
    generations: Mapping[str, Generation]
    """Key → generation, in the order in which they were named."""
    solving: Solving
    """What the answers say about the problems."""

    def heads(self) -> tuple[RunHead, ...]:
        """Return the entries of the list of runs."""
        every: dict[str, Evaluation | Generation] = {**self.evaluations, **self.generations}
        return tuple(
            RunHead(
                key=key,
                name=_folder_name(job.folder),
                kind=job.manifest.kind,
                state=job.state,
                begun=job.manifest.created,
            )
            for key, job in every.items()
        )


def put_together(
    pool: Pool,
    marks: Sequence[str],
    title_and_card: tuple[str, str],
    notes: Sequence[str],
    evaluations: Sequence[Evaluation],
    generations: Sequence[Generation],
) -> Contents:
    """Assign keys and names. `marks` are the fingerprints of the benchmarks, the main one first."""
    folders = [_folder_name(each.folder) for each in evaluations]
    names = model_names([each.settings.answers for each in evaluations], folders)
    made = [_folder_name(each.folder) for each in generations]
    keys = unique_keys([*names, *made])
    model_keys, run_keys = keys[: len(names)], keys[len(names) :]
    ids = tuple(pool.problems)
    return Contents(
        pool=pool,
        ids=ids,
        fingerprint=marks[0] if marks else "",
        title=title_and_card[0],
        card=title_and_card[1],
        notes=(*notes, *_notes(pool, marks, evaluations)),
        evaluations=dict(zip(model_keys, evaluations, strict=True)),
        names=dict(zip(keys, [*names, *made], strict=True)),
        generations=dict(zip(run_keys, generations, strict=True)),
        solving=solving([each.columns for each in evaluations], len(ids)),
    )


def _notes(pool: Pool, marks: Sequence[str], evaluations: Sequence[Evaluation]) -> list[str]:
    notes: list[str] = []
    evaluated = {each.settings.benchmark for each in evaluations}
    if len(evaluated) > 1:
        notes.append(
            "The evaluations use different problems, matched by id. Each model's numbers cover its own problems."
        )
    elif evaluated and marks[0] not in evaluated:
        notes.append("The evaluations use other problems than the benchmark, matched by id.")
    if pool.changed:
        several = len(pool.changed)
        differ = "problem differs" if several == 1 else "problems differ"
        notes.append(f"{several} {differ} between benchmarks despite having the same id; the first version is shown.")
    if unfinished := [each for each in evaluations if each.state != "done"]:
        subject = (
            "The evaluation is unfinished: its numbers"
            if len(evaluations) == 1
            else f"{len(unfinished)} of {len(evaluations)} evaluations {'is' if len(unfinished) == 1 else 'are'} "
            "unfinished: the numbers"
        )
        notes.append(f"{subject} may change.")
    return notes


def _folder_name(folder: Path) -> str:
    return folder.name or folder.resolve().name


_REST = 10
"""Wait this multiple of the last read's duration before re-reading a running job."""


class _Read(msgspec.Struct, frozen=True):
    """A job that was read."""

    signature: Signature
    job: Evaluation | Generation
    again_s: float
    """Earliest monotonic time for the next read."""


class _Fault(msgspec.Struct, frozen=True):
    """Why a job could not be read. It is retried only after its files change."""

    signature: Signature
    said: str
    again_s: float
    """Earliest monotonic time for the next read."""


class _Signed:
    """A job at the moment when reading starts."""

    def __init__(self, folder: Path) -> None:
        self.signature = signature(folder)
        self._begun_s = time.monotonic()

    def again_s(self) -> float:
        """Return the earliest time for the next read, if this one ends now."""
        now_s = time.monotonic()
        return now_s + _REST * (now_s - self._begun_s)


class Reading:
    """A list of jobs and their contents."""

    def __init__(self, folders: Sequence[Path], benchmark: str = "", *, live: bool = False) -> None:
        self._folders = distinct_folders(folders)
        self._live = live
        self._benchmarks = Benchmarks(read_benchmark(benchmark) if benchmark else None)
        self._read: dict[Path, _Read] = {}
        self._faults: dict[Path, _Fault] = {}
        self._pool: tuple[tuple[str, ...], Pool] = ((), Pool())
        self._contents: Contents | None = None
        self._jobs: dict[Path, Job] = {}
        self._opened = contextlib.ExitStack()
        weakref.finalize(self, self._opened.close)

    def job(self, folder: Path) -> contextlib.AbstractContextManager[Job]:
        """Open a job: its current state if live, else a frozen snapshot from the first read, so that all pages
        agree."""
        if self._live:
            return read_job(folder)
        if folder not in self._jobs:
            job = self._opened.enter_context(read_job(folder))
            job.store.freeze()
            self._jobs[folder] = job
        return contextlib.nullcontext(self._jobs[folder])

    def contents(self) -> Contents:
        """Return the same object while nothing changes. Unless live, each job is read once, as one snapshot."""
        if self._contents is not None and not self._live:
            return self._contents
        changed = [folder for folder in self._folders if self._is_due(folder)]
        if self._contents is None or changed:
            self._contents = self._made(changed)
        return self._contents

    def _is_due(self, folder: Path) -> bool:
        known = self._read.get(folder) or self._faults.get(folder)
        if known is None:
            return True
        return known.signature != signature(folder) and time.monotonic() >= known.again_s

    def _made(self, changed: Sequence[Path]) -> Contents:
        for folder in changed:
            self._faults.pop(folder, None)
        sound = [folder for folder in self._folders if folder not in self._faults]
        manifests = {folder: manifest for folder in sound if (manifest := self._manifest(folder))}
        for folder in changed:
            if folder in manifests and manifests[folder].kind == "generation":
                self._read_one(folder, None)
        generations = [each.job for each in self._read.values() if isinstance(each.job, Generation)]
        for generation in generations:
            self._benchmarks.keep_of_generation(generation)
        marks = {folder: mark for folder, each in manifests.items() if (mark := self._mark(folder, each))}
        order = self._benchmarks.order(list(marks.values()), generations)
        pool = self._pool_of(order)
        for folder in changed:
            if folder in marks:
                self._read_one(folder, pool)
        sources = {mark: str(manifests[folder].unpinned.get("benchmark") or "") for folder, mark in marks.items()}
        found = [self._read[folder].job for folder in self._folders if folder in self._read]
        return put_together(
            pool,
            order,
            title_and_card(order[0] if order else "", self._benchmarks.named, sources, generations),
            [
                f"{folder} cannot be read: {self._faults[folder].said}"
                for folder in self._folders
                if folder in self._faults
            ],
            [each for each in found if isinstance(each, Evaluation)],
            [each for each in found if isinstance(each, Generation)],
        )

    def _manifest(self, folder: Path) -> Manifest | None:
        signed = _Signed(folder)
        try:
            manifest = read_manifest(folder)
            if manifest.kind not in ("evaluation", "generation"):
                raise UsageError(
                    f"{folder} is a job of another kind ({manifest.kind})", "pass evaluations or generations"
                )
        except UsageError as error:
            self._complain(folder, error, signed)
            return None
        return manifest

    def _mark(self, folder: Path, manifest: Manifest) -> str:
        """Read the benchmark of an evaluation and return its fingerprint; empty for other jobs."""
        if manifest.kind != "evaluation":
            return ""
        signed = _Signed(folder)
        try:
            mark = settings_of(manifest).benchmark
            self._benchmarks.keep_of_job(folder, mark)
        except UsageError as error:
            self._complain(folder, error, signed)
            return ""
        return mark

    def _pool_of(self, order: tuple[str, ...]) -> Pool:
        if self._pool[0] != order:
            pool = Pool()
            for mark in order:
                pool.add(mark, self._benchmarks.problems(mark))
            self._benchmarks.forget_others(order)
            self._pool = (order, pool)
        return self._pool[1]

    def _read_one(self, folder: Path, pool: Pool | None) -> None:
        """Take the signature before reading, so that changes made meanwhile are read next time."""
        signed = _Signed(folder)
        try:
            with self.job(folder) as job:
                read = read_generation(job) if pool is None else read_evaluation(job, pool, live=self._live)
        except UsageError as error:
            self._complain(folder, error, signed)
            return
        except sqlite3.Error as error:
            self._complain(folder, UsageError(f"{folder}: {error}", "check that the file is not damaged"), signed)
            return
        self._read[folder] = _Read(signed.signature, read, signed.again_s())

    def _complain(self, folder: Path, error: UsageError, signed: _Signed) -> None:
        """Live, one bad job must not hide the others; in a written report it is an error."""
        if not self._live:
            raise error
        self._faults[folder] = _Fault(signed.signature, str(error), signed.again_s())
        self._read.pop(folder, None)
