"""Closes its output, reopens it by every other name and continues to write."""

from tests.sandbox.attacks.attack import Seen, assert_undisturbed

LANGUAGE = "python"
SOURCE = """
import os, sys
os.write(1, b"before\\n")
os.close(1)
failed = 0
for place in ("/dev/stdout", "/proc/self/fd/1"):
    try:
        os.open(place, os.O_WRONLY)
    except OSError:
        failed += 1
try:
    os.write(1, b"after\\n")
except OSError:
    failed += 1
os._exit(40 + failed)
"""


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run, exit_code=43)
    assert seen.run.stdout.data == b"before\n"
