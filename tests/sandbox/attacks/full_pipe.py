"""Writes into its own pipe, which nobody reads, and then waits for the writer: blocked in the kernel."""

from benchwright.sandbox import Limits
from tests.sandbox.attacks.attack import Seen, assert_ended_by

LANGUAGE = "python"
LIMITS = Limits(wall_s=0.5)
SOURCE = """
import os
reader, writer = os.pipe()
if os.fork() == 0:
    while True:
        os.write(writer, b"x" * 65536)
os.wait()
print("written")
"""


def check(seen: Seen) -> None:
    assert_ended_by(seen.run, "wall")
    assert "written" not in seen.text
