"""The jobs that a server shows: one report per benchmark, and a check that the workers can read them."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import os
import pwd
import re
import threading
import time
import zlib
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluation.benchmark import BENCHMARK_FILE
from benchwright.jobs.job import STORE_FILE, check_directory, find_jobs, is_held
from benchwright.jobs.manifest import MANIFEST_FILE, Manifest, read_manifest
from benchwright.problems import Problem, fingerprint, read_problems
from benchwright.report.site import Explorer, data_file
from benchwright.report.site.benchmarks import benchmark_name
from benchwright.report.site.records import Group, Groups
from benchwright.server.measures import Log
from benchwright.server.privileges import become
from benchwright.server.static import PLAIN, StaticFile, static_file

EVALUATION, GENERATION = "evaluation", "generation"
_PROBLEMS_FILE = "problems.jsonl"

_Stamp = tuple[tuple[int, int] | None, ...]


class JobHead(msgspec.Struct, frozen=True, kw_only=True):
    """Summary of one job."""

    folder: Path
    """Folder of the job."""
    kind: str
    """Either evaluation or generation."""
    fingerprint: str
    """Fingerprint of the job's problems; empty if a generation has not made any."""
    problems: int | None
    """Number of problems; None if they cannot be read."""
    title: str
    """Name of the benchmark."""
    begun: str
    """Start time in UTC."""


class JobHeads:
    """Reads and caches summaries of jobs."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[_Stamp, JobHead]] = {}
        self._counts: dict[str, int] = {}
        """Fingerprint → number of problems: many jobs share a benchmark."""

    def of(self, folder: Path) -> JobHead:
        """Return the summary of a job; raise UsageError if it cannot be shown."""
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
            mark, title = str(manifest.pinned.get("benchmark") or ""), _title(manifest)
            count = self._count(folder, mark)
        elif manifest.kind == GENERATION:
            made = _made(folder / _PROBLEMS_FILE)
            mark, title, count = fingerprint(made) if made else "", folder.resolve().name, len(made)
        else:
            raise UsageError(
                f"unsupported kind of job ({manifest.kind})", "only evaluations and generations can be shown"
            )
        return JobHead(
            folder=folder, kind=manifest.kind, fingerprint=mark, problems=count, title=title, begun=manifest.created
        )

    def _count(self, folder: Path, mark: str) -> int | None:
        """Count the problems that an evaluation keeps, one per line."""
        if mark not in self._counts:
            try:
                with gzip.open(folder / BENCHMARK_FILE) as lines:
                    self._counts[mark] = sum(1 for line in lines if line.strip())
            except (OSError, EOFError, zlib.error):
                return None
        return self._counts[mark]


def refuse_unreadable(folder: Path) -> None:
    """Raise UsageError if the job's files cannot be read."""
    for name in (MANIFEST_FILE, STORE_FILE, f"{STORE_FILE}-wal", f"{STORE_FILE}-shm"):
        file = folder / name
        if file.exists() and not os.access(file, os.R_OK, effective_ids=True):
            raise UsageError(
                f"{file} is not readable by this server", "make it readable for the server's user, or change --user"
            )


def _title(manifest: Manifest) -> str:
    source = str(manifest.unpinned.get("benchmark") or "")
    return benchmark_name(source) if source else ""


def _made(file: Path) -> tuple[Problem, ...]:
    """Return the problems that a generation has published."""
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


_MOST = 100
"""Maximum number of unreadable paths to report."""


class _Unreadable(msgspec.Struct, frozen=True):
    """A path that cannot be read."""

    path: str
    """The file or folder."""
    named: bool
    """Whether the user named this path, rather than a folder above it."""


def check_jobs(paths: Sequence[Path], user: pwd.struct_passwd | None, log: Log, *, read_all: bool) -> None:
    """Check the job folders before serving. A path that does not exist, or that workers cannot enter, is an error. A
    single unreadable job below it is only logged, and shown on the page."""
    if not paths:
        return
    from benchwright.report.site.page import built_assets

    built_assets()
    for path in paths:
        check_directory(path)
    name = user.pw_name if user is not None else "this user"
    for found in _seen_by(user, paths, read_all=read_all) if user is not None else list(_unreadable(paths)):
        message = f"{name} cannot read {found.path}"
        if found.named:
            raise UsageError(message, f"make it readable for {name} (chmod -R o+rX), or pass its owner with --user")
        log.write("warning", message, hint="the report omits it")


def _unreadable(paths: Sequence[Path]) -> Iterator[_Unreadable]:
    """Yield the paths that this process cannot read."""
    from benchwright.jobs.job import find_jobs

    for path in paths:
        closed: list[Path] = []
        for job in find_jobs(path, closed.append):
            try:
                refuse_unreadable(job)
            except (UsageError, OSError):
                closed.append(job)
        yield from (_Unreadable(str(each), each == path) for each in closed)


def _seen_by(user: pwd.struct_passwd, paths: Sequence[Path], *, read_all: bool) -> list[_Unreadable]:
    """Find the paths that a worker cannot read, in a child process that drops privileges as a worker does."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            become(user, read_all=read_all)
            os.write(write, msgspec.json.encode(list(_unreadable(paths))[:_MOST]))
            os._exit(0)
        finally:
            os._exit(1)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        output = pipe.read()
    _, status = os.waitpid(child, 0)
    if status != 0:
        raise UsageError(f"cannot search for jobs as user {user.pw_name}", "pass another user with --user")
    return msgspec.json.decode(output, type=list[_Unreadable])


_REST = 10
"""Wait this multiple of the last scan's duration before scanning the folders again."""
_SHORTEST_REST_S = 0.5
_UNSAFE = re.compile(r"[^0-9a-f]|^$")
GROUPS = "groups"
"""Key of the file that lists the groups."""
_THREADS = 2
"""Threads per worker that read jobs."""
_LONG = "benchmark"
"""Key of the file that needs a search for duplicates. Only one is made at a time, which leaves a thread for the
rest."""
_Name = tuple[str, str]
"""Group and key of a data file."""
_Result = TypeVar("_Result")


class _Known(msgspec.Struct, frozen=True, kw_only=True):
    """The jobs found by the last scan."""

    groups: Mapping[str, tuple[JobHead, ...]]
    """Key of a group → its jobs."""
    faults: tuple[str, ...]
    """Unreadable jobs, with the reason."""
    again_s: float
    """Monotonic time after which to scan again."""


class Reports:
    """Data of all jobs in or below some folders, for one worker; new jobs are picked up automatically."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)
        self._heads = JobHeads()
        self._known: _Known | None = None
        self._looking = threading.Lock()
        self._explorers: dict[str, tuple[tuple[Path, ...], Explorer]] = {}
        self._turns: dict[str, asyncio.Lock] = {}
        self._long_turn = asyncio.Lock()
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="report")
        self._under_way: dict[_Name, asyncio.Task[StaticFile]] = {}

    async def groups(self) -> StaticFile:
        """Return the list of groups as a file."""
        return await self._shared(("", GROUPS), lambda: self._in_thread(self._groups_file))

    async def data(self, group: str, key: str) -> StaticFile:
        """Return a data file of a group; raise UsageError if it does not exist. Runs in a thread, because it may be
        slow."""
        return await self._shared((group, key), lambda: self._made(group, key))

    async def _shared(self, name: _Name, make: Callable[[], Coroutine[None, None, StaticFile]]) -> StaticFile:
        """Run work that continues after its client disconnects, so that a retry joins it instead of starting over."""
        task = self._under_way.get(name)
        if task is None:
            task = self._under_way[name] = asyncio.create_task(make())
            task.add_done_callback(partial(self._done, name))
        return await asyncio.shield(task)

    def _done(self, name: _Name, task: asyncio.Task[StaticFile]) -> None:
        del self._under_way[name]
        if not task.cancelled():
            task.exception()  # mark it as retrieved, in case nobody waits for it anymore

    async def _made(self, group: str, key: str) -> StaticFile:
        known = await self._in_thread(self._look)
        if group not in known.groups:
            raise UsageError(f"unknown group {group!r}", "see /report/ for the list")
        # Waiting for a group does not occupy a thread, and the slowest file has its own lock.
        turn = self._long_turn if key == _LONG else self._turns.setdefault(group, asyncio.Lock())
        async with turn:
            return await self._in_thread(partial(self._data, known, group, key))

    async def _in_thread(self, work: Callable[[], _Result]) -> _Result:
        """Run in a dedicated pool: the default one is used for judging."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    # Plain text: the page parses it, and no other site can run it as a script.

    def _data(self, known: _Known, group: str, key: str) -> StaticFile:
        record = self._explorer(known, group).data(key)
        return static_file(data_file(key, record).decode(), PLAIN)

    def _explorer(self, known: _Known, group: str) -> Explorer:
        folders = tuple(head.folder for head in known.groups[group])
        if group not in self._explorers or self._explorers[group][0] != folders:
            self._explorers[group] = (folders, Explorer(folders, live=True))
        return self._explorers[group][1]

    def _groups_file(self) -> StaticFile:
        known = self._look()
        groups = [_group(key, heads) for key, heads in known.groups.items()]
        record = Groups(groups=tuple(sorted(groups, key=lambda group: group.begun, reverse=True)), faults=known.faults)
        return static_file(data_file(GROUPS, record).decode(), PLAIN)

    def _look(self) -> _Known:
        with self._looking:
            if self._known is None or time.monotonic() >= self._known.again_s:
                self._known = self._found()
                for gone in set(self._explorers) - set(self._known.groups):
                    del self._explorers[gone]
                    self._turns.pop(gone, None)
            return self._known

    def _found(self) -> _Known:
        begun_s = time.monotonic()
        faults: dict[Path, str] = {}

        def complain(folder: Path) -> None:
            faults[folder] = "this server has no permission to read it"

        folders = dict.fromkeys(job for folder in self._folders for job in find_jobs(folder, complain))
        heads: list[JobHead] = []
        for folder in folders:
            try:
                heads.append(self._heads.of(folder))
            except UsageError as error:
                faults[folder] = str(error)
        now_s = time.monotonic()
        return _Known(
            groups=dict(_grouped(heads)),
            faults=tuple(f"{folder}: {fault}" for folder, fault in faults.items()),
            again_s=now_s + max(_SHORTEST_REST_S, _REST * (now_s - begun_s)),
        )


def _grouped(heads: Sequence[JobHead]) -> Iterator[tuple[str, tuple[JobHead, ...]]]:
    """Group jobs by benchmark. A generation joins the evaluations of what it made; without one it is keyed by its
    folder, because its problems change while it runs."""
    evaluated = list(dict.fromkeys(head.fingerprint for head in heads if head.kind != GENERATION))
    for mark in evaluated:
        yield (
            _digest(mark) if _UNSAFE.search(mark) else mark[:12],
            tuple(head for head in heads if head.fingerprint == mark),
        )
    for head in heads:
        if head.kind == GENERATION and head.fingerprint not in evaluated:
            yield f"generation-{_digest(str(head.folder.resolve()))}", (head,)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()[:12]


def _group(key: str, heads: Sequence[JobHead]) -> Group:
    made = [head for head in heads if head.kind == GENERATION]
    return Group(
        key=key,
        title=next((head.title for head in heads if head.title), "benchmark"),
        fingerprint=heads[0].fingerprint,
        problems=next((head.problems for head in heads if head.problems is not None), None),
        evaluations=len(heads) - len(made),
        generations=len(made),
        running=sum(is_held(head.folder) for head in heads),
        begun=max(head.begun for head in heads),
    )
