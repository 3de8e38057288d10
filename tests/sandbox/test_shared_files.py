"""Runs share the files of toolchains, but no locks, leases or notifications on them."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from benchwright.errors import ToolchainMissing
from benchwright.languages import find_language, find_toolchain
from benchwright.sandbox import Execution, Limits, Sandbox
from benchwright.sandbox.launcher import Launcher
from benchwright.sandbox.plan import root_blob
from benchwright.sandbox.wire import StageOrder
from tests.sandbox import programs
from tests.sandbox.attacks.attack import program, wait_for_marker
from tests.sandbox.modes import LOCAL_MODES, NOBODY
from tests.sandbox.programs import Bench, toolchains_of

bench = programs.bench

WAITING = "spill-ready"
LIMITS = Limits(wall_s=120, cpu_s=60)
SHARED = "/usr/bin/env"
SHARED_FILES = """
import os
def shared_files():
    for top in ("/usr/bin", "/usr/lib/python3", "/usr/local", "/etc", "/opt"):
        for folder, _, names in os.walk(top):
            yield folder
            yield from (path for name in names if os.path.isfile(path := os.path.join(folder, name)))
"""
LOCK_ALL = (
    SHARED_FILES
    + """
import fcntl, itertools, time
held = [os.open(path, os.O_RDONLY) for path in itertools.islice(shared_files(), 900)]
for fd in held:
    for lock, mode in ((fcntl.flock, fcntl.LOCK_EX), (fcntl.lockf, fcntl.LOCK_SH)):
        try:
            lock(fd, mode | fcntl.LOCK_NB)
        except OSError:
            pass  # a folder, or another link to a file that is locked
"""
)
TRY_ALL = (
    SHARED_FILES
    + """
import fcntl, itertools
paths, locked = list(itertools.islice(shared_files(), 900)), []
for path in paths:
    fd = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        locked.append(path)
    os.close(fd)
print(len(paths) > 100, locked)
"""
)
WAIT = f"\nimport time\nopen('/tmp/{WAITING}', 'w').close()\ntime.sleep(100)\n"


@contextlib.asynccontextmanager
async def running(sandbox: Sandbox, language: str, text: str) -> AsyncIterator[asyncio.Task[Execution]]:
    """Run a program next to others, from when it has created its marker."""
    task = asyncio.create_task(sandbox.run(program(language, text, limits=LIMITS)))
    try:
        await wait_for_marker(WAITING)
        yield task
    finally:
        task.cancel()
        await asyncio.wait([task])


def test_locks_reach_no_other_run(bench: Bench) -> None:
    async def scenario() -> bytes:
        async with running(bench.sandbox, "python", LOCK_ALL + WAIT):
            execution = await bench.sandbox.run(program("python", TRY_ALL, limits=LIMITS))
        return execution.runs[0].stdout.data + execution.runs[0].stderr.data

    assert bench.do(scenario()) == b"True []\n"


def test_locks_reach_no_host_process(bench: Bench) -> None:
    async def scenario() -> None:
        async with running(bench.sandbox, "python", LOCK_ALL + WAIT):
            with open(SHARED, "rb") as file:  # noqa: ASYNC230
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    bench.do(scenario())


def test_notifications_show_no_other_run(bench: Bench) -> None:
    """A run cannot see which shared files another run, or the host, opens."""
    watch = f"""
import ctypes, select, time
libc = ctypes.CDLL(None)
fd = libc.inotify_init1(0)
assert libc.inotify_add_watch(fd, b"{SHARED}", 0xfff) > 0 and libc.inotify_add_watch(fd, b"/usr/bin", 0xfff) > 0
open("/tmp/{WAITING}", "w").close()
time.sleep(3)
print(select.select([fd], [], [], 0)[0])
"""

    async def scenario() -> Execution:
        async with running(bench.sandbox, "python", watch) as task:
            await bench.sandbox.run(program("shell", f"{SHARED} cat {SHARED} > /dev/null"))
            Path(SHARED).read_bytes()  # noqa: ASYNC240
            assert not task.done()
            return await task

    seen = bench.do(scenario()).runs[0]
    assert (seen.exit_code, seen.stdout.data) == (0, b"[]\n"), seen


LOCK_DOTNET = f"""
using System; using System.Collections.Generic; using System.IO; using System.Threading;
var held = new List<FileStream>();
foreach (var path in Directory.EnumerateFiles("/opt/benchwright", "*", SearchOption.AllDirectories))
    try {{ held.Add(new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.None)); }} catch (Exception) {{ }}
File.WriteAllText("/tmp/{WAITING}", "");
Thread.Sleep(100000);
"""


@pytest.mark.slow
@pytest.mark.language(name="csharp")
def test_locks_fail_no_build(bench: Bench) -> None:
    """The .NET compiler locks what it reads."""
    with toolchains_of(bench.mode):
        try:
            find_toolchain(find_language("csharp"))
        except ToolchainMissing as error:
            pytest.skip(f"toolchain missing: {error}")
    solution = program("csharp", 'System.Console.WriteLine("right");', limits=LIMITS)

    async def scenario() -> Execution:
        async with running(bench.sandbox, "csharp", LOCK_DOTNET):
            return await bench.sandbox.run(solution)

    execution = bench.do(scenario())
    assert execution.build is not None
    assert execution.build.succeeded, execution.build
    assert execution.runs[0].stdout.data == b"right\n", execution.runs[0]


@pytest.fixture(params=LOCAL_MODES)
def user(request: pytest.FixtureRequest) -> Iterator[int | None]:
    """The user of the launcher: an ordinary one, or this one."""
    with toolchains_of(request.param):
        yield NOBODY if request.param == "local-unprivileged" and os.geteuid() == 0 else None


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that an ordinary user can read, unlike pytest's own."""
    with tempfile.TemporaryDirectory(prefix="benchwright-shared-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


LEASE = f"""
import fcntl
file = open("/opt/shared/owned")
try:
    fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)
except OSError as error:
    print(error)
{WAIT}
"""


def test_leases_reach_no_host_process(shared: Path, user: int | None) -> None:
    """A lease on a file of one's own user delays those who open it for writing."""
    file = shared / "owned"
    file.touch()
    if user is not None:
        os.chown(file, user, user)

    async def scenario() -> None:
        launcher = await Launcher.start(user)
        run = asyncio.create_task(launcher.run(order(shared, LEASE)))
        try:
            await wait_for_marker(WAITING)
            os.close(os.open(file, os.O_WRONLY | os.O_NONBLOCK))  # fails with EWOULDBLOCK if there is a lease
        finally:
            run.cancel()
            await asyncio.wait([run])
            await launcher.aclose()

    asyncio.run(scenario())


def test_changes_on_the_host_are_seen(shared: Path, user: int | None) -> None:
    """What one run looked up is looked up again by a later run of the same slot."""
    (shared / "folder").mkdir()
    (shared / "replaced").write_text("old")
    (shared / "gone").touch()
    look = """
import os
for name in ("replaced", "new", "folder/new"):
    path = f"/opt/shared/{name}"
    print(open(path).read() if os.path.exists(path) else "missing")
print(sorted(os.listdir("/opt/shared")), os.path.exists("/opt/shared/gone"))
"""
    before = b"old\nmissing\nmissing\n['folder', 'gone', 'replaced'] True\n"
    after = b"new\nnew\nnew\n['folder', 'new', 'replaced'] False\n"

    async def scenario() -> None:
        launcher = await Launcher.start(user)
        try:
            assert await seen(launcher) == before
            for name in ("new", "folder/new", "other"):
                (shared / name).write_text("new")
            (shared / "other").rename(shared / "replaced")
            (shared / "gone").unlink()
            deadline = time.monotonic() + 60  # runs see it from a second later on
            while (last := await seen(launcher)) != after:
                assert time.monotonic() < deadline, last
        finally:
            await launcher.aclose()

    async def seen(launcher: Launcher) -> bytes:
        return (await launcher.run(order(shared, look))).streams[0][0]

    asyncio.run(scenario())


def order(folder: Path, text: str) -> StageOrder:
    """Run a program in a root that shows the folder."""
    python = find_toolchain(find_language("python"))
    root = root_blob(python.homes, python.hidden, ((str(folder), "/opt/shared", "1"),))
    argv = (python.tools["python"], "-c", text)
    return StageOrder(root=root, argv=argv, env=(), archive=b"", limits=LIMITS, keep_bytes=1 << 20)
