"""Allocates memory in a process that has made itself unreadable to others of its user."""

from tests.sandbox.attacks.attack import LIMITS, PYTHON, Seen, assert_out_of_memory

LANGUAGE = "python"
SOURCE = (
    PYTHON
    + f"""
PR_SET_DUMPABLE = 4
libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
taken = b"x" * {LIMITS.memory_bytes * 2}
time.sleep(60)
"""
)


def check(seen: Seen) -> None:
    assert_out_of_memory(seen)
