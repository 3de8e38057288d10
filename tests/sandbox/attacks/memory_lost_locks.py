"""Holds locks without an owner: each was made by a process that has exited, on a file that another process has open.

The kernel charges them to no control group, and the list of locks names only that process.
"""

import msgspec

from tests.sandbox.attacks import attack
from tests.sandbox.attacks.attack import PYTHON, Seen, assert_out_of_memory

LANGUAGE = "python"
LIMITS = msgspec.structs.replace(attack.LIMITS, open_files=2048, wall_s=30, cpu_s=20, memory_bytes=1 << 29)
SOURCE = (
    PYTHON
    + f"""
import fcntl
for _ in range({LIMITS.processes} // 2 - 1):
    if os.fork() == 0:
        files = [os.open(f"/tmp/{{n % 64}}", os.O_RDONLY | os.O_CREAT) for n in range({LIMITS.open_files} - 20)]
        if os.fork() == 0:
            for file in files:
                fcntl.flock(file, fcntl.LOCK_SH)
            os._exit(0)
        os.wait()
        time.sleep(60)
time.sleep(60)
"""
)


def check(seen: Seen) -> None:
    assert_out_of_memory(seen)
