"""Computes in short-lived children whose exit is ignored: the kernel adds their time to no other process."""

from benchwright.sandbox import Limits
from tests.sandbox.attacks.attack import SLOWNESS, Seen, assert_ended_by

LANGUAGE = "python"
LIMITS = Limits(wall_s=4, cpu_s=0.5)
SOURCE = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    for _ in range(4):
        if os.fork() == 0:
            start = time.process_time()
            while time.process_time() - start < 0.004:
                pass
            os._exit(0)
    try:
        while True:
            os.wait()
    except ChildProcessError:
        pass
"""


def check(seen: Seen) -> None:
    assert_ended_by(seen.run, "cpu")
    assert 0.4 < seen.run.cpu_s / SLOWNESS < 3
