"""Creates device nodes: a disk of the host, the kernel's memory."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_refused

LANGUAGE = "python"
PLACES = ("/workspace", "/tmp", "/dev/shm", "/var")
SOURCE = (
    PYTHON
    + f"""
import stat
for place in {PLACES!r}:
    devices = (("sda", stat.S_IFBLK, 8, 0), ("vda", stat.S_IFBLK, 254, 0), ("mem", stat.S_IFCHR, 1, 1))
    for name, kind, major, minor in devices:
        attempt(place + " " + name, os.mknod, f"{{place}}/spill-{{name}}", kind | 0o666, os.makedev(major, minor))
"""
)


def check(seen: Seen) -> None:
    assert_refused(seen, [f"{place} {name}" for place in PLACES for name in ("sda", "vda", "mem")], {"EPERM", "EROFS"})
