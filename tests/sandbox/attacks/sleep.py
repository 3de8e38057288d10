"""Sleeps forever: uses only a slot."""

from benchwright.sandbox import Limits
from tests.sandbox.attacks.attack import Seen, assert_ended_by

LANGUAGE = "python"
LIMITS = Limits(wall_s=0.5)
SOURCE = "import time\ntime.sleep(600)\n"


def check(seen: Seen) -> None:
    assert_ended_by(seen.run, "wall")
    assert 0.4 < seen.run.wall_s < 40
