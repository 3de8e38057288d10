"""Plain processes without isolation or limits: the baseline of bench/languages.py, with the commands of bare.toml.

Worker processes take programs from a shared queue. Each worker sees the machine's own folders and, at the same places
as in the sandbox, a work folder, an empty /tmp, and the folder with the drivers, because joined programs refer to these
by path. It mounts them once; a program costs no more than its files, its processes and its pipes.
"""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import os
import resource
import secrets
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import time
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

import msgspec

BARE = Path(__file__).with_name("bare.toml")
PATH = "/usr/local/bin:/usr/bin:/bin"
VARIABLES = {"PATH": PATH, "HOME": "/tmp", "LANG": "C.UTF-8"}
CACHE_PLACE = "/opt/benchwright/cache"
TIMEOUT_S = 900
"""Of a single command: filling Go's cache takes minutes on a busy machine."""

_SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "libx32", "usr", "etc")
_REPLACED = ("tmp", "opt", "workspace")
_NUMBER = struct.Struct("<I")
_END = 0xFFFFFFFF


class Baseline(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of bare.toml, which describes the fields."""

    run: str
    build: str = ""
    prepare: str = ""
    env: Mapping[str, str] = {}
    names: Mapping[str, str] = {}
    target: float | None = None
    title: str = ""
    language: str = ""
    solution: str = ""
    tests: str = ""


class Surroundings(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker mounts."""

    root: str
    """An empty folder for the new root."""
    system: str
    """Folder with the system's folders; empty for the machine's own."""
    binds: Mapping[str, str]
    """Folder → place."""
    hidden: Sequence[str]
    """Folders to show as empty."""


class Commands(msgspec.Struct, frozen=True, kw_only=True):
    """What to execute for each program."""

    argvs: Sequence[Sequence[str]]
    """The build, if there is one, and the run."""
    env: Mapping[str, str]
    """Environment variables."""


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """Programs for all workers."""

    commands: Commands
    programs: Sequence[Mapping[str, bytes]]
    """The files of each program."""
    judged: bool = True
    """Whether the last command is a program with a driver."""


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """What one program took."""

    wall_s: float
    """Seconds from the first file to the last process."""
    cpu_s: float
    """CPU seconds of the processes, without the worker's own."""
    fault: str
    """What went wrong; empty if the driver proved that the tests passed."""


def baselines() -> dict[str, Baseline]:
    """Read bare.toml."""
    return msgspec.convert(tomllib.loads(BARE.read_text(encoding="utf-8")), dict[str, Baseline])


class Workers:
    """The parallel worker processes for one language."""

    def __init__(self, count: int, surroundings: Surroundings) -> None:
        self._tickets, self._queue = os.pipe()
        self._workers = [_start(self._tickets) for _ in range(count)]
        for worker in self._workers:
            _send(_pipe(worker.stdin), msgspec.msgpack.encode(surroundings))

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            _pipe(worker.stdin).close()
            worker.wait()
            _pipe(worker.stdout).close()
        os.close(self._tickets)
        os.close(self._queue)

    async def run(self, commands: Commands, programs: Sequence[Mapping[str, bytes]]) -> tuple[float, list[Ended]]:
        """Run all programs, one per worker at a time; return the seconds until the last one ended."""
        return await asyncio.to_thread(self._run, Batch(commands=commands, programs=programs))

    async def prepare(self, commands: Commands) -> None:
        """Run the commands once; they must succeed."""
        _, (ended,) = await asyncio.to_thread(self._run, Batch(commands=commands, programs=[{}], judged=False))
        if ended.fault:
            raise RuntimeError(ended.fault)

    def _run(self, batch: Batch) -> tuple[float, list[Ended]]:
        data = msgspec.msgpack.encode(batch)
        for worker in self._workers:
            _send(_pipe(worker.stdin), data)
        for worker in self._workers:
            _receive(_pipe(worker.stdout))  # it has read the batch
        begun = time.perf_counter()
        numbers = [*range(len(batch.programs)), *[_END] * len(self._workers)]
        os.write(self._queue, b"".join(map(_NUMBER.pack, numbers)))
        answers = [_receive(_pipe(worker.stdout)) for worker in self._workers]
        wall_s = time.perf_counter() - begun
        return wall_s, [ended for answer in answers for ended in msgspec.msgpack.decode(answer, type=list[Ended])]


def _start(tickets: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "bench.bare", str(tickets)]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[tickets], cwd=BARE.parents[1]
    )


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def _send(stream: IO[bytes], data: bytes) -> None:
    stream.write(_NUMBER.pack(len(data)) + data)
    stream.flush()


def _receive(stream: IO[bytes]) -> bytes:
    head = stream.read(_NUMBER.size)
    if len(head) < _NUMBER.size:
        raise EOFError("the other side ended")
    return stream.read(_NUMBER.unpack(head)[0])


# What follows runs in the workers.


def work(tickets: int) -> None:
    """Mount the surroundings, then run programs until the input ends."""
    os.set_inheritable(tickets, False)
    commands, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    try:
        _enter(msgspec.msgpack.decode(_receive(commands), type=Surroundings))
        output = os.memfd_create("output")
        while True:
            batch = msgspec.msgpack.decode(_receive(commands), type=Batch)
            _send(answers, b"")
            ended: list[Ended] = []
            while (number := _NUMBER.unpack(os.read(tickets, _NUMBER.size))[0]) != _END:
                ended.append(_run(batch, batch.programs[number], output))
            _send(answers, msgspec.msgpack.encode(ended))
    except EOFError:
        return


def _run(batch: Batch, files: Mapping[str, bytes], output: int) -> Ended:
    begun = time.perf_counter()
    for folder in ("/workspace", "/tmp"):
        for entry in os.scandir(folder):
            shutil.rmtree(entry.path) if entry.is_dir(follow_symlinks=False) else os.unlink(entry.path)
    for name, content in files.items():
        with open(f"/workspace/{name}", "wb") as file:
            file.write(content)
    os.ftruncate(output, 0)
    os.lseek(output, 0, os.SEEK_SET)
    cpu_s, fault = 0.0, ""
    for number, argv in enumerate(batch.commands.argvs, start=1):
        is_run = batch.judged and number == len(batch.commands.argvs)
        nonce = secrets.token_hex(16) if is_run else ""
        status, reply, used = _execute(argv, batch.commands.env, nonce, output)
        cpu_s += used.ru_utime + used.ru_stime
        if status != 0 or (nonce and f"\n{nonce}\tend\t" not in f"\n{reply}"):
            said = os.pread(output, 4000, 0).decode(errors="replace")
            fault = f"{shlex.join(argv)}: status {status}, proof {reply!r}\n{said}"
            break
    return Ended(wall_s=time.perf_counter() - begun, cpu_s=cpu_s, fault=fault)


def _execute(
    argv: Sequence[str], env: Mapping[str, str], nonce: str, output: int
) -> tuple[int, str, resource.struct_rusage]:
    """Run one command; with a nonce, as a program with a driver. Return the exit status, the reply, and the usage."""
    actions: list[tuple[int, ...] | tuple[int, int, str, int, int]] = [
        (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
        (os.POSIX_SPAWN_DUP2, output, 1),
        (os.POSIX_SPAWN_DUP2, output, 2),
    ]
    pipes: list[int] = []
    if nonce:
        pipes = [_moved(descriptor) for descriptor in (*os.pipe(), *os.pipe())]
        os.write(pipes[1], nonce.encode())
        os.close(pipes[1])
        actions += [(os.POSIX_SPAWN_DUP2, pipes[0], 3), (os.POSIX_SPAWN_DUP2, pipes[3], 4)]
    executable = shutil.which(argv[0], path=PATH) or argv[0]
    pid = os.posix_spawn(executable, list(argv), dict(env), file_actions=actions, setpgroup=0)
    signal.signal(signal.SIGALRM, lambda *_: os.killpg(pid, signal.SIGKILL))
    signal.alarm(TIMEOUT_S)
    _, status, used = os.wait4(pid, 0)
    signal.alarm(0)
    reply = ""
    if pipes:
        os.close(pipes[0])
        os.close(pipes[3])
        os.set_blocking(pipes[2], False)  # a process that is left over may hold the other end
        try:
            reply = os.read(pipes[2], 1 << 16).decode(errors="replace")
        except BlockingIOError:
            reply = ""
        os.close(pipes[2])
    return os.waitstatus_to_exitcode(status), reply, used


def _moved(descriptor: int) -> int:
    """Move a descriptor away from those that the program gets."""
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 20)
    os.close(descriptor)
    return moved


_LIBC = ctypes.CDLL(None, use_errno=True)
_NEW_MOUNTS, _NEW_USER = 0x00020000, 0x10000000
_BIND, _RECURSIVE, _PRIVATE = 4096, 16384, 1 << 18


def _enter(surroundings: Surroundings) -> None:
    """Build a root of mounts that only this process and its children see, and move into it."""
    user, group = os.geteuid(), os.getegid()
    _check(_LIBC.unshare(_NEW_MOUNTS | (_NEW_USER if user else 0)), "unshare")
    if user:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"0 {user} 1")
        Path("/proc/self/gid_map").write_text(f"0 {group} 1")
    _mount(None, "/", None, _RECURSIVE | _PRIVATE)
    root = surroundings.root
    _mount("tmpfs", root, "tmpfs", 0)
    _show_folder("/", root, surroundings.system)
    os.mkdir(f"{root}/opt")
    if os.path.isdir("/opt"):
        _show_folder("/opt", f"{root}/opt", "")
    for folder, place in surroundings.binds.items():
        os.makedirs(root + place, exist_ok=True)
        _mount(folder, root + place, None, _BIND | _RECURSIVE)
    for folder in filter(os.path.isdir, surroundings.hidden):
        _mount("tmpfs", root + folder, "tmpfs", 0)
    for name in ("tmp", "workspace"):
        os.mkdir(f"{root}/{name}", 0o1777)
    os.chroot(root)
    os.chdir("/workspace")


def _show_folder(source: str, target: str, system: str) -> None:
    """Show what is in a folder, with the system's folders taken from elsewhere if `system` is set."""
    names = set(os.listdir(source)) | {name for name in _SYSTEM if system and os.path.lexists(f"{system}/{name}")}
    for name in names:
        path = f"{system}/{name}" if system and name in _SYSTEM else os.path.join(source, name)
        place = f"{target}/{name}"
        if source == "/" and name in _REPLACED:
            continue
        if os.path.islink(path):
            os.symlink(os.readlink(path), place)
        elif os.path.isdir(path):
            os.mkdir(place)
            _mount(path, place, None, _BIND | _RECURSIVE)


def _mount(source: str | None, target: str, kind: str | None, flags: int) -> None:
    words = [None if word is None else word.encode() for word in (source, target, kind)]
    _check(_LIBC.mount(*words, flags, None), f"mount {source} on {target}")


def _check(result: int, what: str) -> None:
    if result != 0:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")


if __name__ == "__main__":
    work(int(sys.argv[1]))
