"""Forks twice and lets the middle process die, so that the grandchild has another parent when the program ends."""

from tests.sandbox.attacks.attack import Seen, assert_undisturbed

LANGUAGE = "python"
SOURCE = """
import os, time
middle = os.fork()
if middle == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    while os.getppid() != 1:
        time.sleep(0.001)
    os.write(1, b"orphan\\n")
    time.sleep(60)
os.waitpid(middle, 0)
time.sleep(0.2)
print("parent ends")
"""


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    assert "parent ends" in seen.text
    assert seen.seconds < 40
