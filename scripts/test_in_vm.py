"""Run tests in a virtual machine that has only version 2 of control groups. Needs root. Takes pytest's arguments.

The machine is User Mode Linux: Debian's kernel, built as an ordinary program. It needs no hardware support and starts
in two seconds. It sees this machine's files read-only, under an in-memory overlay: nothing needs to be installed in it,
and nothing it does persists. It has one processor, and no network other than its own loopback:

    apt-get install user-mode-linux
    .venv/bin/python scripts/test_in_vm.py                                      # the attacks on the sandbox
    .venv/bin/python scripts/test_in_vm.py tests/sandbox/test_launcher.py -k closing

Page faults and process switches are slow there, so the limits of attacks are BENCHWRIGHT_TEST_SLOWNESS times as long.
"""

from __future__ import annotations

import contextlib
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
DEFAULT = ("tests/sandbox/test_attacks.py", "tests/sandbox/test_channels.py", "tests/sandbox/test_launcher.py")
KERNEL = "linux.uml"
MODULES = ("lib/crc-ccitt", "net/ipv6/ipv6", "fs/overlayfs/overlay")
"""In load order: each module after those it needs."""
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""The system's toolchains only: a version manager's shim takes half a minute to respond."""
MEMORY_GIB = 6
OPEN_FILES = 1 << 19
SLOWNESS = "BENCHWRIGHT_TEST_SLOWNESS"
DONE = "the tests ended with"

INIT = """#!/bin/sh
export PATH={path}
mount -t proc proc /proc
{python} -c {load} {modules}
mount -t tmpfs -o size=3g layer /mnt
mkdir /mnt/upper /mnt/work /mnt/all /mnt/root
mount -t overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work overlay /mnt/all || echo o > /proc/sysrq-trigger
mount --bind /mnt/all /mnt/root
cd /mnt/root
mkdir -p proc sys dev tmp run mnt/host
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t devtmpfs dev dev
mkdir -p dev/pts dev/shm
mount -t devpts devpts dev/pts
mount -t tmpfs -o mode=1777 shm dev/shm
ln -sf /proc/self/fd dev/fd
mount -t tmpfs -o mode=1777 tmp tmp
mount -t tmpfs run run
mkdir -p .{repository}
mount --bind /mnt/all{repository} .{repository}
mount -t cgroup2 cgroup2 sys/fs/cgroup
mkdir sys/fs/cgroup/tests
echo $$ > sys/fs/cgroup/tests/cgroup.procs
ip link set lo up
(while sleep 1; do
    set -- $(cat /proc/sys/fs/inode-nr)
    [ $1 -lt {inodes} ] || echo 3 > /proc/sys/vm/drop_caches
done) &
pivot_root . mnt/host
cd /
umount -l /mnt/host
uname -sr
{command}
echo {done} $?
echo o > /proc/sysrq-trigger
sleep 60
"""
"""pivot_root instead of chroot: a process in a chroot may not create user namespaces. The repository is mounted again
because it may be in a folder that is covered, such as /tmp. Caches are dropped because the machine keeps every file in
its cache open on this machine, where the number of open files is limited."""

LOAD = """
import ctypes, os, sys
for name in sys.argv[1:]:
    file = os.open(f"/usr/lib/uml/modules/{os.uname().release}/kernel/{name}.ko", os.O_RDONLY)
    if ctypes.CDLL(None, use_errno=True).syscall(313, file, b"", 0) < 0:
        print(f"error: cannot load {name}: {os.strerror(ctypes.get_errno())}")
"""


def main(arguments: Sequence[str]) -> int:
    """Return pytest's exit code; 2 if the machine cannot be created, 3 if it stopped before the tests finished."""
    if not shutil.which(KERNEL):
        print(f"error: {KERNEL} not found\nhint: apt-get install user-mode-linux", file=sys.stderr)
        return 2
    if os.geteuid() != 0:
        print("error: the virtual machine needs root, to read every file of this machine", file=sys.stderr)
        return 2
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    with tempfile.TemporaryDirectory(prefix="benchwright-vm-") as name:
        folder = Path(name)
        (folder / "memory").mkdir()
        init = folder / "init"
        init.write_text(init_script(arguments or DEFAULT))
        init.chmod(0o755)
        return run(folder)


def init_script(arguments: Sequence[str]) -> str:
    """Return the script that the machine starts as its first process."""
    values = {
        "path": PATH,
        "python": shlex.quote(str(REPOSITORY / ".venv" / "bin" / "python")),
        "load": shlex.quote(LOAD),
        "modules": shlex.join(MODULES),
        "repository": shlex.quote(str(REPOSITORY)),
        "command": command(arguments),
        "done": DONE,
        "inodes": raise_descriptor_limit() // 2,
    }
    return INIT.format(**values)


def command(arguments: Sequence[str]) -> str:
    """Return the command that runs the tests."""
    pytest = shlex.join([".venv/bin/python", "-m", "pytest", "-p", "no:cacheprovider", "--color=no", *arguments])
    settings = {"HOME": str(Path.home()), "LANG": "C.UTF-8", "CI": "true", SLOWNESS: os.environ.get(SLOWNESS, "8")}
    variables = shlex.join(["env", *(f"{name}={value}" for name, value in settings.items())])
    return f"cd {shlex.quote(str(REPOSITORY))}\n{variables} {pytest}"


def run(folder: Path) -> int:
    """Start the machine, print its output, and wait until it stops."""
    output = b""
    with subprocess.Popen(
        machine(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for this process
    ) as vm:
        assert vm.stdout is not None
        try:
            while part := os.read(vm.stdout.fileno(), 1 << 16):
                sys.stdout.buffer.write(part)
                sys.stdout.flush()
                output = (output + part)[-4096:]
        finally:
            vm.kill()
    ended = re.search(rf"{DONE} (\d+)", output.decode(errors="replace"))
    return int(ended[1]) if ended else 3


def machine(folder: Path) -> list[str]:
    """Return the command of the machine. Whatever ends this process or that one, the kernel ends all processes of the
    machine, which are in a pid namespace, and frees its memory, which is in a mount namespace."""
    memory = folder / "memory"
    options = {
        "mem": f"{MEMORY_GIB}G",
        "uml_dir": str(memory),
        "rootfstype": "hostfs",
        "rootflags": "/",
        "init": str(folder / "init"),
        "con": "null",
        "con0": "null,fd:1",
        "cgroup_no_v1": "all",
        "panic": "-1",
        "loglevel": "2",
    }
    kernel = shlex.join([KERNEL, "ro", *(f"{name}={value}" for name, value in options.items())])
    # Not by exec: a kernel that panics kills itself by a signal that the first process of a pid namespace ignores.
    script = (
        f"ulimit -c 0 && mount -t tmpfs -o size={MEMORY_GIB + 1}g memory {shlex.quote(str(memory))} && "
        f"TMPDIR={shlex.quote(str(memory))} {kernel} 2>/dev/null; exit"
    )
    namespaces = ["unshare", "--pid", "--fork", "--kill-child", "--mount", "--mount-proc"]
    return ["setpriv", "--pdeathsig", "KILL", *namespaces, "sh", "-c", script]


def raise_descriptor_limit() -> int:
    """Raise the limit of open files of this process and its children, if that is allowed, and return it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (max(hard, OPEN_FILES), hard):
        with contextlib.suppress(ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, wanted))
            return wanted
    return hard


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
