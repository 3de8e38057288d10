"""Forks endlessly, in every child too, so that no other process of the machine would get a pid or CPU time."""

from benchwright.sandbox import Limits
from benchwright.sandbox.protocol import MIB
from tests.sandbox.attacks.attack import Seen, assert_processes_refused

LANGUAGE = "python"
LIMITS = Limits(wall_s=1, cpu_s=20, memory_bytes=512 * MIB, processes=32)
SOURCE = """
import os
while True:
    try:
        os.fork()
    except OSError:
        pass
"""


def check(seen: Seen) -> None:
    assert "wall" in seen.run.limits_hit
    assert_processes_refused(seen)
    assert seen.seconds < 40
