"""Ignores or handles every possible signal, and would survive any polite request to exit."""

from benchwright.sandbox import Limits
from tests.sandbox.attacks.attack import Seen, assert_ended_by

LANGUAGE = "python"
LIMITS = Limits(wall_s=0.5)
SOURCE = """
import os, signal, time
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN if number % 2 else lambda *_: None)
    except (OSError, ValueError):
        pass
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
os.write(1, b"deaf\\n")
while True:
    time.sleep(1)
"""


def check(seen: Seen) -> None:
    assert_ended_by(seen.run, "wall")
    assert seen.run.stdout.data == b"deaf\n"
