"""Writes endlessly to standard output, to fill the memory of the process that records it."""

from tests.sandbox.attacks.attack import LIMITS, Seen, assert_ended_by

LANGUAGE = "python"
SOURCE = """
import os
while True:
    os.write(1, b"flood" * 10000)
"""


def check(seen: Seen) -> None:
    assert_ended_by(seen.run, "output")
    stream = seen.run.stdout
    assert stream.cut
    assert LIMITS.output_limit_bytes < stream.length < LIMITS.output_limit_bytes * 4
    assert len(stream.data) <= 1 << 20
    assert stream.data.startswith(b"floodflood")
