"""Uses memory as System V segments, which persist without any process that uses them."""

from tests.sandbox.attacks.attack import LIMITS, PYTHON, Seen, assert_no_more_memory

LANGUAGE = "python"
SOURCE = (
    PYTHON
    + f"""
libc.shmat.restype = ctypes.c_void_p
size = 16 << 20
for _ in range({LIMITS.memory_bytes * 2} // size):
    segment = libc.shmget(0, ctypes.c_size_t(size), 0o1600)
    if segment < 0:
        sys.exit(print("refused"))
    address = libc.shmat(segment, None, 0)
    ctypes.memset(address, 1, size)
    libc.shmdt(ctypes.c_void_p(address))
time.sleep(60)
"""
)


def check(seen: Seen) -> None:
    assert_no_more_memory(seen)
