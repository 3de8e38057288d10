"""Fills every writable place, to fill the host's disk or memory."""

from tests.sandbox.attacks.attack import LIMITS, Seen, assert_undisturbed, describe

LANGUAGE = "python"
SOURCE = """
import errno, os
total = 0
for place in ("/workspace", "/tmp", "/dev/shm", "/var", "/run", "/"):
    try:
        with open(place + "/spill", "wb", buffering=0) as file:
            while total < 1 << 28:
                total += file.write(b"x" * 65536)
    except OSError as error:
        print(place, errno.errorcode[error.errno])
print(total)
"""


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    lines = seen.run.stdout.data.decode().split()
    assert lines[1::2][:3] == ["ENOSPC"] * 3, describe(seen.run)
    assert LIMITS.disk_bytes // 2 < int(lines[-1]) <= LIMITS.disk_bytes
    assert "disk" in seen.run.limits_hit
