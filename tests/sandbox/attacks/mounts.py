"""Mounts, remounts and unmounts, by old and new calls, to make read-only files writable or hidden ones visible."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_refused

LANGUAGE = "python"
CALLS = ("remount /", "remount /usr", "tmpfs", "bind", "proc", "unmount /usr", "unmount /proc", "unmount /workspace")
NEW = ("open_tree", "fsopen", "fspick", "fsmount", "move_mount", "mount_setattr", "pivot_root", "chroot")
SOURCE = (
    PYTHON
    + """
REMOUNT, BIND, DETACH = 32, 4096, 2
def mount(source, target, kind, flags):
    return call(165, source, target, kind, flags, b"")

attempt("remount /", mount, b"none", b"/", b"", REMOUNT | BIND)
attempt("remount /usr", mount, b"none", b"/usr", b"", REMOUNT | BIND)
attempt("tmpfs", mount, b"none", b"/tmp", b"tmpfs", 0)
attempt("bind", mount, b"/tmp", b"/etc", b"", BIND)
attempt("proc", mount, b"proc", b"/tmp", b"proc", 0)
for place in ("/usr", "/proc", "/workspace"):
    attempt("unmount " + place, call, 166, place.encode(), DETACH)
attempt("open_tree", call, 428, -100, b"/", 1)
attempt("move_mount", call, 429, -100, b"/tmp", -100, b"/etc", 0)
attempt("fsopen", call, 430, b"tmpfs", 0)
attempt("fsmount", call, 432, 0, 0, 0)
attempt("fspick", call, 433, -100, b"/", 0)
attempt("mount_setattr", call, 442, -100, b"/", 0, (ctypes.c_uint64 * 4)(0, 1, 0, 0), 32)
attempt("pivot_root", call, 155, b"/tmp", b"/tmp")
attempt("chroot", os.chroot, "/tmp")
"""
)


def check(seen: Seen) -> None:
    assert_refused(seen, (*CALLS, *NEW), {"EPERM", "ENOSYS"})
