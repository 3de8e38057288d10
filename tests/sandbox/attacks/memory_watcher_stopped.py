"""Takes memory in a shared mapping that no process has in view, while a second process stops all others it can find:
whoever looks at the mappings must not be among them."""

import msgspec

from tests.sandbox.attacks import attack
from tests.sandbox.attacks.attack import Seen, assert_no_more_memory

LANGUAGE = "python"
LIMITS = msgspec.structs.replace(attack.LIMITS, wall_s=3)
SOURCE = f"""
import mmap, os, signal, time
parent = os.getpid()
if os.fork() == 0:
    while True:
        for pid in range(2, 300):
            if pid not in (parent, os.getpid()):
                try:
                    os.kill(pid, signal.SIGSTOP)
                except OSError:
                    pass
time.sleep(0.2)
size, step = {attack.LIMITS.memory_bytes * 2}, 1 << 20
shared = mmap.mmap(-1, size)
for start in range(0, size, step):
    shared[start : start + step] = b"x" * step
    shared.madvise(mmap.MADV_DONTNEED, start, step)
time.sleep(60)
"""


def check(seen: Seen) -> None:
    assert_no_more_memory(seen)
