"""Writes endlessly to standard error, from several processes at once."""

from tests.sandbox.attacks.attack import LIMITS, Seen, assert_ended_by

LANGUAGE = "python"
SOURCE = """
import os
os.fork()
os.fork()
while True:
    os.write(2, b"flood" * 1000)
"""


def check(seen: Seen) -> None:
    assert_ended_by(seen.run, "output")
    assert LIMITS.output_limit_bytes < seen.run.stderr.length < LIMITS.output_limit_bytes * 4
    assert len(seen.run.stderr.data) <= 1 << 20
    assert seen.run.stdout.length == 0
