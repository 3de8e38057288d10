"""Allocates memory in one process until it fails or is killed."""

from tests.sandbox.attacks.attack import LIMITS, Seen, assert_ended_by

LANGUAGE = "python"
SOURCE = f"""
import time
taken = b"x" * {LIMITS.memory_bytes * 2}
time.sleep(60)
"""


def check(seen: Seen) -> None:
    assert_ended_by(seen.run, "memory")
