"""Kills itself as the sandbox would, so that a crash looks like a limit that was hit."""

from tests.sandbox.attacks.attack import Seen, describe

LANGUAGE = "python"
SOURCE = """
import os, signal
os.write(1, b"now\\n")
os.kill(os.getpid(), signal.SIGKILL)
"""


def check(seen: Seen) -> None:
    assert seen.run.limits_hit == (), describe(seen.run)
    assert (seen.run.exit_code, seen.run.signal) == (None, 9)
    assert seen.run.stdout.data == b"now\n"
