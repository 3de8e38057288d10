"""What a job is about, read from a few small files, and again when they changed."""

from __future__ import annotations

import gzip
import os
import zlib
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluate.benchmark import BENCHMARK_FILE
from benchwright.jobs.job import STORE_FILE
from benchwright.jobs.manifest import MANIFEST_FILE, Manifest, read_manifest
from benchwright.problems import Problem, fingerprint, read_problems
from benchwright.report.site.benchmarks import benchmark_name

EVALUATION, GENERATION = "evaluation", "generation"
_PROBLEMS_FILE = "problems.jsonl"

_Stamp = tuple[tuple[int, int] | None, ...]


class JobHead(msgspec.Struct, frozen=True, kw_only=True):
    """One job."""

    folder: Path
    """Where it lies."""
    kind: str
    """evaluation or generation."""
    fingerprint: str
    """Of the problems that it is about; empty where it has made none."""
    problems: int | None
    """How many those are; None where they cannot be read."""
    title: str
    """Name of the benchmark."""
    begun: str
    """When, in UTC."""


class JobHeads:
    """Remembers those that it has read."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[_Stamp, JobHead]] = {}
        self._counts: dict[str, int] = {}
        """Fingerprint → problems: many jobs are about the same ones."""

    def of(self, folder: Path) -> JobHead:
        """The head of a job; UsageError if it cannot be shown."""
        stamp = tuple(_stamp(folder / name) for name in (MANIFEST_FILE, _PROBLEMS_FILE, BENCHMARK_FILE))
        known = self._known.get(folder)
        if known is None or known[0] != stamp:
            known = (stamp, self._read(folder))
            self._known[folder] = known
        refuse_unreadable(folder)
        return known[1]

    def _read(self, folder: Path) -> JobHead:
        manifest = read_manifest(folder)
        count: int | None
        if manifest.kind == EVALUATION:
            mark, title = str(manifest.decides.get("benchmark") or ""), _title(manifest)
            count = self._count(folder, mark)
        elif manifest.kind == GENERATION:
            made = _made(folder / _PROBLEMS_FILE)
            mark, title, count = fingerprint(made) if made else "", folder.resolve().name, len(made)
        else:
            raise UsageError(f"a job of another kind ({manifest.kind})", "evaluations and generations can be shown")
        return JobHead(
            folder=folder, kind=manifest.kind, fingerprint=mark, problems=count, title=title, begun=manifest.created
        )

    def _count(self, folder: Path, mark: str) -> int | None:
        """Of the problems that an evaluation keeps: one in a line."""
        if mark not in self._counts:
            try:
                with gzip.open(folder / BENCHMARK_FILE) as lines:
                    self._counts[mark] = sum(1 for line in lines if line.strip())
            except (OSError, EOFError, zlib.error):
                return None
        return self._counts[mark]


def refuse_unreadable(folder: Path) -> None:
    """A job whose rows cannot be read is a UsageError that says so."""
    for name in (MANIFEST_FILE, STORE_FILE, f"{STORE_FILE}-wal", f"{STORE_FILE}-shm"):
        file = folder / name
        if file.exists() and not os.access(file, os.R_OK, effective_ids=True):
            raise UsageError(f"{file} cannot be read by this server", "let its user read it, or start it as another")


def _title(manifest: Manifest) -> str:
    source = str(manifest.allows.get("benchmark") or "")
    return benchmark_name(source) if source else ""


def _made(file: Path) -> tuple[Problem, ...]:
    """What a generation has published."""
    try:
        return tuple(read_problems(file, "benchwright")) if file.is_file() else ()
    except UsageError:
        return ()


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
