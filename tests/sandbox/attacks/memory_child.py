"""Lets a child allocate too much and be killed, and exits with status 0 itself: the kernel kills single processes."""

from tests.sandbox.attacks.attack import LIMITS, Seen, assert_out_of_memory

LANGUAGE = "python"
SOURCE = f"""
import os, time
child = os.fork()
if child == 0:
    taken = b"x" * {LIMITS.memory_bytes * 2}
    time.sleep(60)
os.waitpid(child, 0)
os._exit(0)
"""


def check(seen: Seen) -> None:
    assert_out_of_memory(seen)
