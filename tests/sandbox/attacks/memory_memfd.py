"""Uses memory as an anonymous file."""

from tests.sandbox.attacks.attack import LIMITS, Seen, assert_no_more_memory

LANGUAGE = "python"
SOURCE = f"""
import os, sys, time
try:
    fd = os.memfd_create("spill")
except OSError:
    sys.exit(print("refused"))
for _ in range({LIMITS.memory_bytes * 2} >> 20):
    os.write(fd, b"x" * (1 << 20))
time.sleep(60)
"""


def check(seen: Seen) -> None:
    assert_no_more_memory(seen)
