"""Uses kernel memory as System V messages that nobody receives."""

import msgspec

from tests.sandbox.attacks import attack
from tests.sandbox.attacks.attack import PYTHON, Seen, assert_no_more_memory

LANGUAGE = "python"
LIMITS = msgspec.structs.replace(attack.LIMITS, wall_s=3)
SOURCE = (
    PYTHON
    + f"""
message = ctypes.create_string_buffer(8 + 8192)
ctypes.c_long.from_buffer(message).value = 1
for _ in range({attack.LIMITS.memory_bytes * 2} // 16384):
    queue = libc.msgget(0, 0o1600)
    if queue < 0:
        sys.exit(print("refused"))
    for _ in range(2):
        libc.msgsnd(queue, message, ctypes.c_size_t(8192), 0o4000)
time.sleep(60)
"""
)


def check(seen: Seen) -> None:
    assert_no_more_memory(seen)
