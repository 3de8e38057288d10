"""Computes forever."""

from benchwright.sandbox import Limits
from tests.sandbox.attacks.attack import SLOWNESS, Seen, assert_ended_by

LANGUAGE = "python"
LIMITS = Limits(wall_s=20, cpu_s=0.5)
SOURCE = "while True:\n    pass\n"


def check(seen: Seen) -> None:
    assert_ended_by(seen.run, "cpu")
    assert 0.4 < seen.run.cpu_s / SLOWNESS < 3
