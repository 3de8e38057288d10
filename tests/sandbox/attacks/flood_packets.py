"""Switches its output pipe to packets and writes single bytes: each then needs its own page and read."""

from tests.sandbox.attacks.attack import Seen, assert_undisturbed

LANGUAGE = "python"
SOURCE = """
import fcntl, os
fcntl.fcntl(1, fcntl.F_SETFL, fcntl.fcntl(1, fcntl.F_GETFL) | os.O_DIRECT)
for _ in range(20000):
    os.write(1, b"x")
"""


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    assert seen.run.stdout.data == b"x" * 20000
