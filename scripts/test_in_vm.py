"""Run tests in a virtual machine with Debian's kernel and only version 2 of control groups. Takes pytest's arguments.

The machine sees this machine's files read-only, under an in-memory overlay: nothing needs to be installed in it, and
nothing it does persists. Its processors are emulated, which is an order of magnitude slower; where nested
virtualisation works, set BENCHWRIGHT_VM_ACCEL=kvm to avoid that. Each run downloads a kernel:

    apt-get install qemu-system-x86 cpio
    .venv/bin/python scripts/test_in_vm.py                                      # the attacks on the sandbox
    .venv/bin/python scripts/test_in_vm.py tests/sandbox/test_launcher.py -k closing
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
DEFAULT = ("tests/sandbox/test_attacks.py", "tests/sandbox/test_channels.py", "tests/sandbox/test_launcher.py")
KERNEL = "linux-image-amd64"
"""A package that depends on the newest kernel."""
SHELL = "busybox-static"
MODULES = (
    *("virtio", "virtio_ring", "virtio_pci_modern_dev", "virtio_pci_legacy_dev", "virtio_pci"),
    *("netfs", "fscache", "9pnet", "9pnet_virtio", "9p", "overlay"),
)
"""In load order: each module after those it needs."""
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""The system's toolchains only: a version manager's shim takes half a minute to respond."""
MEMORY = "6G"
DONE = "the tests ended with"

INIT = """#!/bin/busybox sh
/bin/busybox --install -s /bin
mkdir -p /proc /sys /dev /host /layer /root
mount -t proc proc /proc
for module in {modules}; do insmod /modules/$module.ko; done
mount -t 9p -o trans=virtio,version=9p2000.L,msize=1048576,cache=loose,ro host /host || poweroff -f
mount -t tmpfs -o size=3g tmpfs /layer
mkdir /layer/upper /layer/work
mount -t overlay -o lowerdir=/host,upperdir=/layer/upper,workdir=/layer/work overlay /root || poweroff -f
for place in proc sys dev tmp run; do
    umount -l /root/$place 2>/dev/null
    mkdir -p /root/$place
done
mount -t proc proc /root/proc
mount -t sysfs sysfs /root/sys
mount -t devtmpfs dev /root/dev
mkdir -p /root/dev/pts /root/dev/shm
mount -t devpts devpts /root/dev/pts
mount -t tmpfs tmpfs /root/dev/shm
ln -sf /proc/self/fd /root/dev/fd
mount -t tmpfs -o mode=1777 tmpfs /root/tmp
mount -t tmpfs tmpfs /root/run
mount -t cgroup2 cgroup2 /root/sys/fs/cgroup
mkdir /root/sys/fs/cgroup/tests
echo $$ > /root/sys/fs/cgroup/tests/cgroup.procs
ip link set lo up
uname -sr
exec switch_root /root /bin/sh -c {command}
"""
"""switch_root instead of chroot: a process in a chroot may not create user namespaces."""


def main(arguments: Sequence[str]) -> int:
    """Return pytest's exit code; 2 if the machine cannot be created, 3 if it stopped before the tests finished."""
    missing = [tool for tool in ("qemu-system-x86_64", "cpio") if not shutil.which(tool)]
    if missing:
        hint = "hint: apt-get install qemu-system-x86 cpio"
        print(f"error: {' and '.join(missing)} not found\n{hint}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="benchwright-vm-") as folder:
        kernel, image = make_machine(Path(folder), arguments or DEFAULT)
        return run(kernel, image)


def make_machine(folder: Path, arguments: Sequence[str]) -> tuple[Path, Path]:
    """Return the kernel and the image that it boots from."""
    unpacked = folder / "unpacked"
    for package in (newest_kernel(), SHELL):
        subprocess.run(["apt-get", "--quiet=2", "download", package], cwd=folder, check=True)
    for package_file in folder.glob("*.deb"):
        subprocess.run(["dpkg-deb", "--extract", package_file, unpacked], check=True)
    root = folder / "root"
    (root / "bin").mkdir(parents=True)
    (root / "modules").mkdir()
    shutil.copy(unpacked / "bin" / "busybox", root / "bin")
    for module in (unpacked / "lib" / "modules").rglob("*.ko"):
        if module.stem in MODULES:
            shutil.copy(module, root / "modules")
    init = root / "init"
    init.write_text(INIT.format(modules=" ".join(MODULES), command=shlex.quote(command(arguments))))
    init.chmod(0o755)
    image = folder / "image"
    with image.open("wb") as file:
        names = "\n".join(str(path.relative_to(root)) for path in root.rglob("*"))
        subprocess.run(["cpio", "--quiet", "-o", "-H", "newc"], cwd=root, input=names.encode(), stdout=file, check=True)
    (kernel,) = (unpacked / "boot").glob("vmlinuz-*")
    return kernel, image


def newest_kernel() -> str:
    """Resolve the kernel metapackage to the newest kernel's package."""
    told = subprocess.run(["apt-cache", "depends", KERNEL], capture_output=True, text=True, check=True).stdout
    found = re.search(r"Depends: (linux-image-\S+)", told)
    if not found:
        raise SystemExit(f"error: apt does not find {KERNEL}\nhint: apt-get update")
    return found[1]


def command(arguments: Sequence[str]) -> str:
    """Return the command that runs in the machine."""
    pytest = shlex.join([".venv/bin/python", "-m", "pytest", "-p", "no:cacheprovider", "--color=no", *arguments])
    home = shlex.quote(str(Path.home()))
    tests = f"cd {shlex.quote(str(REPOSITORY))} && PATH={PATH} HOME={home} LANG=C.UTF-8 CI=true {pytest}"
    return f"{tests}; echo {DONE} $?; sync; echo o > /proc/sysrq-trigger; sleep 60"


def run(kernel: Path, image: Path) -> int:
    """Start the machine, print its output, and wait until it stops."""
    accelerator = os.environ.get("BENCHWRIGHT_VM_ACCEL", "tcg,thread=multi")
    options = {
        "-accel": accelerator,
        "-cpu": "max",
        "-smp": str(len(os.sched_getaffinity(0))),
        "-m": MEMORY,
        "-kernel": str(kernel),
        "-initrd": str(image),
        "-append": "console=ttyS0 quiet panic=-1 cgroup_no_v1=all",
        "-virtfs": "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap",
    }
    flat = [text for option in options.items() for text in option]
    machine = ["qemu-system-x86_64", "-nodefaults", "-nographic", "-serial", "stdio", "-no-reboot", *flat]
    code = 3
    with subprocess.Popen(machine, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, errors="replace") as vm:
        assert vm.stdout is not None
        for line in vm.stdout:
            if line.startswith(DONE):
                code = int(line.removeprefix(DONE))
            print(line, end="", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
