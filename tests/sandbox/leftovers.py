"""Detect what a sandbox could leave behind: processes, mounts, control groups, files, descriptors."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.sandbox.modes import NOBODY

FIRST_SLOT_USER = 0x60000000
"""First of the user ids that a launcher started by root runs programs as."""
SPILL = "spill"
"""Name prefix of every file that an untrusted program writes."""
COUNTERS = "benchwright-counters-"
"""Name prefix of the folder where a service keeps its counters; it also runs as nobody."""
_PLACES = ("/tmp", "/var/tmp", "/dev/shm", "/run")


@dataclass(frozen=True)
class Process:
    """A process, identified by its pid, which may be reused, and its start time."""

    pid: int
    parent: int
    started: int
    command: str


@dataclass(frozen=True)
class State:
    """The state between runs."""

    running: frozenset[Process]
    """Processes below the launcher's slots, or beside them."""
    counted: frozenset[str]
    """Processes in the control groups of runs. Groups are kept for the next run, but must be empty."""
    mounts: str
    files: frozenset[str]
    descriptors: int
    launcher_descriptors: int
    """Descriptors of the launcher, minus one for each slot and each control group that it keeps."""


def state(home: int | None = None) -> State:
    """The current state of all launchers of this process, or of another one."""
    running: set[Process] = set()
    counted: set[str] = set()
    descriptors = 0
    for guardian in launchers(home):
        slots = 0
        for launcher in _children(guardian.pid):
            inner = _children(launcher.pid)
            slots += len(inner)
            running.update(process for slot in inner for process in _run_by(slot))
            descriptors += _count_descriptors(launcher.pid)
        running.update(_children(guardian.pid)[1:])
        kept = run_groups(guardian)
        counted.update(member for group in kept for member in _members(group))
        descriptors -= slots + len(kept)
    return State(
        running=frozenset(running),
        counted=frozenset(counted),
        mounts=Path("/proc/self/mountinfo").read_text(),
        files=frozenset(files()),
        # Connections to a service are kept alive for a while.
        descriptors=_count_descriptors(os.getpid()) if home is None else 0,
        launcher_descriptors=descriptors,
    )


def assert_nothing_left(before: State, seconds: float = 30, home: int | None = None) -> None:
    """Wait until nothing is left. The launcher cleans up after it has sent the result."""
    assert_within(lambda: not _difference(before, state(home)), seconds, lambda: _difference(before, state(home)))


def assert_gone(processes: Collection[Process], seconds: float = 60) -> None:
    """Assert that none of the launchers is alive and that their control groups are gone."""
    pids = {process.pid for process in processes}
    assert_within(lambda: not alive(processes), seconds, lambda: f"still alive: {alive(processes)}")
    assert_within(lambda: not list(groups(pids)), seconds, lambda: f"still there: {list(groups(pids))}")


def assert_within(condition: Callable[[], bool], seconds: float, message: Callable[[], str]) -> None:
    """Wait until the condition is true."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, message()
        time.sleep(0.01)


def alive(processes: Collection[Process]) -> list[Process]:
    """The processes that are still running."""
    return [process for process in processes if (now := _process(process.pid)) and now.started == process.started]


def launchers(parent: int | None = None) -> list[Process]:
    """The launchers that this process or another one has started, each represented by its guardian."""
    return [child for child in _children(parent or os.getpid()) if child.command.startswith("benchwright-launcher")]


def descendants(pid: int) -> list[Process]:
    """All processes below this one."""
    everything = _processes()
    found: list[Process] = []
    parents = {pid}
    while parents:
        children = [process for process in everything if process.parent in parents]
        found += children
        parents = {child.pid for child in children}
    return found


def groups(pids: Collection[int]) -> Iterator[Path]:
    """The control groups of launchers with these pids, in all hierarchies."""
    for folder in _group_folders():
        for path in folder.glob("benchwright-*"):
            if int(path.name.rpartition("-")[2]) in pids:
                yield path


def run_groups(guardian: Process) -> list[Path]:
    """The control groups of single runs of this launcher."""
    return [path for group in groups({guardian.pid}) for path in group.glob("run-*")]


def files() -> Iterator[str]:
    """Files in world-writable folders that only a sandboxed program can have created."""
    for place in _PLACES:
        for folder, folders, names in os.walk(place):
            yield from (path for name in (*folders, *names) if _is_ours(Path(path := f"{folder}/{name}")))
            if folder != place:
                folders.clear()  # two levels


def _run_by(slot: Process) -> list[Process]:
    """The processes below a slot, except for its warm interpreter: its only child that is not the launcher's."""
    everything = descendants(slot.pid)
    kept = [each for each in everything if each.parent == slot.pid and each.command.endswith("/workspace/main.py")]
    return [process for process in everything if process not in kept]


def _members(group: Path) -> list[str]:
    try:
        return (group / "cgroup.procs").read_text().split()
    except OSError:
        return []  # removed in the meantime


def _is_ours(path: Path) -> bool:
    try:
        owner = path.lstat().st_uid
        if any(part.startswith(COUNTERS) for part in path.parts):
            return False
        return path.name.startswith(SPILL) or owner == NOBODY or owner >= FIRST_SLOT_USER
    except OSError:
        return False


def _group_folders() -> Iterator[Path]:
    """Where a launcher can have created groups: this process's group and those above it, in each hierarchy."""
    own = [line.split(":", 2) for line in Path("/proc/self/cgroup").read_text().splitlines()]
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        place, _, kind = line.partition(" - ")
        kind, _, options = kind.split(" ", 2)
        root, mount_point = place.split(" ")[3:5]
        for _, controllers, path in own:
            names = controllers.split(",")
            if (kind == "cgroup2" and not controllers) or (kind == "cgroup" and set(names) <= set(options.split(","))):
                inside = Path(mount_point, path.removeprefix(root).lstrip("/"))
                yield from (folder for folder in (inside, *inside.parents) if folder.is_relative_to(mount_point))


def _children(pid: int) -> list[Process]:
    return sorted((process for process in _processes() if process.parent == pid), key=lambda process: process.started)


def _processes() -> list[Process]:
    return [process for path in Path("/proc").glob("[1-9]*") if (process := _process(int(path.name)))]


def _process(pid: int) -> Process | None:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(") ")[2].split()
        command = Path(f"/proc/{pid}/cmdline").read_text(errors="replace").replace("\0", " ").strip()
    except OSError:
        return None
    return Process(pid, int(stat[1]), int(stat[19]), command)


def _count_descriptors(pid: int) -> int:
    try:
        return len(list(Path(f"/proc/{pid}/fd").iterdir()))
    except (PermissionError, FileNotFoundError):  # not readable, or exited
        return 0


def _difference(before: State, after: State) -> str:
    lines = []
    for name in State.__dataclass_fields__:
        old, new = getattr(before, name), getattr(after, name)
        if isinstance(old, frozenset):
            old, new = frozenset(), new - old  # things that disappeared were not left by this run
        if isinstance(old, int) and new < old:
            continue  # `before` was taken before the launcher had cleaned up after an earlier run
        if old != new:
            lines.append(f"{name}: was {old}, is {new}")
    return "\n".join(lines)
