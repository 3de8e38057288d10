"""Creates or enters namespaces: in its own user namespace a program is root, and much more of the kernel is open."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_refused

LANGUAGE = "python"
FLAGS = {
    "user": 0x10000000,
    "mount": 0x00020000,
    "pid": 0x20000000,
    "net": 0x40000000,
    "ipc": 0x08000000,
    "uts": 0x04000000,
    "cgroup": 0x02000000,
    "time": 0x00000080,
}
SOURCE = (
    PYTHON
    + f"""
def clone(flags):
    if call(56, flags | 17, 0, 0, 0, 0) == 0:
        os._exit(0)

def clone3(flags):
    arguments = (ctypes.c_uint64 * 11)(flags, 0, 0, 0, 17)
    if call(435, arguments, ctypes.sizeof(arguments)) == 0:
        os._exit(0)

for name, flag in {FLAGS!r}.items():
    attempt("unshare " + name, call, 272, flag)
    if name != "time":
        attempt("clone " + name, clone, flag)
        attempt("clone with user " + name, clone, flag | 0x10000000)
    attempt("clone3 " + name, clone3, flag)
for name in os.listdir("/proc/self/ns"):
    attempt("setns " + name, lambda: call(308, os.open("/proc/self/ns/" + name, os.O_RDONLY), 0))
attempt("setns process", lambda: call(308, os.pidfd_open(os.getpid()), 0x10000000))
"""
)


def check(seen: Seen) -> None:
    names = {f"{what} {name}" for what in ("unshare", "clone3") for name in FLAGS}
    names |= {f"clone {name}" for name in FLAGS if name != "time"}
    assert_refused(seen, {*names, "setns net", "setns user", "setns process"}, {"EPERM", "ENOSYS"})
