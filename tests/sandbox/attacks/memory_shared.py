"""Uses memory in a mapping that eight processes share, each of which touches a part."""

from tests.sandbox.attacks.attack import LIMITS, Seen, assert_out_of_memory

LANGUAGE = "python"
SOURCE = f"""
import mmap, os, time
part = {LIMITS.memory_bytes // 4}
shared = mmap.mmap(-1, part * 8)
for number in range(8):
    if os.fork() == 0:
        shared[number * part : (number + 1) * part] = b"x" * part
        time.sleep(60)
time.sleep(60)
"""


def check(seen: Seen) -> None:
    assert_out_of_memory(seen)
