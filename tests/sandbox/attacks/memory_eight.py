"""Allocates memory in eight processes, each with less than the limit."""

from tests.sandbox.attacks.attack import LIMITS, Seen, assert_out_of_memory

LANGUAGE = "python"
SOURCE = f"""
import os, time
for _ in range(8):
    if os.fork() == 0:
        taken = b"x" * {LIMITS.memory_bytes // 4}
        time.sleep(60)
for _ in range(8):
    os.wait()
time.sleep(60)
"""


def check(seen: Seen) -> None:
    assert_out_of_memory(seen)
