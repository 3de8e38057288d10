"""What a job is about, read from a few small files, and again when they changed."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.jobs.job import STORE_FILE
from benchwright.jobs.manifest import MANIFEST_FILE, Manifest, read_manifest
from benchwright.problems import fingerprint, read_problems
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
    title: str
    """Name of the benchmark."""
    begun: str
    """When, in UTC."""


class JobHeads:
    """Remembers those that it has read."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[_Stamp, JobHead]] = {}

    def of(self, folder: Path) -> JobHead:
        """The head of a job; UsageError if it cannot be shown."""
        stamp = (_stamp(folder / MANIFEST_FILE), _stamp(folder / _PROBLEMS_FILE))
        known = self._known.get(folder)
        if known is None or known[0] != stamp:
            known = (stamp, _read(folder))
            self._known[folder] = known
        refuse_unreadable(folder)
        return known[1]


def refuse_unreadable(folder: Path) -> None:
    """A job whose rows cannot be read is a UsageError that says so."""
    for name in (MANIFEST_FILE, STORE_FILE, f"{STORE_FILE}-wal", f"{STORE_FILE}-shm"):
        file = folder / name
        if file.exists() and not os.access(file, os.R_OK, effective_ids=True):
            raise UsageError(f"{file} cannot be read by this server", "let its user read it, or start it as another")


def _read(folder: Path) -> JobHead:
    manifest = read_manifest(folder)
    if manifest.kind == EVALUATION:
        mark, title = str(manifest.decides.get("benchmark") or ""), _title(manifest)
    elif manifest.kind == GENERATION:
        mark, title = _fingerprint(folder / _PROBLEMS_FILE), folder.resolve().name
    else:
        raise UsageError(f"a job of another kind ({manifest.kind})", "evaluations and generations can be shown")
    return JobHead(folder=folder, kind=manifest.kind, fingerprint=mark, title=title, begun=manifest.created)


def _title(manifest: Manifest) -> str:
    source = str(manifest.allows.get("benchmark") or "")
    return benchmark_name(source) if source else ""


def _fingerprint(file: Path) -> str:
    try:
        return fingerprint(tuple(read_problems(file, "benchwright"))) if file.is_file() else ""
    except UsageError:
        return ""


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
