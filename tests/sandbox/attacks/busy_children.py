"""Computes in short-lived children: no single process uses much time."""

from benchwright.sandbox import Limits
from tests.sandbox.attacks.attack import SLOWNESS, Seen, assert_ended_by

LANGUAGE = "python"
LIMITS = Limits(wall_s=8, cpu_s=0.5)
SOURCE = """
import os, time
while True:
    for _ in range(4):
        if os.fork() == 0:
            start = time.process_time()
            while time.process_time() - start < 0.004:
                pass
            os._exit(0)
    for _ in range(4):
        os.wait()
"""


def check(seen: Seen) -> None:
    assert_ended_by(seen.run, "cpu")
    assert 0.4 < seen.run.cpu_s / SLOWNESS < 3
