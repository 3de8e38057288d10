"""Uses kernel memory as System V semaphores, 2 MiB per set, which belong to no process."""

import msgspec

from tests.sandbox.attacks import attack
from tests.sandbox.attacks.attack import PYTHON, Seen, assert_no_more_memory

LANGUAGE = "python"
LIMITS = msgspec.structs.replace(attack.LIMITS, wall_s=3)
SOURCE = (
    PYTHON
    + f"""
for _ in range({attack.LIMITS.memory_bytes * 2} >> 21):
    if libc.semget(0, 32000, 0o1600) < 0:
        sys.exit(print("refused"))
time.sleep(60)
"""
)


def check(seen: Seen) -> None:
    assert_no_more_memory(seen)
