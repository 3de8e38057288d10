"""Uses kernel memory as data in pipes, in as many descriptors as many processes can open."""

import msgspec

from tests.sandbox.attacks import attack
from tests.sandbox.attacks.attack import PYTHON, Seen, assert_out_of_memory

LANGUAGE = "python"
LIMITS = msgspec.structs.replace(attack.LIMITS, open_files=4096, wall_s=30, cpu_s=30)
SOURCE = (
    PYTHON
    + f"""
for _ in range({LIMITS.processes} - 2):
    if os.fork() == 0:
        try:
            while True:
                _, end = os.pipe2(os.O_NONBLOCK)
                os.write(end, bytes(8192))
        except OSError:
            time.sleep(60)
time.sleep(60)
"""
)


def check(seen: Seen) -> None:
    assert_out_of_memory(seen)
