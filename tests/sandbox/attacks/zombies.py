"""Dead children that are never waited for: they use no memory and no time, only pids."""

from tests.sandbox.attacks.attack import LIMITS, Seen, assert_processes_refused, assert_undisturbed, describe

LANGUAGE = "python"
SOURCE = """
import os
count = 0
try:
    while count < 500:
        if os.fork() == 0:
            os._exit(0)
        count += 1
except OSError:
    pass
print(count)
"""


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    assert 1 < int(seen.run.stdout.data) < LIMITS.processes + 1, describe(seen.run)
    assert_processes_refused(seen)
