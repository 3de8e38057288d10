"""The launcher and the local backend: guarantees, failures, and no leftovers when the client exits."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import resource
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Awaitable, Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from benchwright.errors import GuaranteeMissing, SandboxError, SandboxUnavailable, UsageError
from benchwright.sandbox import Guarantees, Limits, LocalSandbox, Run, wire
from benchwright.sandbox import launcher as launcher_module
from benchwright.sandbox.launcher import Launcher
from benchwright.sandbox.local import check_guarantee_names, guarantees_of, missing_guarantees
from benchwright.sandbox.plan import plan_program
from tests.sandbox.modes import LOCAL_MODES, NOBODY, open_sandbox
from tests.sandbox.programs import DEADLINE_S, FAMILY, FAMILY_SIZE, processes_with, python, toolchains_of, until

HELLO = python("print('hello')")


@pytest.fixture(params=LOCAL_MODES)
def mode(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each mode of the local backend, with the toolchains that it can reach."""
    with toolchains_of(request.param):
        yield request.param


def with_sandbox(sandbox: LocalSandbox, work: Callable[[LocalSandbox], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with sandbox:
            return await work(sandbox)

    return asyncio.run(run())


async def hello(sandbox: LocalSandbox) -> bytes:
    return (await sandbox.run(HELLO)).runs[0].stdout.data


def launcher_of(sandbox: LocalSandbox) -> Launcher:
    assert sandbox._launcher is not None
    return sandbox._launcher


# Guarantees


def facts(cpu: int, memory: int, processes: int) -> dict[str, str]:
    return {"privileged": "1", "cpu": str(cpu), "memory": str(memory), "processes": str(processes)}


def test_guarantees_follow_the_control_groups() -> None:
    full, none = guarantees_of(facts(1, 1, 1)), guarantees_of(facts(0, 0, 0))
    assert missing_guarantees(full, Guarantees.__struct_fields__) == []  # type: ignore[arg-type]
    assert missing_guarantees(none, Guarantees.__struct_fields__) == ["cpu", "memory"]  # type: ignore[arg-type]
    assert (none.cpu, none.memory) == ("watched", "watched")


def test_guarantee_names_are_checked() -> None:
    assert check_guarantee_names(["memory", "network"]) == ("memory", "network")
    with pytest.raises(UsageError, match="'memroy'") as caught:
        LocalSandbox(require=["memroy"])
    assert "memory" in caught.value.hint


def test_guarantee_names_may_come_from_an_iterator() -> None:
    assert check_guarantee_names(iter(["memory", "network"])) == ("memory", "network")


def test_required_guarantees_that_hold(mode: str) -> None:
    with_control_groups = mode == "local-privileged"
    names: list[Any] = ["wall", "network", "disk", *(["memory", "cpu"] if with_control_groups else [])]
    sandbox = LocalSandbox(require=names, user=open_sandbox(mode)._user)
    assert with_sandbox(sandbox, hello) == b"hello\n"


@pytest.mark.root
def test_required_guarantee_that_is_missing() -> None:
    """Users other than root may have delegated control groups."""
    with toolchains_of("local-unprivileged"), pytest.raises(GuaranteeMissing, match="memory") as caught:
        with_sandbox(LocalSandbox(require=["network", "memory"], user=NOBODY), hello)
    assert "network" not in str(caught.value)
    assert caught.value.hint


def test_guarantees_without_a_program_are_those_of_an_execution(mode: str) -> None:
    async def both(sandbox: LocalSandbox) -> tuple[Guarantees, Guarantees]:
        return await sandbox.guarantees(), (await sandbox.run(HELLO)).guarantees

    before, after = with_sandbox(open_sandbox(mode), both)
    assert before == after


# Sandbox failures


def test_missing_launcher(mode: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(launcher_module, "LAUNCHER", tmp_path / "missing")
    with pytest.raises(SandboxUnavailable, match="not built") as caught:
        with_sandbox(open_sandbox(mode), hello)
    assert caught.value.hint.startswith("in a checkout run `make install`; otherwise reinstall benchwright")


@pytest.mark.parametrize(
    ("content", "permissions"),
    [(b"not a program", 0o755), (b"#!/bin/sh\nexit 0\n", 0o644), (b"#!/bin/sh\nexit 0\n", 0o755)],
    ids=["no-program", "not-executable", "ends-at-once"],
)
def test_broken_launcher(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes, permissions: int) -> None:
    broken = tmp_path / "launcher"
    broken.write_bytes(content)
    broken.chmod(permissions)
    monkeypatch.setattr(launcher_module, "LAUNCHER", broken)
    with pytest.raises(SandboxUnavailable) as caught:
        with_sandbox(LocalSandbox(), hello)
    assert caught.value.hint


def test_a_launcher_that_says_why_it_cannot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    frame = wire.frame(wire.Frame.HELLO, b"error=not here\n")
    broken = tmp_path / "launcher"
    broken.write_text(f"#!{sys.executable}\nimport os, sys\nos.write(int(sys.argv[1]), {frame!r})\n")
    broken.chmod(0o755)
    monkeypatch.setattr(launcher_module, "LAUNCHER", broken)
    with pytest.raises(SandboxUnavailable, match="not here"):
        with_sandbox(LocalSandbox(), hello)


def test_a_killed_launcher_is_our_failure_and_is_replaced(mode: str) -> None:
    marker = str(uuid.uuid4())

    async def kill(sandbox: LocalSandbox) -> bytes:
        task = asyncio.create_task(sandbox.run(endless(marker)))
        await until(lambda: len(processes_with(marker)) == FAMILY_SIZE)
        for pid in descendants(launcher_of(sandbox).process.pid)[:2]:
            os.kill(pid, signal.SIGKILL)
        with pytest.raises(SandboxError):
            await task
        await until(lambda: not processes_with(marker))
        return await hello(sandbox)

    assert with_sandbox(open_sandbox(mode), kill) == b"hello\n"


@pytest.mark.slow
def test_a_launcher_that_is_killed_as_it_starts_leaves_nothing(mode: str) -> None:
    """Its children die with it, even those that had no time to request a death signal: each would keep the connection
    open."""
    user = open_sandbox(mode)._user
    for moment in range(200):
        ours, theirs = socket.socketpair()
        with ours:
            with theirs:
                guardian = launcher_module._spawn(theirs.fileno(), user)
            time.sleep(moment * 50e-6)  # a different moment of its startup each time
            guardian.kill()
            guardian.wait()
            ours.settimeout(DEADLINE_S)
            while ours.recv(4096):  # a timeout means that a process is still alive
                pass


async def within(seconds: float, condition: Callable[[], bool]) -> bool:
    """Whether the condition becomes true in this time."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while not condition():  # noqa: ASYNC110 there is no event to wait for
                await asyncio.sleep(0.01)
            return True
    return False


def test_a_launcher_that_hears_everything_late(mode: str) -> None:
    """A slot reports that it is ready, then the init of its first stage identifies itself, each on its own socket.
    Meanwhile another run ends, which changes the order in which the launcher polls them."""

    async def late(sandbox: LocalSandbox) -> bool:
        """Whether all that happened while the launcher was stopped. If it is stopped too early, the stage has not been
        sent yet."""
        await hello(sandbox)  # the next one starts an interpreter that stays warm
        inner = descendants(launcher_of(sandbox).process.pid)[1]

        def interpreters() -> set[int]:
            return {pid for pid in descendants(inner) if is_interpreter(pid)}

        other = asyncio.create_task(sandbox.run(python("import time; time.sleep(600)", fresh=True)))
        await until(lambda: len(interpreters()) == 1)
        others = interpreters()
        task = asyncio.create_task(hello(sandbox))
        await until(lambda: interpreters() > others)
        os.kill(inner, signal.SIGSTOP)
        try:
            for pid in others:
                os.kill(pid, signal.SIGKILL)
            await until(lambda: not any(is_running(pid) for pid in others))
            has_begun = await within(2.0, lambda: any(len(descendants(pid)) > 1 for pid in interpreters() - others))
        finally:
            os.kill(inner, signal.SIGCONT)
        await other
        assert [await task, await hello(sandbox)] == [b"hello\n", b"hello\n"]
        return has_begun

    attempts = (with_sandbox(open_sandbox(mode, concurrency=2), late) for _ in range(20))
    assert len(list(itertools.islice(filter(None, attempts), 3))) == 3


def is_interpreter(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().rstrip(b"\0").endswith(b"/workspace/main.py")
    except OSError:
        return False


def test_a_stage_that_is_too_large(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "MAX_FRAME_BYTES", 100_000)

    async def large(sandbox: LocalSandbox) -> bytes:
        with pytest.raises(UsageError, match="too large"):
            await sandbox.run(python("", runs=(Run(stdin=bytes(100_000)),)))
        return await hello(sandbox)

    assert with_sandbox(open_sandbox(mode), large) == b"hello\n"


def test_a_closed_launcher_takes_nothing(mode: str) -> None:
    async def use() -> None:
        launcher = await Launcher.start(open_sandbox(mode)._user)
        assert not launcher.closed
        await launcher.aclose()
        assert launcher.closed
        plan = plan_program(HELLO)
        with pytest.raises(SandboxError, match="exited"):
            await launcher.run(plan.run_order(Run(), plan.files, warm=False))

    asyncio.run(use())


LIMITED = """
import asyncio, resource, sys
for number in map(int, sys.argv[2:]):
    hard = resource.getrlimit(number)[1]
    resource.setrlimit(number, (7 if hard == -1 else min(7, hard), hard))
from tests.sandbox.modes import open_sandbox
from tests.sandbox.test_launcher import LIMITS_OF_A_PROGRAM

async def main():
    async with open_sandbox(sys.argv[1]) as sandbox:
        print((await sandbox.run(LIMITS_OF_A_PROGRAM)).runs[0].stdout.data.decode())

asyncio.run(main())
"""
LIMITS_OF_A_PROGRAM = python("""
    import resource
    print({name: resource.getrlimit(number) for name, number in vars(resource).items() if name.startswith("RLIMIT_")})
""")
CHANGED = (
    *(resource.RLIMIT_RTPRIO, resource.RLIMIT_NICE, resource.RLIMIT_SIGPENDING, resource.RLIMIT_MSGQUEUE),
    *(resource.RLIMIT_CORE, resource.RLIMIT_MEMLOCK),
)


def test_limits_of_the_client_are_not_those_of_its_programs(mode: str) -> None:
    def limits(*changed: int) -> str:
        command = [sys.executable, "-c", LIMITED, mode, *map(str, changed)]
        return subprocess.run(command, env=own_environment(), capture_output=True, text=True, check=True).stdout

    assert limits(*CHANGED) == limits()


def test_a_program_leaves_no_core(mode: str) -> None:
    """A limit of one byte makes the kernel skip the dump, even where core_pattern pipes it to a program."""
    text = """
        import resource
        resource.setrlimit(resource.RLIMIT_CORE, (0, 1))
        print(resource.getrlimit(resource.RLIMIT_CORE))
    """

    async def use(sandbox: LocalSandbox) -> bytes:
        return (await sandbox.run(python(text))).runs[0].stdout.data

    assert with_sandbox(open_sandbox(mode), use) == b"(1, 1)\n"


# Nothing outlives the client


def endless(marker: str) -> Any:
    return python(FAMILY, runs=(Run(args=(marker,)),), limits=Limits(wall_s=300))


def descendants(pid: int) -> list[int]:
    """The process and all its descendants, parents first."""
    found = [pid]
    for each in found:
        found += [child for task in Path(f"/proc/{each}/task").glob("*") for child in children_of(task)]
    return found


def children_of(task: Path) -> list[int]:
    try:
        return [int(pid) for pid in (task / "children").read_text().split()]
    except OSError:  # it exited in the meantime
        return []


def control_groups(launcher: int) -> list[Path]:
    # os.walk skips groups that other launchers remove in the meantime.
    names = ((folder, name) for folder, folders, _ in os.walk("/sys/fs/cgroup") for name in folders)
    return [Path(folder, name) for folder, name in names if fnmatch(name, f"benchwright-*-{launcher}")]


def test_closing_leaves_no_process_and_no_control_group(mode: str) -> None:
    async def use(sandbox: LocalSandbox) -> tuple[list[int], int]:
        for _ in range(3):
            await hello(sandbox)
        main = launcher_of(sandbox).process.pid
        assert bool(control_groups(main)) == ((await sandbox.guarantees()).memory == "enforced")
        return descendants(main), main

    pids, main = with_sandbox(open_sandbox(mode), use)
    assert len(pids) > 2
    assert [pid for pid in pids if Path(f"/proc/{pid}").exists()] == []
    assert control_groups(main) == []


@pytest.mark.parametrize("stopped", ["guardian", "launcher"])
def test_closing_waits_for_nobody_for_ever(mode: str, stopped: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launcher_module, "_GUARDIAN_PATIENCE_S", 0.2)

    async def use() -> list[int]:
        sandbox = open_sandbox(mode)
        await hello(sandbox)
        pids = descendants(launcher_of(sandbox).process.pid)
        os.kill(pids[0 if stopped == "guardian" else 1], signal.SIGSTOP)
        await asyncio.wait_for(sandbox.aclose(), DEADLINE_S)
        await until(lambda: not any(is_running(pid) for pid in pids))
        return pids

    assert len(asyncio.run(use())) > 2


def is_running(pid: int) -> bool:
    """Whether the process is alive and not just a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] not in "ZX"
    except OSError:
        return False


OWNER = """
import asyncio, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # the test runner may have it ignored
from tests.sandbox.modes import open_sandbox
from tests.sandbox.test_launcher import endless

asyncio.run(open_sandbox(sys.argv[1]).run(endless(sys.argv[2])))
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_program_dies_with_its_owner(mode: str, number: signal.Signals) -> None:
    marker = str(uuid.uuid4())
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, mode, marker], stderr=subprocess.DEVNULL, env=own_environment()
    )
    with owner:
        asyncio.run(until(lambda: len(processes_with(marker)) == FAMILY_SIZE + 1))
        owner.send_signal(number)
        owner.wait(DEADLINE_S)
    asyncio.run(until(lambda: not processes_with(marker)))


def own_environment() -> dict[str, str]:
    """Environment in which a child process finds the same modules as this one."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def test_closing_refuses_programs_that_wait_for_their_turn(mode: str) -> None:
    async def use() -> list[type[BaseException] | None]:
        sandbox = open_sandbox(mode, concurrency=1)
        await hello(sandbox)
        tasks = [asyncio.create_task(sandbox.run(endless(str(uuid.uuid4())))) for _ in range(3)]
        await asyncio.sleep(0)  # all have started, and one is running
        await sandbox.aclose()
        try:
            results = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), DEADLINE_S)
        finally:
            await sandbox.aclose()
        return [type(result) if isinstance(result, BaseException) else None for result in results]

    with toolchains_of(mode):
        assert asyncio.run(use()) == [SandboxError] * 3
