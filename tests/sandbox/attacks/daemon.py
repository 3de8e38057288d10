"""A child in its own session that ignores hang-ups and tries to outlive the program."""

from tests.sandbox.attacks.attack import Seen, assert_undisturbed

LANGUAGE = "python"
SOURCE = """
import os, signal, time
if os.fork() == 0:
    os.setsid()
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    for fd in range(3):
        os.close(fd)
    time.sleep(60)
print("parent ends")
"""


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    assert seen.run.stdout.data == b"parent ends\n"
    assert seen.seconds < 40
