"""Uses memory in a shared mapping and drops its own view of each page: the pages stay, but no process has them."""

import msgspec

from tests.sandbox.attacks import attack
from tests.sandbox.attacks.attack import Seen, assert_no_more_memory

LANGUAGE = "python"
LIMITS = msgspec.structs.replace(attack.LIMITS, wall_s=3)
SOURCE = f"""
import mmap, time
size, step = {attack.LIMITS.memory_bytes * 2}, 1 << 20
shared = mmap.mmap(-1, size)
for start in range(0, size, step):
    shared[start : start + step] = b"x" * step
    shared.madvise(mmap.MADV_DONTNEED, start, step)
time.sleep(60)
"""


def check(seen: Seen) -> None:
    assert_no_more_memory(seen)
