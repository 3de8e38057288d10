"""Starts threads, which are not processes but count like them."""

from tests.sandbox.attacks.attack import LIMITS, Seen, assert_processes_refused, assert_undisturbed, describe

LANGUAGE = "python"
SOURCE = """
import threading
end = threading.Event()
started = []
try:
    while len(started) < 500:
        started.append(threading.Thread(target=end.wait))
        started[-1].start()
except RuntimeError:
    started.pop()
print(len(started))
end.set()
"""


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    assert 1 < int(seen.run.stdout.data) < LIMITS.processes + 1, describe(seen.run)
    assert_processes_refused(seen)
