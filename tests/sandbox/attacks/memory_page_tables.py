"""Uses kernel memory as page tables: reads one byte of each 2 MiB of a huge mapping, which keeps no page."""

import msgspec

from tests.sandbox.attacks import attack
from tests.sandbox.attacks.attack import PYTHON, Seen, assert_no_more_memory

LANGUAGE = "python"
LIMITS = msgspec.structs.replace(attack.LIMITS, wall_s=4)
SOURCE = (
    PYTHON
    + f"""
PROT_READ, MAP_PRIVATE, MAP_ANONYMOUS, MAP_NORESERVE, MADV_NOHUGEPAGE = 1, 2, 0x20, 0x4000, 15
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]
size = {attack.LIMITS.memory_bytes * 2} // 4096 * (2 << 20)
start = libc.mmap(None, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
if start == 2**64 - 1:
    sys.exit(print("refused"))
libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(size), MADV_NOHUGEPAGE)
for offset in range(0, size, 2 << 20):
    ctypes.string_at(start + offset, 1)
time.sleep(60)
"""
)


def check(seen: Seen) -> None:
    assert_no_more_memory(seen)
