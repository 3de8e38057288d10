"""The classic shell fork bomb: each of its processes has exited before anyone can kill it by its pid."""

from benchwright.sandbox import Limits
from benchwright.sandbox.protocol import MIB
from tests.sandbox.attacks.attack import Seen, assert_processes_refused

LANGUAGE = "shell"
LIMITS = Limits(wall_s=1, cpu_s=20, memory_bytes=512 * MIB, processes=32)
SOURCE = ":(){ :|:& };:\nsleep 60\n"


def check(seen: Seen) -> None:
    assert_processes_refused(seen)
    assert seen.seconds < 40
