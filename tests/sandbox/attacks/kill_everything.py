"""Sends every signal to init, to all processes, to its own group and to 40,000 pids, including the launcher's."""

from tests.sandbox.attacks.attack import Seen, assert_undisturbed

LANGUAGE = "python"
SOURCE = """
import os, signal
for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
for number in range(1, 65):
    try:
        os.kill(1, number)
    except OSError:
        pass
for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGSTOP):
    try:
        os.kill(-1, number)
    except ProcessLookupError:
        pass
os.killpg(0, signal.SIGTERM)
reached = []
for pid in range(1, 40001):
    if pid == os.getpid():
        continue
    try:
        os.kill(pid, signal.SIGKILL)
        reached.append(pid)
    except OSError:
        pass
print("reached", reached)
"""


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    # Its own init, which such signals do not affect, and the thread of init that watches memory for an ordinary user.
    assert seen.run.stdout.data in (b"reached [1]\n", b"reached [1, 3]\n")
