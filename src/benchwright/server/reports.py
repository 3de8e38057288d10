"""What the jobs of a server have to show: one explorer for each benchmark that they are about."""

from __future__ import annotations

import asyncio
import hashlib
import re
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

from benchwright.errors import UsageError
from benchwright.jobs.job import find_jobs
from benchwright.jobs.lock import is_held
from benchwright.report.site import Explorer, data_file
from benchwright.report.site.run_records import Group, Groups
from benchwright.server.job_heads import GENERATION, JobHead, JobHeads
from benchwright.server.static import PLAIN, StaticFile, static_file

_REST = 10
"""Folders are looked through again after so many times as long as it took."""
_SHORTEST_REST_S = 0.5
_UNSAFE = re.compile(r"[^0-9a-f]|^$")
GROUPS = "groups"
"""Key of the list of groups."""
_THREADS = 2
"""That look at jobs, in one worker."""
_LONG = "benchmark"
"""Key of the file for which duplicates are looked for; one at a time, so that the other thread is for the rest."""
_Name = tuple[str, str]
"""Group and key of a file."""
_Result = TypeVar("_Result")


class _Known(msgspec.Struct, frozen=True, kw_only=True):
    """The jobs as they were found."""

    groups: Mapping[str, tuple[JobHead, ...]]
    """Key of a group → its jobs."""
    faults: tuple[str, ...]
    """What cannot be read, and why."""
    again_s: float
    """Looked for again after this moment of the monotonic clock."""


class Reports:
    """Answers for all jobs at or below some folders; new ones are found when they are there. For one worker."""

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
        """The list of groups, as a file."""
        return await self._shared(("", GROUPS), lambda: self._in_thread(self._groups_file))

    async def data(self, group: str, key: str) -> StaticFile:
        """A data file of a group; UsageError where there is none. Made in a thread: it may take long."""
        return await self._shared((group, key), lambda: self._made(group, key))

    async def _shared(self, name: _Name, make: Callable[[], Coroutine[None, None, StaticFile]]) -> StaticFile:
        """Work that goes on when whoever asked is gone, so that who asks again joins it and begins none anew."""
        task = self._under_way.get(name)
        if task is None:
            task = self._under_way[name] = asyncio.create_task(make())
            task.add_done_callback(partial(self._done, name))
        return await asyncio.shield(task)

    def _done(self, name: _Name, task: asyncio.Task[StaticFile]) -> None:
        del self._under_way[name]
        if not task.cancelled():
            task.exception()  # if nobody waits for it any more, nobody misses it

    async def _made(self, group: str, key: str) -> StaticFile:
        known = await self._in_thread(self._look)
        if group not in known.groups:
            raise UsageError(f"there is no group {group!r}", "/report/ lists them")
        # Those that wait for one group take up no thread. What takes longest makes none of them wait.
        turn = self._long_turn if key == _LONG else self._turns.setdefault(group, asyncio.Lock())
        async with turn:
            return await self._in_thread(partial(self._data, known, group, key))

    async def _in_thread(self, work: Callable[[], _Result]) -> _Result:
        """In one of our own: judging has the threads that are for all."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    # Plain text: the page reads it as such, and no page of another site can run it as a script.

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
            faults[folder] = "this server may not look into it"

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
    """By the benchmark that was evaluated. A generation belongs to what it made; its problems become more while it
    runs, so that without an evaluation its folder gives the name."""
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
