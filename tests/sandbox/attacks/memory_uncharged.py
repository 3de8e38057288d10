"""Takes memory that no control group is charged for: access control lists of files, memory policies for ranges of a
file, and huge pages that the host has reserved."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_refused

LANGUAGE = "python"
NAMES = ("list", "default list", "list of a link", "list of an open file", "policy", "huge pages", "huge file")
SOURCE = (
    PYTHON
    + """
import struct
nobody = 0xffffffff
many = struct.pack("HHI", 2, 7, 1000) * 8000
access = struct.pack("I", 2) + struct.pack("HHI", 1, 7, nobody) + many
access += b"".join(struct.pack("HHI", tag, 7, nobody) for tag in (4, 16, 32))
os.mkdir("/tmp/folder")
file = os.open("/tmp/file", os.O_RDWR | os.O_CREAT)
os.ftruncate(file, 1 << 30)
attempt("list", os.setxattr, "/tmp/file", "system.posix_acl_access", access)
attempt("default list", os.setxattr, "/tmp/folder", "system.posix_acl_default", access)
attempt("list of a link", lambda: os.setxattr("/tmp/file", "system.posix_acl_access", access, follow_symlinks=False))
attempt("list of an open file", os.setxattr, file, "system.posix_acl_access", access)

READ_WRITE, SHARED, PRIVATE, ANONYMOUS, HUGE, BIND, HUGE_FILE = 3, 1, 2, 0x20, 0x40000, 2, 4
place = call(9, 0, 1 << 21, READ_WRITE, SHARED, file, 0)
attempt("policy", call, 237, place, 4096, BIND, ctypes.byref(ctypes.c_ulong(1)), 64, 0)
attempt("huge pages", call, 9, 0, 1 << 21, READ_WRITE, PRIVATE | ANONYMOUS | HUGE, -1, 0)
attempt("huge file", call, 319, b"huge", HUGE_FILE)
"""
)


def check(seen: Seen) -> None:
    assert_refused(seen, NAMES)
    assert all(seen.attempts[name][1] == "EPERM" for name in ("huge pages", "huge file")), seen.attempts
