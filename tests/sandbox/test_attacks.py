"""Attacks on the sandbox. Each is contained, reported correctly, leaves nothing behind and disturbs no other run."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from benchwright.errors import SandboxError
from benchwright.sandbox import LocalSandbox, Sandbox
from benchwright.sandbox.protocol import Guarantee
from tests.sandbox.attacks.attack import LIMITS, SECRET, Attack, all_attacks, describe, program
from tests.sandbox.leftovers import (
    Process,
    assert_gone,
    assert_nothing_left,
    assert_within,
    descendants,
    launchers,
    state,
)
from tests.sandbox.modes import LOCAL_MODES, SECRET_NAME, home_of, open_backend, open_sandbox, system_toolchains

ATTACKS = tuple(all_attacks())
CASES = [
    pytest.param(attack, start, id=f"{attack.name}-{start}", marks=attack.marks)
    for attack in ATTACKS
    for start in attack.starts
]
SLEEP = program("python", "import time\ntime.sleep(60)")


@dataclass
class Arena:
    """A sandbox for all attacks of a mode, one after another, so that they also run in used slots."""

    runner: asyncio.Runner
    sandbox: Sandbox
    home: int | None = None
    """Parent of its launchers, if that is not this process."""

    def control(self, *, fresh: bool) -> None:
        """Check that a harmless program still behaves normally."""
        execution = self.runner.run(
            self.sandbox.run(program("python", "print(sum(range(10)))", fresh=fresh, limits=LIMITS))
        )
        run = execution.runs[0]
        assert (run.exit_code, run.stdout.data, run.stderr.data, run.limits_hit) == (0, b"45\n", b"", ()), describe(run)


@pytest.fixture(scope="module")
def mode(request: pytest.FixtureRequest) -> Iterator[str]:
    """The mode of the test, with toolchains that its launcher can reach."""
    with system_toolchains() if request.param == "local-unprivileged" else contextlib.nullcontext():
        yield str(request.param)


@pytest.fixture(params=LOCAL_MODES)
def local_mode(request: pytest.FixtureRequest) -> Iterator[str]:
    """The modes whose launchers this process starts."""
    with system_toolchains() if request.param == "local-unprivileged" else contextlib.nullcontext():
        yield str(request.param)


@pytest.fixture(scope="module")
def arena(mode: str) -> Iterator[Arena]:
    """The sandbox of this mode, with a warm interpreter."""
    os.environ[SECRET_NAME] = SECRET  # before the launcher starts, so that a leak would let programs inherit it
    others = launchers()  # from earlier tests in this process
    with asyncio.Runner() as runner:
        arena = Arena(runner, open_backend(mode))
        arena.control(fresh=True)
        for _ in range(2):
            arena.control(fresh=False)
        arena.home = home_of(mode)  # a worker has answered, so one exists
        yield arena
        guardians = [each for each in launchers(arena.home) if each not in others]
        family = [process for guardian in guardians for process in (guardian, *descendants(guardian.pid))]
        assert len(family) >= 4  # guardian, launcher, a fresh and a warm slot
        runner.run(arena.sandbox.aclose())
        if arena.home is None:  # a service keeps running
            assert_gone(family)
    del os.environ[SECRET_NAME]


@pytest.mark.slow
@pytest.mark.parametrize("mode", LOCAL_MODES, indirect=True, scope="module")
@pytest.mark.parametrize(("attack", "start"), CASES)
def test_attack_is_held(arena: Arena, attack: Attack, start: str) -> None:
    make(arena, attack, start)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["remote"], indirect=True, scope="module")
@pytest.mark.parametrize("attack", [pytest.param(attack, id=attack.name, marks=attack.marks) for attack in ATTACKS])
def test_attack_is_held_by_a_service(arena: Arena, attack: Attack) -> None:
    """Run each attack once, warm if possible: the launcher is the same, and only the transport is new."""
    make(arena, attack, attack.starts[-1])


def make(arena: Arena, attack: Attack, start: str) -> None:
    """Run the attack and check that it is contained."""
    before = state(arena.home)
    seen = arena.runner.run(attack.run(arena.sandbox, fresh=start == "fresh"))
    assert {run.warm for run in seen.execution.runs} <= {start == "warm"}
    attack.check(seen)
    assert SECRET not in seen.text
    assert msgspec.json.decode(msgspec.json.encode(seen.execution), type=type(seen.execution)) == seen.execution
    assert_nothing_left(before, home=arena.home)
    arena.control(fresh=start == "fresh")


def test_there_are_enough_attacks() -> None:
    assert len(ATTACKS) >= 36
    assert all(sys.modules[f"{Attack.__module__.rpartition('.')[0]}.{attack.name}"].__doc__ for attack in ATTACKS)


def test_every_guarantee_is_attacked() -> None:
    """The table in the documentation lists existing attacks for every guarantee."""
    text = (
        (Path(__file__).parents[2] / "docs" / "sandbox.md")
        .read_text()
        .partition("| guarantee |")[2]
        .partition("\n\n")[0]
    )
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines()[2:]]
    attacks = {attack.name for attack in ATTACKS}
    for _, _, named in rows:
        assert set(re.findall(r"`(\w+)`", named)) <= attacks, named
    assert set(get_args(Guarantee)) <= {name for names, _, _ in rows for name in names.split(", ")}


async def start_sleeping(sandbox: LocalSandbox) -> tuple[asyncio.Task[object], Process]:
    """A sleeping run, and the guardian of its launcher."""
    others = launchers()
    task: asyncio.Task[object] = asyncio.create_task(sandbox.run(SLEEP))
    while True:
        for launcher in launchers():
            if launcher not in others and runs_something(launcher):
                return task, launcher
        assert not task.done(), task.result()
        await asyncio.sleep(0.01)


def runs_something(above: Process) -> bool:
    """Whether a program is running below this process."""
    return any("main.py" in process.command for process in descendants(above.pid))


@pytest.mark.parametrize("victim", ["guardian", "launcher", "both"])
def test_launcher_is_killed(local_mode: str, victim: str) -> None:
    """The current run fails with a clear error; the sandbox starts another launcher and keeps working."""

    async def scenario() -> list[Process]:
        async with open_sandbox(local_mode) as sandbox:
            task, guardian = await start_sleeping(sandbox)
            family = [guardian, *descendants(guardian.pid)]
            victims = {"guardian": family[:1], "launcher": family[1:2], "both": family[:2]}[victim]
            for process in victims:
                with contextlib.suppress(ProcessLookupError):  # the launcher dies with its guardian
                    os.kill(process.pid, signal.SIGKILL)
            with pytest.raises(SandboxError):
                await asyncio.wait_for(task, 60)
            execution = await sandbox.run(program("python", "print(1)"))
            assert execution.runs[0].stdout.data == b"1\n"
            assert guardian not in launchers()
            return family

    before = state()
    assert_gone(asyncio.run(scenario()))
    assert_nothing_left(before)


def test_slot_is_killed(local_mode: str) -> None:
    """A dying slot takes down its run and nothing else."""

    async def scenario() -> list[Process]:
        async with open_sandbox(local_mode) as sandbox:
            task, guardian = await start_sleeping(sandbox)
            family = [guardian, *descendants(guardian.pid)]
            slot = next(process for process in family if process.command.startswith("benchwright-launcher slot"))
            os.kill(slot.pid, signal.SIGKILL)
            with pytest.raises(SandboxError):
                await asyncio.wait_for(task, 60)
            execution = await sandbox.run(program("python", "print(1)"))
            assert execution.runs[0].stdout.data == b"1\n"
            assert guardian in launchers()
            return [*family, *descendants(guardian.pid)]

    before = state()
    assert_gone(asyncio.run(scenario()))
    assert_nothing_left(before)


def test_run_is_cancelled(local_mode: str) -> None:
    """Cancelling a task kills the whole process tree of its program."""

    async def scenario() -> None:
        async with open_sandbox(local_mode) as sandbox:
            task, guardian = await start_sleeping(sandbox)
            sleepers = [process for process in descendants(guardian.pid) if "main.py" in process.command]
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert_gone(sleepers)

    before = state()
    asyncio.run(scenario())
    assert_nothing_left(before)


CLIENT = """
import asyncio, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # the test runner may have it ignored
from tests.sandbox.test_attacks import SLEEP
from tests.sandbox.modes import open_sandbox

async def main():
    async with open_sandbox(sys.argv[1]) as sandbox:
        await sandbox.run(SLEEP)

asyncio.run(main())
"""


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_client_is_killed(local_mode: str, how: signal.Signals) -> None:
    """However the client dies, everything that it was running dies too."""
    before = state()
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, local_mode],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stderr=subprocess.DEVNULL,
    )

    with client:
        assert_within(lambda: any(map(runs_something, launchers(client.pid))), 60, lambda: "the client runs nothing")
        family = descendants(client.pid)
        client.send_signal(how)
        client.wait(60)
    assert_gone(family)
    assert_nothing_left(before)
