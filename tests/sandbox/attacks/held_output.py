"""Exits while children still hold its output open, so that a reader that waits for its end would wait forever."""

from tests.sandbox.attacks.attack import Seen, assert_undisturbed

LANGUAGE = "python"
SOURCE = """
import os, time
for _ in range(4):
    if os.fork() == 0:
        time.sleep(60)
os.write(1, b"done\\n")
os._exit(7)
"""


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run, exit_code=7)
    assert seen.run.stdout.data == b"done\n"
    assert seen.seconds < 40
