"""Uses memory as files in /dev/shm and /tmp, which belong to no process; the disk limit alone would allow it."""

import msgspec

from tests.sandbox.attacks import attack
from tests.sandbox.attacks.attack import Seen, assert_out_of_memory

LANGUAGE = "python"
LIMITS = msgspec.structs.replace(attack.LIMITS, disk_bytes=attack.LIMITS.memory_bytes * 4)
SOURCE = f"""
import time
for place in ("/dev/shm/spill", "/tmp/spill"):
    with open(place, "wb") as file:
        for _ in range({attack.LIMITS.memory_bytes} >> 20):
            file.write(b"x" * (1 << 20))
time.sleep(60)
"""


def check(seen: Seen) -> None:
    assert_out_of_memory(seen)
