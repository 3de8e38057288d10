"""Takes all descriptors from its init, which then can neither inspect the tree's memory nor collect files."""

from tests.sandbox.attacks.attack import LIMITS, Seen, assert_out_of_memory

LANGUAGE = "python"
SOURCE = f"""
import resource, time
try:
    resource.prlimit(1, resource.RLIMIT_NOFILE, (0, 0))
except OSError:
    pass
taken = b"x" * {LIMITS.memory_bytes * 2}
time.sleep(3)
print("unseen")
"""


def check(seen: Seen) -> None:
    assert_out_of_memory(seen)
    assert "unseen" not in seen.text
