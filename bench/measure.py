"""Helpers shared by the benchmarks: bare process starts as a baseline, medians, and result rows."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypedDict

from benchwright.sandbox.launcher import Launcher
from benchwright.sandbox.wire import StageOutcome


class Row(TypedDict):
    """One line of the results table."""

    what: str
    measured: float
    baseline: float
    unit: str
    ratio: float
    target: str


def spawn(argv: list[str], stdin: str = "/dev/null") -> None:
    """Run an executable without any isolation: the baseline."""
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, stdin, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0),
    ]
    pid = os.posix_spawn(argv[0], argv, {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}, file_actions=actions)
    _, status = os.waitpid(pid, 0)
    if status != 0:
        raise RuntimeError(f"{argv} exited with status {status}")


def seconds_each(action: Callable[[], None], count: int) -> list[float]:
    """Return how long each call took."""
    times = []
    for _ in range(count):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return times


def rate(action: Callable[[], None], count: int, concurrency: int) -> float:
    """Return calls per second with `concurrency` concurrent calls."""
    with ThreadPoolExecutor(concurrency) as pool:
        start = time.perf_counter()
        for future in [pool.submit(action) for _ in range(count)]:
            future.result()
        return count / (time.perf_counter() - start)


def milliseconds(times: list[float]) -> float:
    """Return the median in milliseconds."""
    return statistics.median(times) * 1000


def require_success(outcome: StageOutcome) -> None:
    """Raise if the run failed: a benchmark of failing runs would measure nothing."""
    if outcome.wait_status != 0:
        raise RuntimeError(f"the program exited with status {outcome.wait_status}: {outcome.streams[1][0]!r}")


def tree_bytes(launcher: Launcher) -> int:
    """Return the memory of the launcher and all its descendants, counting shared pages once."""
    parents = {int(pid): _parent(pid) for pid in os.listdir("/proc") if pid.isdigit()}
    total = 0
    for pid in parents:
        ancestor: int | None = pid
        while ancestor and ancestor != launcher.process.pid:
            ancestor = parents.get(ancestor)
        if ancestor:
            total += _proportional_bytes(pid)
    return total


def _parent(pid: str) -> int | None:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return int(file.read().rsplit(")", 1)[1].split()[1])
    except OSError:
        return None


def _proportional_bytes(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/smaps_rollup") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("Pss:"))
    except (OSError, StopIteration):
        return 0
