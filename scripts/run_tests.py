"""Run pytest in parallel, and leave no process behind however it ends.

Takes pytest's arguments. pytest-xdist distributes a run over the processors, in the groups that tests/conftest.py
assigns. A run that names a file or a test uses a single process, where a debugger and `-s` work. Interrupts (SIGINT,
SIGTERM) terminate everything that was started: services, browsers, sandboxes. A process that outlives an uninterrupted
run fails it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType

INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PATIENCE_S = 20.0
"""How long pytest may take to stop its workers after an interrupt."""
GRACE_S = 5.0
"""How long a leftover process may take to exit voluntarily, and again after SIGTERM."""
CONCURRENCY = {"BENCHWRIGHT_CONCURRENCY": "1"}
"""For the sandboxes of parallel workers: the workers already keep the processors busy."""
_PR_SET_CHILD_SUBREAPER = 36


def main(arguments: Sequence[str]) -> int:
    """Return pytest's exit code; 1 if processes outlived it; 128 + the signal's number after an interrupt."""
    # Orphans become children of this process instead of init's, so that they can be found.
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    received: list[int] = []

    def interrupted(number: int, _: FrameType | None) -> None:
        received.append(number)

    for number in INTERRUPTS:
        signal.signal(number, interrupted)
    options = parallel(arguments)
    environment = {**CONCURRENCY, **os.environ} if options else dict(os.environ)
    # Cached bytecode halves the time before the first test.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    pytest = subprocess.Popen([sys.executable, "-m", "pytest", *options, *arguments], env=environment)
    code = wait(pytest, received)
    left = end_descendants(0.0 if received else GRACE_S)
    if received:
        return 128 + received[0]
    if left:
        print("\n".join(["these processes outlived the tests:", *left]), file=sys.stderr)
    return 1 if left and code == 0 else code


def parallel(arguments: Sequence[str]) -> list[str]:
    """Return pytest-xdist's options, unless the arguments name a test or set the number of workers."""
    processors = len(os.sched_getaffinity(0))
    named = any(Path(argument.partition("::")[0]).exists() for argument in arguments)
    chosen = any(argument.startswith(("-n", "--numprocesses")) for argument in arguments)
    if named or chosen or processors < 2:
        return []
    # One more than there are processors: some test is always waiting.
    return ["--numprocesses", str(processors + 1), "--dist", "loadscope", "--no-loadscope-reorder"]


def wait(pytest: subprocess.Popen[bytes], received: Sequence[int]) -> int:
    """Wait for pytest. Pass the first interrupt on as SIGINT, so that it can tear down, and kill it after a timeout."""
    deadline = float("inf")
    while True:
        for pid, code in reap():
            if pid == pytest.pid:
                pytest.returncode = code  # otherwise its destructor would wait for it
                return code
        if received and deadline == float("inf"):
            deadline = time.monotonic() + PATIENCE_S
            pytest.send_signal(signal.SIGINT)
        if time.monotonic() > deadline:
            pytest.kill()
        time.sleep(0.1)


def end_descendants(patience_s: float) -> list[str]:
    """Terminate all descendants. Return the commands of those that did not exit voluntarily."""
    deadline = time.monotonic() + patience_s
    while (left := list(descendants())) and time.monotonic() < deadline:
        reap()
        time.sleep(0.05)
    found = [f"{pid} {command}" for pid, command in left]
    for number in (signal.SIGTERM, signal.SIGKILL):
        deadline = time.monotonic() + GRACE_S
        for pid, _ in descendants():
            send(pid, number)
        while list(descendants()) and time.monotonic() < deadline:
            reap()
            time.sleep(0.05)
    return found


def descendants() -> Iterator[tuple[int, str]]:
    """Yield process id and command of every descendant that is not a zombie."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[1-9]*"):
        try:
            state, parent = (folder / "stat").read_text(errors="replace").rpartition(") ")[2].split()[:2]
        except OSError:  # it has exited
            continue
        if state not in "ZX":
            parents[int(folder.name)] = int(parent)
    below = {os.getpid()}
    while grown := {pid for pid, parent in parents.items() if parent in below} - below:
        below |= grown
    for pid in sorted(below - {os.getpid()}):
        try:
            yield pid, Path(f"/proc/{pid}/cmdline").read_text(errors="replace").replace("\0", " ").strip()
        except OSError:
            continue


def reap() -> list[tuple[int, int]]:
    """Return process id and exit code of children that exited: pytest, or orphans reparented to this process."""
    ended = []
    with contextlib.suppress(ChildProcessError):
        while (result := os.waitpid(-1, os.WNOHANG))[0]:
            ended.append((result[0], os.waitstatus_to_exitcode(result[1])))
    return ended


def send(pid: int, number: signal.Signals) -> None:
    """Send a signal to a process that may have exited."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
