"""Writes kernel settings: what runs on a crash, what root may do with the keyboard, its own users."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_refused

LANGUAGE = "python"
PLACES = (
    *("/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/proc/sys/kernel/hostname", "/proc/sysrq-trigger"),
    *("/proc/sys/vm/drop_caches", "/proc/sys/net/ipv4/ip_forward", "/proc/sys/user/max_user_namespaces"),
    *("/proc/self/uid_map", "/proc/self/gid_map", "/proc/self/setgroups", "/proc/sys/fs/binfmt_misc/register"),
    *("/sys/kernel/uevent_helper", "/sys/fs/cgroup/cgroup.procs", "/sys/power/state", "/dev/kmsg", "/dev/mem"),
)
SOURCE = (
    PYTHON
    + f"""
def write(path):
    with open(path, "w") as file:
        file.write("0 0 1")

for path in {PLACES!r}:
    attempt(path, write, path)
"""
)


def check(seen: Seen) -> None:
    assert_refused(seen, PLACES, {"EPERM", "EACCES", "EROFS", "ENOENT"})
