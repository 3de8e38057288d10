"""Writes endlessly to the descriptor for one short reply."""

from benchwright.sandbox import Run
from tests.sandbox.attacks.attack import Seen, assert_ended_by

LANGUAGE = "python"
RUNS = (Run(message=b"question"),)
SOURCE = """
import os
os.write(1, os.read(3, 100))
while True:
    os.write(4, b"x" * 4096)
"""


def check(seen: Seen) -> None:
    assert_ended_by(seen.run, "output")
    assert seen.run.stdout.data == b"question"
    assert seen.run.reply is not None
    assert len(seen.run.reply) <= 2 << 16
