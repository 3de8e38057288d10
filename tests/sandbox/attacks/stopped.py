"""Stops itself and a child: neither exits, uses CPU time or responds."""

from benchwright.sandbox import Limits
from tests.sandbox.attacks.attack import Seen, assert_ended_by

LANGUAGE = "python"
LIMITS = Limits(wall_s=0.5)
SOURCE = """
import os, signal
os.fork()
os.kill(os.getpid(), signal.SIGSTOP)
print("woken")
"""


def check(seen: Seen) -> None:
    assert_ended_by(seen.run, "wall")
    assert "woken" not in seen.text
